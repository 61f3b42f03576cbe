import type { ListRole } from '../words/roles.js';
import { wordList } from '../words/word-lists.js';
import { CharKind, charKinds, fold, folded } from './fold.js';
import { spellingOf } from './spelling.js';
import type { Span } from './text-urls.js';

interface Phrase {
  readonly folded: string;
  /** How it is spelled, of a short one with accents: '' for none; null where others may do. */
  readonly spelling: string | null;
}

/** Folded phrases, to be looked up by how they begin. */
export interface Phrases {
  /** By `hashOf` of the first two characters: 1 where a phrase may begin. */
  readonly mayBegin: Uint8Array;
  /** By the same. */
  readonly groups: ReadonlyMap<number, readonly Phrase[]>;
}

const HASHES = 0x1000;

/** The phrases of some lists of the lexicon, of two characters at least. */
export function phrases(...roles: readonly ListRole[]): Phrases {
  const groups = new Map<number, Phrase[]>();
  for (const phrase of wordList(...roles).map(toPhrase)) {
    const start = hashOf(phrase.folded.charCodeAt(0), phrase.folded.charCodeAt(1));
    groups.set(start, [...(groups.get(start) ?? []), phrase]);
  }
  const mayBegin = new Uint8Array(HASHES);
  for (const start of groups.keys()) mayBegin[start] = 1;
  return { mayBegin, groups };
}

/** From so many letters on no other word differs by its accents alone. */
const LONG = 6;

function toPhrase(entry: string): Phrase {
  const folded = fold(entry);
  return { folded, spelling: folded.length < LONG ? spellingOf(entry, 0, entry.length) : null };
}

const hashOf = (first: number, second: number) => ((first << 5) ^ second) & (HASHES - 1);

/** Whether a phrase begins in a line, at a place from `from` on and before `to`. */
export function holdsAny(line: string, among: Phrases, from = 0, to = line.length): boolean {
  for (let at = from; at < to; at++) if (phraseAt(line, at, among)) return true;
  return false;
}

function phraseAt(line: string, at: number, { mayBegin, groups }: Phrases): string | undefined {
  const start = hashOf(foldedAt(line, at), foldedAt(line, at + 1));
  // Finding out that no phrase begins at a place is most of the work.
  if (mayBegin[start] !== 1) return undefined;
  return groups.get(start)!.find((phrase) => isAt(line, at, phrase))?.folded;
}

/** A letter of a script that separates words. */
const isLetter = (line: string, place: number) =>
  charKinds[line.charCodeAt(place)] === CharKind.Letter;

/** Whether a phrase begins a word of a line, or is joined to the article or the like before it. */
export const holdsStem = (line: string, among: Phrases): boolean =>
  stemsIn(line, among).next().done === false;

/** Where phrases begin words of a line so. */
export function* stemsIn(line: string, among: Phrases): Generator<Span, void> {
  let isInWord = false;
  for (let at = 0; at < line.length; at++) {
    const followsLetter = isInWord;
    isInWord = isLetter(line, at);
    if (followsLetter && !mayBeJoined(line, at)) continue;
    const phrase = phraseAt(line, at, among);
    if (phrase) yield { start: at, end: at + phrase.length };
  }
}

/** Scripts that write "the", "and", "in" together with what follows. */
const JOINED = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const FIRST_JOINED = 0x590;

const mayBeJoined = (line: string, at: number) =>
  line.charCodeAt(at) >= FIRST_JOINED && JOINED.test(line.charAt(at));

function isAt(line: string, place: number, { folded: phrase, spelling }: Phrase): boolean {
  for (let i = 0; i < phrase.length; i++)
    if (foldedAt(line, place + i) !== phrase.charCodeAt(i)) return false;
  if (spelling === null) return true;
  // With other accents a short word is another word: Vietnamese "nghị", "nghi".
  const own = spellingOf(line, place, place + phrase.length);
  return own === '' || own === spelling;
}

function foldedAt(text: string, place: number): number {
  return place < text.length ? folded[text.charCodeAt(place)]! : 0;
}
