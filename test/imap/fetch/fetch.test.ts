import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  binaryLiteral,
  binarySize,
  sectionLiteral,
  type Bytes,
  type ByteSource,
  type Literal,
} from '../../../src/imap/fetch/literal.js';
import { readPath, readSection } from '../../../src/imap/fetch/section.js';
import { bytesBehind, messageBytes, SliceBudget } from '../../../src/imap/fetch/slices.js';
import { attachedBytes } from '../../../src/mail/mime/attachments.js';
import { parseMail } from '../../../src/mail/mime/parse.js';
import { decodeStream } from '../../../src/mail/mime/transfer-stream.js';
import { decodeTransfer } from '../../../src/mail/mime/transfer.js';
import { readPartMap } from '../../../src/mail/structure/part-map.js';
import { messageStructure } from '../../../src/mail/structure/structure.js';

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(bytes: Bytes): Promise<Buffer> {
  if (Buffer.isBuffer(bytes)) return bytes;
  const all: Buffer[] = [];
  for await (const piece of bytes) all.push(piece);
  return Buffer.concat(all);
}

const PREFIX = 'Return-Path: <>\r\nDelivered-To: a@b.example\r\n';
const MESSAGE = [
  'Subject: outer',
  'Content-Type: multipart/mixed; boundary=a',
  ...['', 'preamble', '--a', 'X-First: 1', '', 'one', '--a', 'Content-Type: message/rfc822', ''],
  ...['Subject: inner', 'Content-Type: multipart/mixed; boundary=b', '', '--b'],
  ...['Content-Transfer-Encoding: base64', '', 'aGVs', 'bG8=', '--b--', '', '--a'],
  ...['Content-Type: message/rfc822', '', 'Subject: plain', 'X: 1', ' 2', '', 'text', '--a--', ''],
].join('\r\n');
const raw = Buffer.from(PREFIX + MESSAGE);
const map = readPartMap(messageStructure(Buffer.from(MESSAGE)).partMap, PREFIX.length);
const source: ByteSource = (from, to) => pieces(raw.subarray(from, to), 7);

async function text(literal: Literal | 'unknown' | null): Promise<string | null> {
  if (literal === null || literal === 'unknown') return literal;
  const bytes = await collect(literal.bytes);
  expect(bytes.length).toBe(literal.length);
  return bytes.toString();
}

const fetched = async (spec: string, fields?: string[], partial?: [number, number]) =>
  text(
    await sectionLiteral(
      source,
      map,
      readSection(spec, fields)!,
      partial && { offset: partial[0], count: partial[1] },
    ),
  );

describe('BODY[section]', () => {
  it.each([
    ['', raw.toString()],
    ['HEADER', `${PREFIX}Subject: outer\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n`],
    ['1', 'one'],
    ['1.MIME', 'X-First: 1\r\n\r\n'],
    ['1.1', null],
    ['1.HEADER', null],
    ['2.HEADER', 'Subject: inner\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'],
    ['2.1', 'aGVs\r\nbG8='],
    ['2.1.MIME', 'Content-Transfer-Encoding: base64\r\n\r\n'],
    ['2.2', null],
    ['3.TEXT', 'text'],
    ['3.1', 'text'],
    ['3.1.MIME', 'Subject: plain\r\nX: 1\r\n 2\r\n\r\n'],
    ['3.1.1', null],
    ['4', null],
    ['4294967295.1', null],
  ])('finds [%s]', async (spec, expected) => {
    expect(await fetched(spec)).toBe(expected);
  });

  it.each([
    ['HEADER.FIELDS', ['SUBJECT', 'x'], 'Subject: outer\r\n\r\n'],
    ['HEADER.FIELDS', ['delivered-to'], 'Delivered-To: a@b.example\r\n\r\n'],
    ['HEADER.FIELDS', ['nothing'], '\r\n'],
    ['3.HEADER.FIELDS', ['x'], 'X: 1\r\n 2\r\n\r\n'],
    ['3.HEADER.FIELDS.NOT', ['x'], 'Subject: plain\r\n\r\n'],
  ])('selects %s %j', async (spec, fields, expected) => {
    expect(await fetched(spec, fields)).toBe(expected);
  });

  it.each([
    [[0, 4], 'one'],
    [[1, 1], 'n'],
    [[3, 10], ''],
    [[4_294_967_295, 4_294_967_295], ''],
  ] as const)('cuts <%j>', async (partial, expected) => {
    expect(await fetched('1', undefined, [...partial])).toBe(expected);
  });

  it.each([
    '0',
    '1.',
    '.1',
    '1.0',
    'MIME',
    'HEADER.1',
    '1.HEADER.FIELDS',
    'TEXTS',
    '01',
    'HEADERX',
  ])('does not take [%s]', (spec) => {
    expect(readSection(spec)).toBeNull();
  });

  it('takes a list with HEADER.FIELDS alone', () => {
    expect(readSection('HEADER.FIELDS', [])).toBeNull();
    expect(readSection('HEADER', ['a'])).toBeNull();
    expect(readPath('1.TEXT')).toBeNull();
  });
});

describe('BINARY', () => {
  it.each([
    ['2.1', 'hello'],
    ['1', 'one'],
    ['', raw.toString()],
    ['9', null],
  ])('undoes the encoding of [%s]', async (spec, expected) => {
    expect(await text(await binaryLiteral(source, map, readPath(spec)!))).toBe(expected);
    expect(await binarySize(source, map, readPath(spec)!)).toBe(expected?.length ?? 0);
  });

  it('cuts what was decoded', async () => {
    const literal = await binaryLiteral(source, map, [2, 1], { offset: 1, count: 3 });
    expect(await text(literal)).toBe('ell');
  });

  it('does not know every encoding', async () => {
    const odd = Buffer.from('Content-Transfer-Encoding: x-uuencode\r\n\r\na');
    const message = readPartMap(messageStructure(odd).partMap, 0);
    expect(await binaryLiteral(source, message, [1])).toBe('unknown');
    expect(await binarySize(source, message, [1])).toBe('unknown');
  });

  it('is the same for parts that are too large to be kept', async () => {
    const content = Buffer.alloc(600_000, 'a\0b');
    const large = Buffer.from(
      `Content-Transfer-Encoding: base64\r\n\r\n${content.toString('base64').replace(/.{76}/g, '$&\r\n')}`,
    );
    const message = readPartMap(messageStructure(large).partMap, 0);
    const read: ByteSource = (from, to) => pieces(large.subarray(from, to), 65_536);
    const whole = (await binaryLiteral(read, message, [1])) as Literal;
    expect(await collect(whole.bytes)).toEqual(content);
    const part = { offset: 500_000, count: 50 };
    const some = (await binaryLiteral(read, message, [1], part)) as Literal;
    expect(await collect(some.bytes)).toEqual(content.subarray(500_000, 500_050));
  });
});

describe('bytes that come in pieces', () => {
  const odd = fc.constantFrom(
    '=',
    '=\r\n',
    '= \r\n',
    '=4',
    '=41',
    ' ',
    '\t',
    '\r',
    '\n',
    'a',
    'QUI=',
    'Q',
  );
  const body = fc.array(odd, { maxLength: 60 }).map((parts) => Buffer.from(parts.join('')));

  it.each(['quoted-printable', 'base64'])('are decoded as in one: %s', async (encoding) => {
    await fc.assert(
      fc.asyncProperty(body, fc.integer({ min: 1, max: 9 }), async (bytes, size) => {
        const whole = await collect(decodeStream(pieces(bytes, 1e6), encoding));
        expect(await collect(decodeStream(pieces(bytes, size), encoding))).toEqual(whole);
        if (encoding === 'quoted-printable') expect(whole).toEqual(decodeTransfer(bytes, encoding));
      }),
    );
  });

  it('are decoded without a line end as well', async () => {
    const bytes = Buffer.from('=41='.repeat(100_000));
    const decoded = await collect(decodeStream(pieces(bytes, 100_001), 'quoted-printable'));
    expect(decoded).toEqual(decodeTransfer(bytes, 'quoted-printable'));
  });

  it.each([997, 998, 999, 1_997])('are decoded with %d blanks before a line end', async (count) => {
    const blanks = ' '.repeat(count);
    for (const end of ['', '\r', '\n', '\r\n', 'a']) {
      const bytes = Buffer.from(`=${blanks}${end}${blanks}${end}`);
      const whole = decodeTransfer(bytes, 'quoted-printable');
      for (const size of [500, 998, 999, 1_000])
        expect(await collect(decodeStream(pieces(bytes, size), 'quoted-printable'))).toEqual(whole);
    }
  });
});

describe('what BINARY gives of an attachment', () => {
  const signs = ['=', '=\r\n', '=41', '=20', ' ', '\t', '\r\n', 'a', 'QUI=', 'Q', '\0', '\xff'];
  const body = fc.array(fc.constantFrom(...signs), { maxLength: 30 });
  const encodings = fc.constantFrom('quoted-printable', 'base64', '8bit');

  it('is the attachment, and as long as is told', async () => {
    await fc.assert(
      fc.asyncProperty(body, encodings, async (parts, encoding) => {
        const head = `--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: ${encoding}`;
        const text = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${head}\r\n\r\n${parts.join('')}`;
        const message = Buffer.from(`${text}\r\n--b--\r\n`, 'latin1');
        const { attachments } = parseMail(message);
        const content = attachedBytes(message, attachments[0]!);
        const partMap = readPartMap(messageStructure(message).partMap, 0);
        const read: ByteSource = (from, to) => pieces(message.subarray(from, to), 3);
        const whole = (await binaryLiteral(read, partMap, [1])) as Literal;
        expect(await collect(whole.bytes)).toEqual(content);
        expect(await binarySize(read, partMap, [1])).toBe(content.length);
        const some = (await binaryLiteral(read, partMap, [1], { offset: 2, count: 5 })) as Literal;
        expect(await collect(some.bytes)).toEqual(content.subarray(2, 7));
      }),
    );
  });
});

describe('bytes of which the first are there', () => {
  const others = (from: number, to: number) => pieces(raw.subarray(from, to), 5);

  it.each([0, 1, 40, 100, raw.length])('are the same: %d', async (count) => {
    const source = bytesBehind(raw.subarray(0, count), others);
    for (const from of [0, 1, 39, 40, 99, 100])
      for (const to of [100, 101, raw.length])
        expect(await collect(source(from, to))).toEqual(raw.subarray(from, to));
  });
});

describe('what sessions hold', () => {
  it('is bounded by what all of them hold', () => {
    const budget = new SliceBudget();
    const sizes = Array.from({ length: 2_000 }, () => budget.claim(1e9));
    expect(sizes[0]).toBe(256 * 1024);
    expect(sizes.at(-1)).toBe(4 * 1024);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(80 * 1024 * 1024);
  });

  it('is given back when a reader goes', async () => {
    const budget = new SliceBudget();
    const bytes = (_uid: number, from: number, to: number) => pieces(raw.subarray(from, to), 10);
    const reader = messageBytes({ bytes }, 1, budget)(0, raw.length)[Symbol.asyncIterator]();
    await reader.next();
    await reader.return!(undefined);
    expect(Array.from({ length: 64 }, () => budget.claim(1e9))[0]).toBe(256 * 1024);
    expect(await collect(messageBytes({ bytes }, 1, budget)(0, raw.length))).toEqual(raw);
  });
});
