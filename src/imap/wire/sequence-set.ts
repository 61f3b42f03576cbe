import type { Tokens } from './tokens.js';

/** A number, or `*`, the last there is. */
type Bound = number | '*';

/** Messages by number or UID as a client named them; `saved` is `$` (RFC 5182). */
export type SequenceSet = 'saved' | readonly (readonly [Bound, Bound])[];

/** From (included) to (included), ascending, without gaps and overlaps between two. */
export type Range = readonly [from: number, to: number];

const MAX_UID = 2 ** 32 - 1;
const BOUND = /^(\*|[1-9]\d{0,9})$/;
const WHAT = 'numbers such as 1,3:5,8:*';

/** The sequence set that is next. */
export function readSequenceSet(tokens: Tokens): SequenceSet {
  const { place } = tokens;
  const text = tokens.sequenceSet();
  if (text === '$') return 'saved';
  return text.split(',').map((part) => {
    const bounds = part.split(':').map(boundOf);
    const [from, to = from] = bounds;
    if (bounds.length > 2 || from === null || to === null || from === undefined)
      return tokens.fail(WHAT, place);
    return [from, to!] as const;
  });
}

function boundOf(text: string): Bound | null {
  if (!BOUND.test(text)) return null;
  if (text === '*') return text;
  const value = Number(text);
  return value <= MAX_UID ? value : null;
}

/** The set in order, where `last` is what `*` stands for. */
export function rangesOf(set: Exclude<SequenceSet, 'saved'>, last: number): Range[] {
  const valueOf = (bound: Bound) => (bound === '*' ? last : bound);
  return merged(
    set.map(([from, to]): Range => {
      const [a, b] = [valueOf(from), valueOf(to)];
      return a <= b ? [a, b] : [b, a];
    }),
  );
}

function merged(ranges: Range[]): Range[] {
  const result: [number, number][] = [];
  for (const [from, to] of ranges.sort(([a], [b]) => a - b)) {
    const before = result.at(-1);
    if (before && from <= before[1] + 1) before[1] = Math.max(before[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** Ascending numbers as ranges. */
export const toRanges = (numbers: readonly number[]): Range[] =>
  merged(numbers.map((number): Range => [number, number]));

/** Ascending numbers as short as they can be written: `1:3,7`. */
export const written = (numbers: readonly number[]): string =>
  toRanges(numbers)
    .map(([from, to]) => (from === to ? `${from}` : `${from}:${to}`))
    .join(',');
