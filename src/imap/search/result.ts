import type { MessageMark } from '../session.js';
import { written } from '../wire/sequence-set.js';
import { quoted } from '../wire/quote.js';

/** What RETURN can ask for (RFC 9051 section 6.4.4). */
export const RETURN_OPTIONS = ['MIN', 'MAX', 'ALL', 'COUNT', 'SAVE'] as const;
/** One of them. */
export type ReturnOption = (typeof RETURN_OPTIONS)[number];

/** What a search found. */
export interface SearchResult {
  readonly by: 'uid' | 'number';
  readonly messages: readonly MessageMark[];
  /** Ascending. */
  readonly places: readonly number[];
  /** Whether it asked for MODSEQ, and is answered with the highest. */
  readonly hasModseq: boolean;
  readonly tag: string;
}

/** A line without its `* `, null where nothing is to be said, and the UIDs for `$`. */
export interface Result {
  readonly line: string | null;
  readonly saved: readonly number[];
}

/** The result for RETURN with these options; null is the form of RFC 3501. */
export function writtenResult(
  found: SearchResult,
  returns: readonly ReturnOption[] | null,
): Result {
  const counted = returns === null ? found.places : countedPlaces(found.places, returns);
  const saved = counted.map((place) => found.messages[place]!.uid);
  if (returns === null) return { line: plain(found), saved };
  const isOnlySaved = returns.every((option) => option === 'SAVE');
  return { line: isOnlySaved ? null : extended(found, counted, returns), saved };
}

/** RFC 9051 section 6.4.4.1, RFC 7162 section 3.1.10: the ends alone where nothing else was asked for. */
function countedPlaces(
  places: readonly number[],
  returns: readonly ReturnOption[],
): readonly number[] {
  const ends = [returns.includes('MIN') && places[0], returns.includes('MAX') && places.at(-1)];
  if (returns.includes('ALL') || returns.includes('COUNT') || !ends.some((end) => end !== false))
    return places;
  return [...new Set(ends.filter((end) => typeof end === 'number'))];
}

function plain(found: SearchResult): string {
  const modseq = found.hasModseq && found.places.length > 0;
  const highest = modseq ? ` (MODSEQ ${highestModseq(found, found.places)})` : '';
  return ['SEARCH', ...numbersOf(found)].join(' ') + highest;
}

/** RFC 9051 section 7.3.4. */
function extended(
  found: SearchResult,
  counted: readonly number[],
  returns: readonly ReturnOption[],
): string {
  const head = [`ESEARCH (TAG ${quoted(found.tag)})`, ...(found.by === 'uid' ? ['UID'] : [])];
  const numbers = numbersOf(found);
  const count = returns.includes('COUNT') ? [`COUNT ${numbers.length}`] : [];
  if (numbers.length === 0) return [...head, ...count].join(' ');
  const parts = returns.flatMap((option) => ANSWERS[option]?.(numbers) ?? []);
  const modseq = found.hasModseq ? [`MODSEQ ${highestModseq(found, counted)}`] : [];
  return [...head, ...parts, ...count, ...modseq].join(' ');
}

/** What is answered where anything was found. */
const ANSWERS: Partial<Record<ReturnOption, (numbers: readonly number[]) => string>> = {
  MIN: (numbers) => `MIN ${numbers[0]}`,
  MAX: (numbers) => `MAX ${numbers.at(-1)}`,
  ALL: (numbers) => `ALL ${written(numbers)}`,
};

const numbersOf = ({ by, messages, places }: SearchResult): number[] =>
  places.map((place) => (by === 'uid' ? messages[place]!.uid : place + 1));

const highestModseq = ({ messages }: SearchResult, places: readonly number[]): number =>
  places.reduce((highest, place) => Math.max(highest, messages[place]!.modseq), 0);
