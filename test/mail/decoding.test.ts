import { describe, expect, it } from '@jest/globals';
import { readMailboxes } from '../../src/mail/mime/addresses.js';
import { cleanName } from '../../src/mail/mime/attachments.js';
import { decodeCharset } from '../../src/mail/mime/charset.js';
import { decodeWords } from '../../src/mail/mime/encoded-words.js';
import { readDate } from '../../src/mail/mime/dates.js';
import { MailHeaders } from '../../src/mail/mime/headers.js';
import {
  clip,
  oneLine,
  safeText,
  shorten,
  storable,
  storableBytes,
} from '../../src/mail/text/safe-text.js';
import { decodeTransfer } from '../../src/mail/mime/transfer.js';

describe('decodeTransfer', () => {
  it.each([
    ['an escape', 'caf=C3=A9', 'café'],
    ['a lower-case escape', 'caf=c3=a9', 'café'],
    ['a soft line break', 'one=\r\ntwo', 'onetwo'],
    ['a soft line break with blanks', 'one= \t\r\ntwo', 'onetwo'],
    ['a soft line break at the end', 'one=', 'one'],
    ['blanks at a line end', 'one  \r\ntwo\t\ntree', 'one\r\ntwo\ntree'],
    ['escaped blanks at a line end', 'one=20\r\ntwo', 'one \r\ntwo'],
    ['blanks at the end', 'one\r\ntwo \t', 'one\r\ntwo'],
    ['blanks behind the last line', 'one\r\n \t', 'one\r\n'],
    ['escaped blanks at the end', 'one=20', 'one '],
    ['blanks behind escaped ones', 'one=20 ', 'one '],
    ['more blanks than a line has', `one${' '.repeat(1000)}\r\ntwo`, 'one  \r\ntwo'],
    ['what is no escape', '1 = 2 =ZZ =4', '1 = 2 =ZZ =4'],
  ])('reads quoted-printable with %s', (_case, encoded, expected) => {
    expect(decodeTransfer(Buffer.from(encoded), 'quoted-printable').toString()).toBe(expected);
  });

  it.each([
    ['wrapped lines', 'SGVs\r\nbG8=', 'Hello'],
    ['no padding', 'SGVsbG8', 'Hello'],
    ['a short block behind padding', 'SGU=bA', 'Hel'],
    ['several padded blocks', 'SGU=\r\nbGxv\r\nIQ==\r\n', 'Hello!'],
    ['foreign characters', 'SG*Vs!bG8=', 'Hello'],
  ])('reads base64 with %s', (_case, encoded, expected) => {
    expect(decodeTransfer(Buffer.from(encoded), 'base64').toString()).toBe(expected);
  });

  const line = (letters: number) => 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo='.slice(0, letters);
  const lines = (letters: number, end: string) =>
    Array.from({ length: 100_000 }, () => `${line(letters)}${end}`);

  it.each([
    ['lines of one length', lines(32, '\r\n')],
    ['lines that end within a letter', lines(31, '\r\n')],
    ['bare line feeds', lines(32, '\n')],
    ['a shorter line', lines(32, '\r\n').with(20_000, `${line(28)}\r\n`)],
    ['a line with a longer one behind', lines(32, '\r\n').with(7, `${line(33)}\n`)],
    ['a line with blanks in it', lines(32, '\r\n').with(99, `${line(29)}   \r\n`)],
    ['padding at the end', [...lines(32, '\r\n'), 'QQ==']],
    ['a letter too many', [...lines(32, '\r\n'), 'Q']],
  ])('reads large base64 with %s', (_case, encoded) => {
    const text = encoded.join('');
    const decoded = decodeTransfer(Buffer.from(text), 'base64');
    expect(decoded.equals(Buffer.from(text.replace(/\s/g, ''), 'base64'))).toBe(true);
  });

  it.each([
    ['its own lines', 'begin 644 a.txt\r\n#0V%T\r\n`\r\nend\r\n', 'Cat'],
    ['blanks at the end of a line lost', 'begin 644 a.txt\n"1GD\nend\n', 'Fy'],
    ['no beginning', '#0V%T\r\n', '#0V%T\r\n'],
  ])('reads uuencode with %s', (_case, encoded, expected) => {
    expect(decodeTransfer(Buffer.from(encoded), 'uuencode').toString()).toBe(expected);
  });

  it('leaves other encodings alone', () => {
    expect(decodeTransfer(Buffer.from('a=20b'), '8bit').toString()).toBe('a=20b');
  });
});

describe('decodeCharset', () => {
  it.each([
    ['utf-8', [0xe2, 0x82, 0xac], '€'],
    ['UTF-8', [0xef, 0xbb, 0xbf, 0x41], 'A'],
    ['us-ascii', [0xe9], 'é'],
    ['iso-8859-1', [0xe9, 0x80, 0x92], 'é€’'],
    ['windows-1252', [0x93, 0x61, 0x94], '“a”'],
    ['utf-8', [0x63, 0x61, 0x66, 0xe9], 'café'],
    ['iso-8859-15', [0xa4], '€'],
    ['koi8-r', [0xf0, 0xd2, 0xc9], 'При'],
    ['gb2312', [0xc4, 0xe3], '你'],
    ['cp932', [0x82, 0xa0], 'あ'],
    ['ks_c_5601-1987', [0xb0, 0xa1], '가'],
    ['tis-620', [0xa1], 'ก'],
    ['cp850', [0x82], 'é'],
    [
      'iso-2022-kr',
      [...Buffer.from('\x1b$)C\x0e>H3gGO<<?d\x0f, a!\r\n\x0e>H\x0f')],
      '안녕하세요, a!\r\n안',
    ],
    ['big5_tw', [0xa4, 0xa4, 0xa4, 0xe5], '中文'],
    ['eucgb2312_cn', [0xd6, 0xd0, 0xce, 0xc4], '中文'],
    ['utf-7', [...Buffer.from('caf+AOk-')], 'café'],
    ['utf-7', [...Buffer.from('1 +- 1 +AOk.+2D3eAA-')], '1 + 1 é.😀'],
    ['utf-7', [...Buffer.from('+/v8-a+A')], 'a'],
    ['utf-7', [...Buffer.from('a+AOk\u00e9', 'latin1')], 'a+AOké'],
    ['utf-8*en', [0x41], 'A'],
    ['no-such-charset', [0xc3, 0xa9], 'é'],
    ['no-such-charset', [0xe9], 'é'],
    ['ks_c_5601-1987', [0x8c, 0x63, 0xb9, 0xe6], '똠방'],
    ['big5', [0xae, 0x45, 0x9d, 0xf6], '圃喺'],
    ['latin9', [0xa4], '€'],
    ['utf-16', [0xfe, 0xff, 0x4f, 0x60], '你'],
    ['utf-16', [0x00, 0x41, 0x4f, 0x60], 'A你'],
    ['utf-16', [0x41, 0x00, 0x60, 0x4f], 'A你'],
    ['utf-16', [0x04, 0x1a, 0x04, 0x3e, 0x04, 0x34, 0x00, 0x20, 0x00, 0x31], 'Код 1'],
    ['gb2312', [0x95, 0x32, 0x82, 0x36, 0xa2, 0xe3], '𠀀€'],
    ['gb18030-2000', [0xc4, 0xe3], '你'],
    ['x-euc-cn', [0xc4, 0xe3], '你'],
    ['x-windows-949', [0xb0, 0xa1], '가'],
    ['x-big5', [0xa4, 0xa4], '中'],
    ['x-utf-7', [...Buffer.from('caf+AOk-')], 'café'],
    ['utf-32', [0xff, 0xfe, 0, 0, 0x41, 0, 0, 0], 'A'],
    ['us-ascii', [0xff, 0xfe, 0x41, 0x00], 'A'],
    ['iso-8859-1', [0xef, 0xbb, 0xbf, 0x41], 'A'],
    ['us-ascii', [...Buffer.from('a \x1b$B$3$s\x1b(B')], 'a こん'],
    // UTF-8 under another name, and what is that by chance.
    ['iso-8859-1', [...Buffer.from('café')], 'café'],
    ['windows-1252', [...Buffer.from('it’s')], 'it’s'],
    ['iso-8859-1', [...Buffer.from('Привет')], 'Привет'],
    ['windows-1252', [...Buffer.from('NESCAFÉ®', 'latin1')], 'NESCAFÉ®'],
    ['gb2312', [...Buffer.from('你好，验证码')], '你好，验证码'],
    ['gb2312', [0xd2, 0xbb, 0xcf, 0xb3], '一铣'],
    ['windows-1251', [...Buffer.from('Подтверждение')], 'Подтверждение'],
    [undefined, [0xe9], 'é'],
  ])('reads %s', (charset, bytes, expected) => {
    expect(decodeCharset(Buffer.from(bytes), charset)).toBe(expected);
  });
});

describe('decodeWords', () => {
  it.each([
    ['=?utf-8?Q?caf=C3=A9_noir?=', 'café noir'],
    ['=?utf-8?B?Y2Fmw6k=?=', 'café'],
    ['=?utf-8?B?4pg=?= =?utf-8?B?gw==?=', '☃'],
    ['=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=', '日本'],
    ['=?iso-2022-jp?B?GyRCRnwbKEI=?= =?ISO-2022-JP?B?GyRCS1wbKEI=?=', '日本'],
    ['=?koi8-r?Q?=F0=D2=C9?= and more', 'При and more'],
    ['=?unknown?Q?abc?=', 'abc'],
    ['=?iso-8859-1?Q?Die_Fr\u00f6sche_=FC?=', 'Die Fr\u00f6sche \u00fc'],
    ['=?utf-8?Q?caf=C3=A9?= =?utf-8?Q?_f\u00fcr_=C3=A9?= x', 'caf\u00e9 f\u00fcr \u00e9 x'],
    ['=?broken', '=?broken'],
    ['=?utf-8?B?YQ==Yg==?=', 'ab'],
    ['=?utf-8?Q?Forgot it??= =?utf-8?Q?_Why? So?=', 'Forgot it? Why? So'],
    ['=?utf-8?Q?a? =?utf-8?Q?b?=', '=?utf-8?Q?a? b'],
    ['=?iso-2022-jp?B?GyRCRnw=?= =?iso-2022-jp?B?S1wbKEI=?=', '日本'],
    ['=?utf-8?B?4pg=?=  \t=?UTF-8?Q?=83?= =?utf-8?q?_x?=', '☃ x'],
    ['a =?utf-8?Q?b?= c =?utf-8?Q?d?==?utf-8?Q?e?=', 'a b c de'],
    ['=?utf-8?Q?b?= =?koi8-r?Q?=F0?=', 'bП'],
    ['=?utf-8*de-CH?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
    ['=?utf-8?Q?Grüße_=3D?=', 'Grüße ='],
    ['=?utf-8?Q?=?=', '='],
    ['=?utf-8?B??= x', ' x'],
    ['=?unknown-8bit?B?R3L83w==?=', 'Grüß'],
    ['=?big5_tw?b?xefD0r1Y?=', '驗證碼'],
    ['=?ks_c_5601-1987?B?vsiz5w==?=', '안녕'],
    ['=?iso-2022-kr?B?GyQpQw4+SDNnDw==?=', '안녕'],
    ['=?utf-8?X?abc?= =?', '=?utf-8?X?abc?= =?'],
  ])('reads %j as %j', (value, expected) => {
    expect(decodeWords(value)).toBe(expected);
  });
});

describe('readDate', () => {
  it.each([
    ['Fri, 20 Nov 2026 10:00:00 CET', '2026-11-20T09:00:00.000Z'],
    ['Fri, 20 Nov 2026 10:00:00 XYZ', '2026-11-20T10:00:00.000Z'],
    ['Fri, 20 Nov 2026 10:00:00 GMT+1', '2026-11-20T09:00:00.000Z'],
    ['Fri, 20 Nov 2026 10:00:00 -600', '2026-11-20T16:00:00.000Z'],
    ['Fri, 20 Nov 2026 10:00:00 +0100 CET', '2026-11-20T09:00:00.000Z'],
    ['Fri, 20 Nov 2026 10:00:00 +0100 (at (about) ten)', '2026-11-20T09:00:00.000Z'],
    ['Fri, 20 Nov 126 10(h):   00  :  00 +0100', '2026-11-20T09:00:00.000Z'],
    ['Fri, 20 Nov 2026 10.00.00 +0100', '2026-11-20T09:00:00.000Z'],
    ['Fri, 20 Nov 2026 10:00:00 PM', '2026-11-20T22:00:00.000Z'],
    ['Fri, 20 Nov 2026 23:59:60 +0000', '2026-11-21T00:00:00.000Z'],
    ['Fri Nov 20 10:00:00 EST 2026', '2026-11-20T15:00:00.000Z'],
    ['Fri Nov 20 2026 10:00:00 GMT+0100 (CET)', '2026-11-20T09:00:00.000Z'],
    ['Fri Nov 20 10:00:00 2026 +0100', '2026-11-20T09:00:00.000Z'],
    ['Nov 20, 2026, 10:00:00 PM', '2026-11-20T22:00:00.000Z'],
    ['"Fri, 20 Nov 2026 10:00:00 +0100"', '2026-11-20T09:00:00.000Z'],
    ['Fri, 20 Nov 2026 10:00:00 X9', null],
    ['Fri, 32 Nov 2026 10:00:00 +0000', null],
    ['Fri, 20 Nov 2026 10:00:00 +0100', '2026-11-20T09:00:00.000Z'],
    ['20 Nov 2026 10:00 +0000', '2026-11-20T10:00:00.000Z'],
    ['Fri, 20 Nov 2026 10:00:00 GMT (Greenwich)', '2026-11-20T10:00:00.000Z'],
    ['Fri, 20 Nov 2026 10:00:00', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z'],
    ['Fri, 20 Nov 9999 10:00:00 +0000', null],
    ['tomorrow', null],
    ['foo 1', null],
    ['', null],
  ])('reads %j as %j', (value, expected) => {
    expect(readDate(value)).toBe(expected);
  });
});

describe('readMailboxes', () => {
  it.each([
    ['a@b.test', [{ name: null, address: 'a@b.test' }]],
    ['Robin <a@b.test>', [{ name: 'Robin', address: 'a@b.test' }]],
    ['"Doe, Robin" <a@b.test>', [{ name: 'Doe, Robin', address: 'a@b.test' }]],
    ['=?utf-8?Q?Ren=C3=A9?= <a@b.test>', [{ name: 'René', address: 'a@b.test' }]],
    ['=?utf-8?Q?Robin_=3Ca=40b.test=3E?=', [{ name: 'Robin', address: 'a@b.test' }]],
    [
      'a@b.test, Team: c@d.test, Eve <e@f.test>;',
      [
        { name: null, address: 'a@b.test' },
        { name: null, address: 'c@d.test' },
        { name: 'Eve', address: 'e@f.test' },
      ],
    ],
    ['undisclosed-recipients:;', []],
    // What encoded words hold means nothing.
    [
      '=?utf-8?Q?<c@d.test>_"Bee",_A;_(x):?= <a@b.test>',
      [{ name: '<c@d.test> "Bee", A; (x):', address: 'a@b.test' }],
    ],
    ['=?utf-8?Q?a=40b=2Etest?=', [{ name: null, address: 'a@b.test' }]],
    [
      '=?utf-8?Q?Ann_=3Ca=40b.test=3E=2C_c=40d.test?=, e@f.test',
      [
        { name: 'Ann', address: 'a@b.test' },
        { name: null, address: 'c@d.test' },
        { name: null, address: 'e@f.test' },
      ],
    ],
    ['"Ann Bee <a@b.test>', [{ name: 'Ann Bee', address: 'a@b.test' }]],
    ['Ann <"a b"@b.test>', [{ name: 'Ann', address: '"a b"@b.test' }]],
    ['Ann <mailto:a@b.test>', [{ name: 'Ann', address: 'a@b.test' }]],
    ["'a@b.test'", [{ name: null, address: 'a@b.test' }]],
    ["o'brien@b.test", [{ name: null, address: "o'brien@b.test" }]],
    ['', []],
  ])('reads %j', (value, expected) => {
    expect(readMailboxes(value)).toEqual(expected);
  });
});

describe('MailHeaders', () => {
  it('gives the first of several fields and all of them on demand', () => {
    const headers = new MailHeaders([
      { key: 'x', line: 'X: one\r\n two' },
      { key: 'x', line: 'X: three' },
    ]);

    expect(headers.first('x')).toBe('one two');
    expect(headers.all('x')).toEqual(['one two', 'three']);
    expect(headers.toRecord()).toEqual({ x: ['one two', 'three'] });
  });

  it('finds the sender behind thousands of other fields', () => {
    const noise = Array.from({ length: 5000 }, (_, i) => ({ key: `x-${i}`, line: `X-${i}: y` }));

    const headers = new MailHeaders([...noise, { key: 'from', line: 'From: a@b.test' }]);

    expect(headers.first('from')).toBe('a@b.test');
    expect(JSON.stringify(headers.toRecord()).length).toBeLessThan(80_000);
  });

  it('makes no property of what is named like a part of every object', () => {
    const headers = new MailHeaders([{ key: '__proto__', line: '__proto__: x' }]);

    expect(Object.keys(headers.toRecord())).toEqual([]);
  });
});

describe('cleanName', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\evil.exe', 'evil.exe'],
    ['a\u0000b\r\n.txt', 'ab.txt'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['..', null],
    ['', null],
  ])('makes %j %j', (name, expected) => {
    expect(cleanName(name)).toBe(expected);
  });
});

describe('text for a database', () => {
  it.each([
    ['plain', 'plain'],
    ['a\0b', 'ab'],
    ['\ud83d', '\ufffd'],
    ['\ude00x', '\ufffdx'],
    ['😀', '😀'],
  ])('makes %j %j', (text, expected) => {
    expect(safeText(text)).toBe(expected);
  });

  it('never cuts a character in half', () => {
    expect(clip('a😀', 2)).toBe('a');
    expect(clip('a😀', 3)).toBe('a😀');
    expect(storable('a\0😀\ud83d', 2)).toBe('a');
    expect(storable('a\0😀\ud83d', 4)).toBe('a😀\ufffd');
    expect(storableBytes(Buffer.from('\ufeffa\0😀'), 7)).toBe('\ufeffa');
    expect(storableBytes(Buffer.from([0x61, 0xff, 0xf0]), 7)).toBe('a\ufffd\ufffd');
    expect(shorten('ab😀cd', 4)).toBe('ab…');
  });

  it('folds to one line', () => {
    expect(oneLine(' a\r\n\tb\u0007c ')).toBe('a b c');
  });
});
