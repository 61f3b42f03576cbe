import { describe, expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';

const read = (...lines: readonly string[]) =>
  analyse(Buffer.from(lines.join('\r\n'), 'latin1'), { receivedAt: new Date() });

const namesOf = (...lines: readonly string[]) =>
  read(...lines).attachments.map(({ filename }) => filename);

describe('a body', () => {
  it.each([
    ['a type of text that nobody knows', 'Content-Type: text/x-note'],
    ['Markdown', 'Content-Type: text/markdown; charset=utf-8'],
    [
      'text that is called an attachment',
      'Content-Type: text/plain\r\nContent-Disposition: attachment',
    ],
    ['text that is said to be something else', 'Content-Disposition: form-data; name="text"'],
  ])('may be %s', (_what, field) => {
    const { textBody, otpCodes, attachments } = read(field, '', 'Your code is 481516.');

    expect(textBody).toBe('Your code is 481516.');
    expect(otpCodes).toEqual(['481516']);
    expect(attachments).toEqual([]);
  });

  it.each(['text/markdown', 'text/enriched'])('may be %s that stands for others', (type) => {
    const head = ['Content-Type: multipart/alternative; boundary=b', '', '--b'];
    const { textBody } = read(...head, `Content-Type: ${type}`, '', 'Hello', '--b--');

    expect(textBody).toBe('Hello');
  });

  it.each(['application/xhtml+xml', 'text/htm'])('may be HTML that is called %s', (type) => {
    const { textBody, htmlBody } = read(`Content-Type: ${type}`, '', '<p>Hello</p>');

    expect(textBody).toBe('Hello');
    expect(htmlBody).toBe('<p>Hello</p>');
  });

  it.each([
    ['a calendar', 'Content-Type: text/calendar'],
    ['a table', 'Content-Type: text/csv'],
    ['a file with a name', 'Content-Disposition: attachment; filename=a.txt'],
  ])('is not %s', (_what, field) => {
    const { textBody, attachments } = read(field, '', 'a,b');

    expect(textBody).toBe('');
    expect(attachments).toHaveLength(1);
  });

  it('loses no alternative of which nothing else is shown', () => {
    const note = [
      'Content-Type: multipart/alternative; boundary=c',
      '',
      '--c',
      'Content-Type: text/x-note',
    ];
    const mixed = ['Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'See this.', '--b'];

    expect(namesOf(...mixed, ...note, '', 'Hello', '--c--', '--b--')).toEqual([null]);
  });

  it('has no lines of parts in which nothing stands', () => {
    const html = ['Content-Type: text/html', '', '<p>Hello</p>'];
    const head = ['Content-Type: multipart/mixed; boundary=b', ''];
    const { textBody, htmlBody } = read(
      ...head,
      '--b',
      '',
      '',
      '--b',
      ...html,
      '--b',
      '',
      '',
      '--b--',
    );

    expect(textBody).toBe('Hello');
    expect(htmlBody).toBe('<p>Hello</p>');
  });
});

describe('a text with a name', () => {
  const mixed = (...fields: readonly string[]) => [
    ...['Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'See the log.', '--b'],
    ...[...fields, '', 'It broke.', '--b--'],
  ];

  it.each([
    ['Content-Type: text/plain; name=log.txt'],
    ['Content-Disposition: inline; filename=log.txt'],
  ])('is shown and attached: %s', (field) => {
    expect(read(...mixed(field)).textBody).toBe('See the log.\nIt broke.');
    expect(namesOf(...mixed(field))).toEqual(['log.txt']);
  });

  it('is no attachment where it is the body', () => {
    expect(namesOf('Content-Type: text/plain; name=body.txt', '', 'Hello')).toEqual([]);
  });
});

describe('the name of a file', () => {
  it.each([
    ['bytes of the charset of the text', 'filename="\xd6\xd0\xce\xc4.pdf"', '中文.pdf'],
    ['UTF-8', 'filename="\xe4\xb8\xad.pdf"', '中.pdf'],
    ['its own charset', "filename*=iso-8859-1''caf%E9.pdf", 'café.pdf'],
  ])('is read that stands there in %s', (_what, parameter, name) => {
    const mixed = ['Content-Type: multipart/mixed; boundary=b', '', '--b'];
    const text = ['Content-Type: text/plain; charset=gb2312', '', '\xc4\xe3', '--b'];
    const file = [`Content-Disposition: attachment; ${parameter}`, '', 'x', '--b--'];

    expect(namesOf(...mixed, ...text, ...file)).toEqual([name]);
  });
});

describe('the charset of HTML', () => {
  const page = (charset: string, text: string) => `<meta charset="${charset}"><p>${text}</p>`;
  const RUSSIAN = '\xcf\xf0\xe8\xe2\xe5\xf2';

  it.each([
    ['nothing is said in the header', 'text/html', page('windows-1251', RUSSIAN)],
    ['ASCII is', 'text/html; charset=us-ascii', page('windows-1251', RUSSIAN)],
    [
      'it cannot be the one that it names',
      'text/html',
      page('utf-16', '\xd0\x9f\xd1\x80\xd0\xb8\xd0\xb2\xd0\xb5\xd1\x82'),
    ],
  ])('is told by itself where %s', (_where, type, body) => {
    expect(read(`Content-Type: ${type}`, '', body).textBody).toBe('Привет');
  });

  it('is that of a subject that is not encoded', () => {
    const head = [`Subject: ${RUSSIAN}`, 'Content-Type: text/html'];

    expect(read(...head, '', page('windows-1251', RUSSIAN)).subject).toBe('Привет');
  });
});
