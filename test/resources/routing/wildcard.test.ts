import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { matchesWildcard, readWildcard } from '../../../src/resources/routing/wildcard.js';
import { countWork } from '../../mail/work.js';

const matches = (pattern: string, text: string) =>
  matchesWildcard(readWildcard(pattern), text.toLowerCase());

/** The definition: `*` is any text, everything else is itself. */
function naive(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  const [head, rest] = [pattern[0], pattern.slice(1)];
  if (head !== '*') return text[0] === head && naive(rest, text.slice(1));
  for (let i = 0; i <= text.length; i++) if (naive(rest, text.slice(i))) return true;
  return false;
}

describe('a wildcard', () => {
  it.each([
    ['*', ''],
    ['*', 'anything'],
    ['*@example.com', 'a@example.com'],
    ['*@EXAMPLE.com', 'A@Example.COM'],
    ['Invoice *', 'invoice 42'],
    ['*urgent*', 'This is URGENT!'],
    ['a*b*c', 'abc'],
    ['a*b*c', 'a-b-b-c-c'],
    ['**a**', 'a'],
    ['same', 'Same'],
    ['[a-z]+.?', '[A-Z]+.?'],
    ['Über*', 'ÜBERGABE'],
  ])('%s matches %s', (pattern, text) => {
    expect(matches(pattern, text)).toBe(true);
  });

  it.each([
    ['example.com', 'a@example.com'],
    ['*@example.com', 'a@example.com.evil.test'],
    ['*@example.com', 'a@EXAMPLE.org'],
    ['a*a', 'a'],
    ['ab*ba', 'aba'],
    ['a*b*b', 'ab'],
    ['*a*', 'b'],
    ['.*', 'abc'],
    ['same', 'same '],
  ])('%s does not match %s', (pattern, text) => {
    expect(matches(pattern, text)).toBe(false);
  });

  it('means what its definition says', () => {
    const text = (characters: string, max: number) =>
      fc.string({ unit: fc.constantFrom(...characters), maxLength: max });
    fc.assert(
      fc.property(text('ab*', 8), text('ab', 12), (pattern, given) => {
        expect(matches(pattern, given)).toBe(naive(pattern, given));
      }),
      { numRuns: 3_000 },
    );
  });

  it('matches every text it was made from', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), fc.array(fc.string()), (parts, gaps) => {
        const pattern = parts.map((part) => part.replaceAll('*', '')).join('*');
        let gap = 0;
        const text = pattern.replaceAll('*', () => gaps[gap++] ?? '');
        expect(matches(pattern, text)).toBe(true);
      }),
    );
  });

  const LONG = 100_000;
  const a = 'a'.repeat(LONG);
  it.each([
    ['a part at every place', '*aab*', a],
    ['a long part that all but fits', `*${'a'.repeat(197)}b*`, a],
    ['a long part whose beginning is missing', `*b${'a'.repeat(197)}*`, a],
    ['a part of periods', `*${'ab'.repeat(98)}c*`, 'ab'.repeat(LONG / 2)],
    ['many parts', `${'*a'.repeat(99)}*b`, a],
    ['many parts in the end', `${'a*'.repeat(99)}b`, `${a}b`],
    ['many parts of which the last is missing', `*${'ab*'.repeat(64)}c*`, 'ab'.repeat(LONG / 2)],
    ['nothing but wildcards', '*'.repeat(200), a],
    ['letters of two bytes', `*${'é'.repeat(190)}x*`, 'é'.repeat(LONG)],
  ])('goes once over 100 kB with %s', async (_case, pattern, text) => {
    expect(pattern.length).toBeLessThanOrEqual(200);
    const parts = readWildcard(pattern);
    const work = await countWork(async () => matchesWildcard(parts, text));
    expect(work).toBeLessThan(1.1 * text.length);
  });
});
