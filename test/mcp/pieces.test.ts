import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bytesIn, inOne, piecesOf, textOf } from '../../src/mcp/pieces.js';

const LONG = 10_000;

it('pieces are what they were made of, and as many bytes, whatever they hold', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'grapheme', minLength: 1 }).map((given) => given.repeat(LONG)),
  );
  const texts = fc.array(
    fc.oneof(
      text,
      text.map((given) => Buffer.from(given)),
    ),
  );
  fc.assert(
    fc.property(texts, (given) => {
      const whole = given.join('');
      const pieces = piecesOf(...given);
      expect(textOf(pieces)).toBe(whole);
      expect(String(inOne(pieces))).toBe(whole);
      expect(bytesIn(pieces)).toBe(Buffer.byteLength(whole));
    }),
    { numRuns: 100 },
  );
});

it('bytes stay what they are, and short texts become one', () => {
  const bytes = Buffer.from('made before');
  expect(piecesOf('a', '', 'b', bytes, 'c')).toEqual(['ab', bytes, 'c']);
  expect(piecesOf('a', bytes)[1]).toBe(bytes);
});
