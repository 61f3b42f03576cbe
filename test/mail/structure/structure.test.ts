import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readPartMap } from '../../../src/mail/structure/part-map.js';
import { messageStructure } from '../../../src/mail/structure/structure.js';

const raw = (...lines: string[]) => Buffer.from(lines.join('\r\n'), 'latin1');
const read = (...lines: string[]) => messageStructure(raw(...lines));
const NOBODY = 'NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL';

describe('ENVELOPE', () => {
  it('has the fields in order, encoded words as they stand in the header', () => {
    const { envelope } = read(
      'Date: Thu, 26 Nov 2026 23:59:59 -0800',
      'Subject: =?utf-8?q?caf=C3=A9?=',
      ' folded',
      'From: Ana Lima <ana@a.example>',
      'Sender: bob@b.example',
      'Reply-To: "Lima, Ana" <reply@a.example>',
      'To: One <one@x.example>, two@x.example (Second)',
      'Cc: Friends: three@x.example, <four@x.example>;',
      'In-Reply-To: <1@a.example>',
      'Message-ID: <2@a.example>',
      ...['', 'text'],
    );
    expect(envelope).toBe(
      '("Thu, 26 Nov 2026 23:59:59 -0800" "=?utf-8?q?caf=C3=A9?= folded"' +
        ' (("Ana Lima" NIL "ana" "a.example")) ((NIL NIL "bob" "b.example"))' +
        ' (("Lima, Ana" NIL "reply" "a.example"))' +
        ' (("One" NIL "one" "x.example")("Second" NIL "two" "x.example"))' +
        ' ((NIL NIL "Friends" NIL)(NIL NIL "three" "x.example")(NIL NIL "four" "x.example")(NIL NIL NIL NIL))' +
        ' NIL "<1@a.example>" "<2@a.example>")',
    );
  });

  it('takes From where nobody else sent it or gets the answer', () => {
    expect(read('From: a@b.example', '', '').envelope).toBe(
      `(NIL NIL ${'((NIL NIL "a" "b.example")) '.repeat(3)}NIL NIL NIL NIL NIL)`,
    );
  });

  it.each([
    ['quotes and backslashes', 'a "b" \\c', '"a \\"b\\" \\\\c"'],
    ['8-bit bytes', 'caf\xc3\xa9', '{5}\r\ncaf\xc3\xa9'],
    ['a lone CR', 'a\rb', '{3}\r\na\rb'],
    ['NUL', 'a\0b', '{5}\r\na\xef\xbf\xbdb'],
    ['nothing', '', '""'],
  ])('sends %s so that no line ends', (_what, subject, sent) => {
    expect(read(`Subject: ${subject}`, '', '').envelope).toBe(
      `(NIL ${sent} NIL NIL NIL NIL NIL NIL NIL NIL)`,
    );
  });

  it.each([
    ['<a@b.example>', '(NIL NIL "a" "b.example")'],
    ['"a b"@c.example', '(NIL NIL "a b" "c.example")'],
    ['a@[192.0.2.1]', '(NIL NIL "a" "[192.0.2.1]")'],
    ['A (one (two)) <a@b.example>', '("A" NIL "a" "b.example")'],
    ['x@y.example <a@b.example>', '("x@y.example" NIL "a" "b.example")'],
    ['<@r.example,@s.example:a@b.example>', '(NIL NIL "a" "b.example")'],
    ['"A \\"B\\" C" <a@b.example>', '("A \\"B\\" C" NIL "a" "b.example")'],
    ['undisclosed-recipients:;', '(NIL NIL "undisclosed-recipients" NIL)(NIL NIL NIL NIL)'],
    ['A <a@b.example', '("A" NIL "a" "b.example")'],
    ['"A <a@b.example>', '("A" NIL "a" "b.example")'],
    ['somebody', '(NIL NIL "somebody" "MISSING_DOMAIN")'],
    ['some body', '("some body" NIL "MISSING_MAILBOX" "MISSING_DOMAIN")'],
    ['A a@b.example>', '("A >" NIL "a" "b.example")'],
    ['a@b.example ()', '(NIL NIL "a" "b.example")'],
    ['" A " <a@b.example>', '("A" NIL "a" "b.example")'],
    ['a @ b . example', '(NIL NIL "a" "b.example")'],
    ['a@b.example;c@d.example', '(NIL NIL "a" "b.example")(NIL NIL "c" "d.example")'],
    ['<mailto:a@b.example>', '(NIL NIL "a" "b.example")'],
    ['@b.example', '(NIL NIL "MISSING_MAILBOX" "b.example")'],
    [',,a@b.example,,', '(NIL NIL "a" "b.example")'],
  ])('reads %s', (to, list) => {
    expect(read(`To: ${to}`, '', '').envelope).toBe(
      `(NIL NIL NIL NIL NIL (${list}) NIL NIL NIL NIL)`,
    );
  });

  it('says nothing of a mail that says nothing', () => {
    expect(read('').envelope).toBe(`(${NOBODY})`);
    expect(read('', 'From: a@b.example').envelope).toBe(`(${NOBODY})`);
  });
});

const TEXT = '"text" "plain" ("charset" "us-ascii") NIL NIL "7bit"';

describe('BODYSTRUCTURE', () => {
  it('counts bytes and lines of a text', () => {
    const { body, bodyStructure, partMap } = read('Subject: a', '', 'one', 'two', 'three');
    expect(body).toBe(`(${TEXT} 15 2)`);
    expect(bodyStructure).toBe(`(${TEXT} 15 2 NIL NIL NIL NIL)`);
    expect(JSON.parse(partMap)).toEqual([0, 14, 29, '7bit']);
  });

  it('tells of all fields of a part', () => {
    const { bodyStructure } = read(
      'Content-Type: application/pdf; name*0="a "; name*1=b.pdf; x=y (z)',
      'Content-Transfer-Encoding: BASE64',
      'Content-ID: <c@d>',
      'Content-Description: about (it)',
      'Content-MD5: md==',
      "Content-Disposition: attachment; filename*=utf-8''%e2%82%ac",
      'Content-Language: de, en',
      'Content-Location: http://a.example/',
      ...['', 'AAAA'],
    );
    expect(bodyStructure).toBe(
      '("application" "pdf" ("x" "y" "name" "a b.pdf") "<c@d>" "about (it)" "BASE64" 4 "md=="' +
        ' ("attachment" ("filename*" "utf-8\'\'%e2%82%ac")) ("de" "en") "http://a.example/")',
    );
  });

  it.each([
    ['name*1=b; name*0=a', '"name" "ab"'],
    ['name*0=a; name*2=c', '"name*0" "a" "name*2" "c"'],
    ["name*0*=utf-8''a%20; name*1=b c; name*2*=%41", '"name*" "utf-8\'\'a%20b%20c%41"'],
    ['name=a b; ;x; =y', '"name" "a b"'],
    ['name="a', '"name" "a"'],
  ])('reads parameters as they were sent: %s', (parameters, told) => {
    const { body } = read(`Content-Type: application/x; ${parameters}`, '', 'x');
    expect(body).toBe(`("application" "x" (${told}) NIL NIL "7bit" 1)`);
  });

  it('tells of no empty fields', () => {
    expect(read('Content-ID:', 'Content-Description: ', '', 'x').body).toBe(`(${TEXT} 1 0)`);
  });

  it('goes into parts and attached messages', () => {
    const { body, bodyStructure, partMap } = read(
      'Content-Type: multipart/mixed; boundary="a"',
      ...['', 'preamble', '--a', '', 'one', '--a', 'Content-Type: message/rfc822', ''],
      ...['Subject: inside', 'Content-Type: multipart/alternative; boundary=b', ''],
      ...['--b', 'Content-Type: text/html', '', '<p>', '--b--', 'rest', '--a--', 'epilogue', ''],
    );
    const inside = '(("text" "html" ("charset" "us-ascii") NIL NIL "7bit" 3 0) "alternative")';
    expect(body).toBe(
      `((${TEXT} 3 0)("message" "rfc822" NIL NIL NIL "7bit" 116` +
        ` (NIL "inside" NIL NIL NIL NIL NIL NIL NIL NIL) ${inside} 8) "mixed")`,
    );
    expect(bodyStructure).toContain(
      '"alternative" ("boundary" "b") NIL NIL NIL) 8 NIL NIL NIL NIL)',
    );
    expect(readPartMap(partMap, 10)).toMatchObject({
      header: [0, 57],
      children: [
        { body: [74, 77], encoding: '7bit' },
        { body: [116, 232], message: { header: [116, 184], children: [{ body: [216, 219] }] } },
      ],
    });
  });

  it('ends what is open within by a boundary from without', () => {
    const { body } = read(
      'Content-Type: multipart/mixed; boundary=a',
      ...['', '--a', 'Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'one'],
      ...['--a', '', 'two', '--a--'],
    );
    expect(body).toBe(`(((${TEXT} 3 0) "mixed")(${TEXT} 3 0) "mixed")`);
  });

  it('takes the parts of a digest for messages', () => {
    const { body } = read(
      'Content-Type: multipart/digest; boundary=a',
      ...['', '--a', '', 'Subject: one', '', 'text', '--a--'],
    );
    expect(body).toContain('(("message" "rfc822" NIL NIL NIL "7bit" 20 (NIL "one"');
  });

  it.each([
    ['without boundary', ['Content-Type: multipart/mixed', '', 'text']],
    ['whose boundary is nowhere', ['Content-Type: multipart/mixed; boundary=a', '', 'text']],
    ['without a type', ['Content-Type: text', '', 'text']],
  ])('shows a body %s as one text', (_which, lines) => {
    expect(read(...lines).body).toBe(`(${TEXT} 4 0)`);
  });
});

describe('a mail without measure', () => {
  it('is taken apart up to 1,000 parts', () => {
    const { body } = read(
      'Content-Type: multipart/mixed; boundary=a',
      '',
      ...Array.from({ length: 3000 }, () => '--a\r\n\r\nx'),
      '--a--',
    );
    expect(body.match(/"plain"/g)).toHaveLength(999);
  });

  it('is taken apart 100 levels deep', () => {
    const levels = Array.from({ length: 300 }, (_, i) => [
      `Content-Type: multipart/mixed; boundary=b${i}`,
      ...['', `--b${i}`],
    ]);
    const { body } = read(...levels.flat(), '', 'x');
    expect(body.match(/"mixed"/g)).toHaveLength(100);
    expect(
      read(...Array.from({ length: 300 }, () => 'Content-Type: message/rfc822\r\n')).body,
    ).toMatch(/"text" "plain"/);
  });

  it('has an answer of measured size, whatever messages are attached', () => {
    const to = `To: ${'a,'.repeat(2_000)}`;
    const message = ['--b', 'Content-Type: message/rfc822', '', to, '', ''].join('\r\n');
    const { bodyStructure } = read(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      message.repeat(1_000),
    );
    expect(bodyStructure.length).toBeLessThan(1024 * 1024);
  });

  it('has an envelope of measured size', () => {
    const addresses = Array.from({ length: 200_000 }, (_, i) => `a${i}@b.example`).join(', ');
    const fields = ['To', 'Cc', 'Bcc', 'From', 'Sender', 'Reply-To'];
    const { envelope } = read(...fields.map((name) => `${name}: ${addresses}`), '', '');
    expect(envelope.length).toBeLessThan(1024 * 1024);
  });
});

/** What is left of an answer without its literals and quoted strings. */
function frame(wire: string): string {
  let text = wire;
  for (let literal; (literal = /\{(\d+)\}\r\n/.exec(text));)
    text =
      text.slice(0, literal.index) +
      text.slice(literal.index + literal[0].length + Number(literal[1]));
  return text.replace(/"(?:[^"\\]|\\["\\])*"/g, '');
}

describe('any bytes', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '\r\n',
      '\n',
      '\r',
      '\0',
      '--b',
      '--b--',
      '"',
      '\\',
      '(',
      ')',
      '<',
      '>',
      '{3}',
      ';',
      ' ',
    ),
    fc.constantFrom(
      'Content-Type: ',
      'multipart/mixed; boundary=b',
      'message/rfc822',
      'To: ',
      'Subject: ',
    ),
    fc.constantFrom('Content-Disposition: a; b*0*=', 'name', '=', '@', ',', ':', '\xff', '[', ']'),
  );

  it('become lines that are whole, and places that are in them', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        const bytes = Buffer.from(pieces.join(''), 'latin1');
        const { envelope, body, bodyStructure, partMap } = messageStructure(bytes);
        for (const wire of [envelope, body, bodyStructure])
          expect(frame(wire)).toMatch(/^\([()A-Z\d ]*\)$/);
        const { header, body: place } = readPartMap(partMap, 0);
        expect([header[0], place[1]]).toEqual([0, bytes.length]);
        expect(header[1]).toBe(place[0]);
      }),
      { numRuns: 2_000 },
    );
  });
});
