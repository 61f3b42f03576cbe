import { describe, expect, it } from '@jest/globals';
import { splitMessage } from '../../src/mail/mime/mime.js';
import { analyse } from '../../src/mail/reading/analyse.js';

const LINES = Array.from({ length: 200 }, (_, i) => `line ${i} of a body that is long enough`);

function contentsOf(message: string): string[] {
  const { leaves } = splitMessage(Buffer.from(message));
  return leaves.map(({ content }) => content.toString());
}

const multipart = (lineEnd: string, ...bodies: readonly string[]) =>
  [
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...bodies.flatMap((body) => ['--b', 'Content-Type: text/plain', '', body]),
    '--b--',
    '',
  ].join(lineEnd);

describe('splitMessage', () => {
  it.each([
    ['CRLF', '\r\n'],
    ['LF', '\n'],
  ])('gives long bodies whole, with %s', (_what, lineEnd) => {
    const body = LINES.join(lineEnd);

    expect(contentsOf(multipart(lineEnd, body, 'short', body))).toEqual([body, 'short', body]);
  });

  it.each([
    ['hyphens', '--'],
    ['a signature', '-- \r\nAnn'],
    ['an empty line after hyphens', '-- \r\n\r\nAnn'],
    ['what looks like a boundary', '--bb\r\nContent-Type: text/html\r\n\r\n<p>'],
    ['empty lines', '\r\n\r\n'],
    ['a bare return', '\r--\r\n'],
  ])('keeps lines of %s in a long body', (_what, between) => {
    const body = [...LINES, between, ...LINES, between, ...LINES].join('\r\n');

    expect(contentsOf(multipart('\r\n', body, body))).toEqual([body, body]);
  });

  it.each(['', '\r\n', '\r\n\r\n', '\r\nend', '\r\n\r\nend'])(
    'keeps the end %j of a message without a last boundary',
    (end) => {
      const body = LINES.join('\r\n');
      const message = multipart('\r\n', body).replace(/\r\n--b--\r\n$/, end);
      const alone = `Content-Type: text/plain\r\n\r\n${body}${end}`;

      expect(contentsOf(message)[0]).toBe(body + end);
      expect(contentsOf(alone)).toEqual([body + end]);
    },
  );

  it.each([
    ['blanks around its lines', ' SGVs \r\nbG8h \r\n'],
    ['words behind its padding', 'SGVsbG8hCg== ignored'],
    [
      'the footer of a mailing list',
      'SGVs\r\nbG8h\r\n\r\n____________________\r\nfriends mailing list\r\nfriends@lists.example\r\n',
    ],
    ['the note of a scanner', 'SGVsbG8h\n--\nThis mail was scanned.\n'],
    ['blanks within its only line', 'SGVs bG8h'],
    ['a signature behind its padding', 'SGVsbG8hCg==\r\n\r\n-- \r\nour list\r\n'],
    ['other characters in it', 'SG!V*sb#G8hCg=='],
    ['one letter a line', [...'SGVsbG8hCg=='].join('\r\n')],
  ])('reads a text in base64 with %s', (_what, body) => {
    const head = 'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64';
    const raw = Buffer.from(`${head}\r\n\r\n${body}`);
    const { textBody } = analyse(raw, { receivedAt: new Date() });

    expect(textBody).toBe('Hello!');
  });

  it.each([
    ['its first line is a sentence', 'Your code is 481516, Ann.\r\nIt is valid for ten minutes.'],
    ['its first line is a word', 'Hello\r\n\r\nYour code is 481516.'],
    ['it is short', 'Code: 481516'],
  ])('reads a text that is called base64 and is none where %s', (_what, body) => {
    const head = 'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64';
    const { textBody } = analyse(Buffer.from(`${head}\r\n\r\n${body}`), {
      receivedAt: new Date(),
    });

    expect(textBody).toBe(body.replaceAll('\r', ''));
  });

  it('takes a part that is nothing but a head for one', () => {
    const message = 'Content-Type: multipart/mixed; boundary=b\n\n--b\nX: y\n--b--\n';

    expect(contentsOf(message)).toEqual(['']);
  });

  it('goes on with the outer parts behind the last boundary of inner ones', () => {
    const inner = ['Content-Type: multipart/mixed; boundary=c', '', '--c', '', 'first', '--c--'];
    const outer = ['Content-Type: multipart/mixed; boundary=b', '', '--b', ...inner];
    const message = [...outer, '--c', 'neither', '--b', '', 'second', '--b--', ''].join('\n');

    expect(contentsOf(message)).toEqual(['first', 'second']);
  });

  it('ends parts that nobody closed at a boundary from further without', () => {
    const inner = ['Content-Type: multipart/alternative; boundary=c', '', '--c', '', 'first'];
    const middle = ['Content-Type: multipart/mixed; boundary=m', '', '--m', ...inner];
    const outer = ['Content-Type: multipart/mixed; boundary=b', '', '--b', ...middle];
    const message = [...outer, '--b', '', 'second', '--c', 'of it', '--b--', ''].join('\n');

    expect(contentsOf(message)).toEqual(['first', 'second\n--c\nof it']);
  });

  it('takes blanks behind a boundary for padding', () => {
    const message = multipart('\r\n', 'one', 'two').replace(/^--b(?:--)?/gm, '$& \t ');

    expect(contentsOf(message)).toEqual(['one', 'two']);
  });

  it.each([
    ['another', ' boundary=other'],
    ['none', ''],
    ['one with a comment behind it', ' boundary=b (of parts)'],
  ])('takes a message apart at its own boundary where %s is named', (_what, named) => {
    const message = multipart('\r\n', 'one', 'two').replace(' boundary=b', named);

    expect(contentsOf(message)).toEqual(['one', 'two']);
  });

  it('keeps what stands in a part of parts that has none', () => {
    const empty = ['--b', 'Content-Type: multipart/mixed; boundary=c', '', 'lost', '--b--', ''];
    const message = multipart('\n', 'one').replace('--b--\n', empty.join('\n'));

    expect(contentsOf(message)).toEqual(['one', 'lost']);
  });

  it.each([
    ['no header', 'Hello,\r\n\r\nnote: the code is 1234.\r\n'],
    ['no empty line', 'Subject: x\r\nHello,\r\nnote: the code is 1234.\r\n'],
    ['a line of blanks instead of an empty one', 'X: y\r\n \r\nHello,\r\nnote: the code is 1234.'],
  ])('keeps the text of a message with %s', (_what, message) => {
    const { textBody } = analyse(Buffer.from(message), { receivedAt: new Date() });

    expect(textBody.replace(/\n+/g, ' ')).toBe('Hello, note: the code is 1234.');
  });

  it('keeps a part that has no head, and one whose head no empty line ends', () => {
    const lines = ['bare text', '--b', 'Content-Type: text/html', '<p>bold</p>'];
    const message = `Content-Type: multipart/mixed; boundary=b\n \n--b\n${lines.join('\n')}\n--b--\n`;

    expect(contentsOf(message)).toEqual(['bare text', '<p>bold</p>']);
  });

  it.each([
    ['a line in between that is none', 'Subject: x\r\nstray\r\nReply-To: a@b.test\r\n\r\nbody'],
    ['a folded line of blanks', 'Subject: x\r\n \r\nReply-To: a@b.test\r\n\r\nbody'],
    ['a name that is not ASCII', 'Subject: x\r\nR\u00e9ponse: a\r\nY: z\r\n\r\nbody'],
    ['a name alone in its line', 'Reply-To\r\n : a@b.test\r\n\r\nbody'],
    ['the line of a mailbox before it', 'From a@b.test Mon\r\n\r\nbody'],
  ])('reads a header with %s to its end', (_what, message) => {
    const { textBody } = analyse(Buffer.from(message), { receivedAt: new Date() });

    expect(textBody).toBe('body');
  });

  it('reads a field that is called like the line of a mailbox', () => {
    const message = 'From : ann@a.test\r\nSubject: x\r\n\r\nbody';
    const { from } = analyse(Buffer.from(message), { receivedAt: new Date() });

    expect(from.address).toBe('ann@a.test');
  });

  it('gives up at more parts than anybody sends', () => {
    const bodies = Array.from({ length: 1200 }, (_, i) => `body ${i}`);
    const { cut, leaves } = splitMessage(Buffer.from(multipart('\n', ...bodies)));

    expect(cut).toBe(true);
    expect(leaves).toHaveLength(999);
  });
});
