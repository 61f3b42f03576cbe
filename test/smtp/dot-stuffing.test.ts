import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DotStuffedReader } from '../../src/smtp/dot-stuffing.js';

/** Feeds `chunks`; what was kept, and what is left after the end of data (null: no end seen). */
function read(chunks: readonly Buffer[]): { kept: string; rest: string | null } {
  const reader = new DotStuffedReader();
  const pieces: Buffer[] = [];
  for (const [index, chunk] of chunks.entries()) {
    const end = reader.read(chunk, (piece) => pieces.push(Buffer.from(piece)));
    if (end < 0) continue;
    const rest = Buffer.concat([chunk.subarray(end), ...chunks.slice(index + 1)]);
    return { kept: Buffer.concat(pieces).toString('latin1'), rest: rest.toString('latin1') };
  }
  return { kept: Buffer.concat(pieces).toString('latin1'), rest: null };
}

const bytes = (text: string) => Buffer.from(text, 'latin1');
const everyByte = (text: string) => [...text].map(bytes);

describe('reading dot-stuffed data', () => {
  const ended = [
    ['an empty message', '.\r\n', '', ''],
    ['one line', 'a\r\n.\r\n', 'a\r\n', ''],
    ['an empty line', '\r\n.\r\n', '\r\n', ''],
    ['what follows the end', 'a\r\n.\r\nQUIT\r\n', 'a\r\n', 'QUIT\r\n'],
    ['a second end at once', '.\r\n.\r\n', '', '.\r\n'],
    ['a stuffed dot', '..\r\n.\r\n', '.\r\n', ''],
    ['stuffed dots in many lines', '..a\r\n...\r\n..\r\n.\r\n', '.a\r\n..\r\n.\r\n', ''],
    ['a dot that should have been stuffed', '.a\r\n.\r\n', 'a\r\n', ''],
    ['dots inside lines', 'a.\r\nb..c\r\n.\r\n', 'a.\r\nb..c\r\n', ''],
    ['8-bit bytes', '\xff\x00\x80\r\n.\r\n', '\xff\x00\x80\r\n', ''],
  ] as const;

  it.each(ended)('takes %s at once and byte by byte', (_case, wire, kept, rest) => {
    expect(read([bytes(wire)])).toEqual({ kept, rest });
    expect(read(everyByte(wire))).toEqual({ kept, rest });
  });

  it.each([
    ['\\n.\\n', 'a\n.\nb', 'a\r\n.\r\nb'],
    ['\\n.\\r\\n', 'a\n.\r\nb', 'a\r\n.\r\nb'],
    ['\\r\\n.\\n', 'a\r\n.\nb', 'a\r\n\r\nb'],
    ['\\r\\n.\\r', 'a\r\n.\rb', 'a\r\n\r\nb'],
    ['\\r.\\r', 'a\r.\rb', 'a\r\n.\r\nb'],
    ['\\r.\\r\\n', 'a\r.\r\nb', 'a\r\n.\r\nb'],
    ['\\n.\\r', 'a\n.\rb', 'a\r\n.\r\nb'],
    ['\\r.\\n', 'a\r.\nb', 'a\r\n.\r\nb'],
    ['\\r\\n.\\r\\r\\n', 'a\r\n.\r\r\nb', 'a\r\n\r\nb'],
    ['\\r\\r\\n.\\r\\n without a CRLF of its own', 'a\r\r.\r\nb', 'a\r\n.\r\nb'],
    ['\\r\\n\\0.\\r\\n', 'a\r\n\0.\r\nb', 'a\r\n\0.\r\nb'],
    ['\\r\\n.\\0\\r\\n', 'a\r\n.\0\r\nb', 'a\r\n\0\r\nb'],
    ['\\r\\n. \\r\\n', 'a\r\n. \r\nb', 'a\r\n \r\nb'],
  ])('does not end data at %s', (_case, wire, kept) => {
    expect(read([bytes(wire)])).toEqual({ kept, rest: null });
    expect(read(everyByte(wire))).toEqual({ kept, rest: null });
  });

  it.each([
    ['a bare LF', 'a\nb\n\nc', 'a\r\nb\r\n\r\nc'],
    ['a bare CR', 'a\rb', 'a\r\nb'],
    ['CRs in front of CRLF', 'a\r\r\nb\r\r\r\nc', 'a\r\nb\r\nc'],
    ['dots behind a bare LF, untouched', 'a\n..b\n.c', 'a\r\n..b\r\n.c'],
  ])('keeps %s as CRLF', (_case, wire, kept) => {
    expect(read([bytes(wire)])).toEqual({ kept, rest: null });
    expect(read(everyByte(wire))).toEqual({ kept, rest: null });
  });

  it('gives the same for every place a chunk can be cut at', () => {
    const wire = '..a\r\n.b\r\n\r\n...\r\nc\nd\re\r\r\n.\rf\r\n.\r\r\ng\n.\r\nh\r\n.\r\nQUIT\r\n';
    const whole = read([bytes(wire)]);
    expect(whole.rest).toBe('QUIT\r\n');
    for (let first = 0; first <= wire.length; first++)
      for (let second = first; second <= wire.length; second++)
        expect(
          read([wire.slice(0, first), wire.slice(first, second), wire.slice(second)].map(bytes)),
        ).toEqual(whole);
  });

  it('gives back what was stuffed, for any bytes cut anywhere', () => {
    // Few letters, so that dots and line ends meet in every way; and any bytes at all.
    const byte = fc.oneof(
      fc.constantFrom(0x0d, 0x0a, 0x2e, 0x61),
      fc.integer({ max: 255, min: 0 }),
    );
    const body = fc.array(byte, { maxLength: 60 }).map((list) => Buffer.from(list));
    fc.assert(
      fc.property(body, fc.array(fc.nat(80)), (content, cuts) => {
        const text = content.toString('latin1').replace(/\r+\n|\r+|\n/g, '\r\n') + '\r\n';
        const wire = bytes(text.replace(/^\./gm, '..') + '.\r\nREST');
        expect(read(cutAt(wire, cuts))).toEqual({ kept: text, rest: 'REST' });
      }),
      { numRuns: 500 },
    );
  });

  it('has only CRLF in what it keeps, and ends at CRLF.CRLF alone, for any bytes', () => {
    const byte = fc.constantFrom(0x0d, 0x0a, 0x2e, 0x61);
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 40 }), fc.array(fc.nat(40)), (list, cuts) => {
        const wire = Buffer.from(list);
        const { kept, rest } = read(cutAt(wire, cuts));
        expect(kept.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        const end = `\r\n${wire.toString('latin1')}`.indexOf('\r\n.\r\n');
        expect(rest).toBe(end < 0 ? null : wire.toString('latin1').slice(end + 3));
      }),
      { numRuns: 500 },
    );
  });
});

function cutAt(wire: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.filter((cut) => cut < wire.length), wire.length].sort((a, b) => a - b);
  return places.slice(1).map((place, index) => wire.subarray(places[index], place));
}
