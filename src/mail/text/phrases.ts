import type { ListRole } from '../words/roles.js';
import { wordList } from '../words/word-lists.js';
import { CharKind, charKinds, fold, folded } from './fold.js';
import { spellingOf } from './spelling.js';
import type { Span } from './text-urls.js';

interface Phrase {
  readonly role: ListRole;
  readonly text: string;
  /** How it is spelled, of a short one with accents: '' for none; null where others may do. */
  readonly spelling: string | null;
}

/** Folded phrases by `hashOf` of their first two characters. */
export type Phrases = readonly (readonly Phrase[] | undefined)[];

const HASHES = 0x1000;

/** The phrases of some lists of the lexicon, of two characters at least. */
export function phrases(...roles: readonly ListRole[]): Phrases {
  const groups = new Array<Phrase[] | undefined>(HASHES).fill(undefined);
  for (const role of roles)
    for (const entry of wordList(role)) {
      const phrase = toPhrase(role, entry);
      (groups[hashOf(phrase.text.charCodeAt(0), phrase.text.charCodeAt(1))] ??= []).push(phrase);
    }
  return groups;
}

/** From so many letters on no other word differs by its accents alone. */
const LONG = 6;

function toPhrase(role: ListRole, entry: string): Phrase {
  const text = fold(entry);
  return { role, text, spelling: text.length < LONG ? spellingOf(entry, 0, entry.length) : null };
}

const hashOf = (first: number, second: number) => ((first << 5) ^ second) & (HASHES - 1);

/** Whether a phrase begins in a line, at a place from `from` on and before `to`. */
export function holdsAny(line: string, among: Phrases, from = 0, to = line.length): boolean {
  for (let at = from; at < to; at++) if (phraseAt(line, at, among)) return true;
  return false;
}

const phraseAt = (line: string, at: number, among: Phrases): Phrase | undefined =>
  likelyAt(line, at, among)?.find((phrase) => isAt(line, at, phrase));

/** Finding out that no phrase begins at a place is most of the work. */
const likelyAt = (line: string, at: number, among: Phrases): readonly Phrase[] | undefined =>
  among[hashOf(foldedAt(line, at), foldedAt(line, at + 1))];

const isAt = (line: string, at: number, { text, spelling }: Phrase): boolean =>
  standsAt(line, at, text) && (spelling === null || isSpelledSo(line, at, spelling, text));

/** With other accents a short word is another word: Vietnamese "nghị", "nghi". */
function isSpelledSo(line: string, at: number, spelling: string, { length }: string): boolean {
  const own = spellingOf(line, at, at + length);
  return own === '' || own === spelling;
}

/** A letter of a script that separates words. */
const isLetter = (line: string, place: number) =>
  charKinds[line.charCodeAt(place)] === CharKind.Letter;

/** Whether a phrase begins a word of a line, or is joined to the article or the like before it. */
export function holdsStem(line: string, among: Phrases): boolean {
  for (let at = 0; at < line.length; at++)
    if (phraseAt(line, at, among) && mayBegin(line, at)) return true;
  return false;
}

/** A phrase where it stands. */
export interface FoundPhrase extends Span {
  /** The list that has it. */
  readonly role: ListRole;
}

/** Where phrases begin words of a line so. */
export function stemsIn(line: string, among: Phrases): FoundPhrase[] {
  const found: FoundPhrase[] = [];
  for (let at = 0; at < line.length; at++) {
    const likely = likelyAt(line, at, among);
    if (!likely || !mayBegin(line, at)) continue;
    for (const phrase of likely)
      if (isAt(line, at, phrase))
        found.push({ start: at, end: at + phrase.text.length, role: phrase.role });
  }
  return found;
}

/** Scripts that write "the", "and", "in" together with what follows. */
const JOINED = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const FIRST_JOINED = 0x590;

const mayBegin = (line: string, at: number) =>
  !isLetter(line, at - 1) || (line.charCodeAt(at) >= FIRST_JOINED && JOINED.test(line.charAt(at)));

/** Whether a folded text stands at a place of a line. */
export function standsAt(line: string, place: number, phrase: string): boolean {
  for (let i = 0; i < phrase.length; i++)
    if (foldedAt(line, place + i) !== phrase.charCodeAt(i)) return false;
  return true;
}

function foldedAt(text: string, place: number): number {
  return place < text.length ? folded[text.charCodeAt(place)]! : 0;
}
