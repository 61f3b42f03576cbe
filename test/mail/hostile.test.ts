import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { analyse } from '../../src/mail/reading/analyse.js';

const CONTEXT = { receivedAt: new Date('2026-11-20T10:00:03Z') };
const MEGABYTE = 1_000_000;

const fill = (piece: string, length = MEGABYTE) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const withBody = (body: string, type = 'text/plain', more = '') =>
  Buffer.from(
    `From: a@b.test\r\nSubject: code\r\nContent-Type: ${type}; charset=utf-8\r\n${more}\r\n${body}`,
  );

function nested(depth: number): string {
  const parts = Array.from(
    { length: depth },
    (_, i) => `--b${i}\r\nContent-Type: multipart/mixed; boundary=b${i + 1}\r\n\r\n`,
  );
  return `Content-Type: multipart/mixed; boundary=b0\r\n\r\n${parts.join('')}`;
}

describe('analyse', () => {
  it.each([
    ...['1', '1 ', '12 ', '1234 ', '123456 ', '1-', 'ABCD-', 'code ', 'code\n', 'a\n', '\n', ' '],
    ...['>', '> ', '-', '_', '(', ')', '"', '@', 'a@', '.', 'valid 10 minutes. ', '分', 'minute '],
    ...['http://a.b/ ', 'http://a.b/)', '<http://a\n', 'backup codes\n', 'From: a\n', 'a\u200b'],
    ...['On 2026 10:00 a wrote:\n', '\u{e0041}', '😀', 'סוד והבכלמש ', 'Re: '],
  ])('reads a megabyte of %j', (piece) => {
    const { textBody, otpCandidates } = analyse(withBody(fill(piece)), CONTEXT);

    expect(textBody.length).toBeLessThanOrEqual(MEGABYTE);
    expect(otpCandidates.length).toBeLessThanOrEqual(20);
  });

  it.each([
    ...['<div>', '<table><tr><td>', '<a href="http://a.b/c">verify</a>', '<a href=http://a.b>'],
    ...['<b>1', '<p>1234', '<td>1</td>', '<blockquote type=cite>a', '<!--', '<', '</div>', '&amp'],
    ...['<style>.a{display:none}</style>', '<p style="color:#fff;font-size:0">code 123456</p>'],
    ...['<p a=b ', '<img alt="code">', '<![CDATA[', '<font color=white>x', '<p class="a b c">'],
  ])('reads a megabyte of %j', (piece) => {
    const { htmlBody, links } = analyse(withBody(fill(piece), 'text/html'), CONTEXT);

    expect(htmlBody.length).toBe(MEGABYTE);
    expect(links.length).toBeLessThanOrEqual(300);
  });

  it.each([
    [
      'ten megabytes of style rules',
      `<style>${fill('.a{color:red}', 10 * MEGABYTE)}</style><p>x</p>`,
    ],
    ['a comment in style rules', `<style>${fill('/*')}</style><p>x</p>`],
    ['a script of brackets', `<script type="application/ld+json">${fill('[')}</script><p>x</p>`],
    [
      'scripts of markup',
      `${'<script type="application/ld+json">{"a":{"a":[]}}</script>'.repeat(17_000)}<p>x</p>`,
    ],
    ['properties of items', `${fill('<meta itemprop="orderNumber" content="1">')}><p>x</p>`],
    [
      'rules about a long attribute',
      `<style>[title*=b] p,.b p{color:red}</style><i class=b></i><div title="${fill('a', MEGABYTE / 2)}" class="${fill('A', MEGABYTE / 2)}">${'<p>'.repeat(20_000)}x`,
    ],
    ['one long attribute', `<p style="${fill('color:red;')}">x</p>`],
  ])('reads %s', (_what, html) => {
    expect(analyse(withBody(html, 'text/html'), CONTEXT).textBody).toBe('x');
  });

  it.each([
    ['1,000 nested parts', nested(1_000)],
    ['5,000 nested parts', nested(5_000)],
    [
      '20,000 parts side by side',
      `Content-Type: multipart/mixed; boundary=b\r\n\r\n${fill('--b\r\n\r\nx\r\n')}`,
    ],
    ['100,000 fields', `${fill('X-A: b\r\n', 8 * 100_000)}From: a@b.test\r\n\r\nx`],
    [
      '100,000 fields of different names',
      `${Array.from({ length: 100_000 }, (_, i) => `X-${i}: b\r\n`).join('')}\r\nx`,
    ],
    ['a field of 100,000 lines', `Subject: a${fill('\r\n b', 400_000)}\r\n\r\nx`],
    ['a field of bare returns', `Subject: a${fill('\r')}b\r\n\r\nx`],
    ['100,000 addressees', `To: ${fill('a@b.c, ')}\r\n\r\nx`],
    ['100,000 references', `References: ${fill('<a@b> ')}\r\n\r\nx`],
    ['encoded words without end', `Subject: ${fill('=?utf-8?q?a?= ')}\r\n\r\nx`],
    ['encoded words of no charset', `Subject: ${fill('=??q?a?= =?x')}\r\n\r\nx`],
    ['a boundary of nothing', 'Content-Type: multipart/mixed; boundary=""\r\n\r\n--\r\n\r\nx'],
    ['NUL everywhere', 'From: a\0@b.test\r\nSubject: \0\r\n\0\r\n\r\n\0x\0'],
  ])('reads %s', (_what, raw) => {
    const analysis = analyse(Buffer.from(raw), CONTEXT);

    expect(analysis.references.length).toBeLessThanOrEqual(100);
    expect(analysis.subject.length).toBeLessThanOrEqual(2_000);
    expect(JSON.stringify(analysis.headers).length).toBeLessThan(100_000);
  });

  it.each(['quoted-printable', 'base64', 'x-uuencode', 'nonsense'])(
    'reads a megabyte of broken %s',
    (encoding) => {
      const more = `Content-Transfer-Encoding: ${encoding}\r\n`;

      for (const piece of ['=', 'YQ==', '=\r\n', '\u00ff'])
        expect(analyse(withBody(fill(piece), 'text/plain', more), CONTEXT)).toBeDefined();
    },
  );

  it('reads any bytes at all', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
        const { textBody, subject } = analyse(Buffer.from(bytes), CONTEXT);
        expect(`${textBody}${subject}`).not.toMatch(/\0|\p{Cs}/u);
      }),
      { numRuns: 200 },
    );
  });

  it('reads any text as plain text and as HTML', () => {
    const body = fc.string({ unit: 'binary', maxLength: 2_000 });
    fc.assert(
      fc.property(body, fc.constantFrom('text/plain', 'text/html'), (text, type) => {
        const analysis = analyse(withBody(text, type), CONTEXT);
        for (const { code } of analysis.otpCandidates) expect(code).toMatch(/^[0-9A-Za-z-]+$/);
      }),
      { numRuns: 300 },
    );
  });
});
