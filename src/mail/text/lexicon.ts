import {
  composedName,
  isPrefix,
  MAX_PREFIX_LETTERS,
  NameParts,
  type ComposedName,
} from './composed-names.js';
import { CharKind, charKinds, folded, SILENT } from './fold.js';
import { isPartOfReset, withResets } from './password-resets.js';
import { spellingOf } from './spelling.js';
import type { Span } from './text-urls.js';
import type { Term } from './term.js';
import { CLOSED, CLOSED_PARTS, OPEN, OPEN_PARTS } from './term-lists.js';
import { endsWord, MARKS, skipJoints, TRIE } from './term-trie.js';
import { NOWHERE } from './trie.js';
import type { TermKind } from '../words/roles.js';
import { LEXICON_TEXTS, type CompoundEnding } from '../words/word-lists.js';

/** A term found in a text. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  readonly term: Term;
}

/** What a mail is about. */
export const TOPIC_KINDS = [
  ...(['order', 'money', 'news', 'offer', 'support', 'notice', 'policy'] as const),
];

/** What a mail is about, and numbers of other things. */
export const TOPICAL: ReadonlySet<TermKind> = new Set([...TOPIC_KINDS, 'number', 'otherCode']);

/** Terms that are read although they overlap the beginning of a longer one: "you have half" and "half an hour". */
const LOOSE: ReadonlySet<TermKind> = new Set(['code', 'maybeCode', 'lasts']);
const NAMING: ReadonlySet<TermKind> = new Set([
  ...(['backup', 'number', 'otherCode', 'second', 'minute', 'hour', 'day', 'week'] as const),
]);

/** Kinds whose terms do not hide others that begin within them. */
const ASIDE: ReadonlySet<TermKind> = new Set([
  ...(['purpose', 'site', 'away', 'pending', 'direct', 'once', 'errand'] as const),
  ...(['fraud', 'familiar', 'password', 'renews'] as const),
]);

const SPACE = 0x20;
const MAX_JOINTS = 3;
const SHORTEST_COMPOUND = 7;
const LONGEST_COMPOUND = 40;
/** Endings of compounds by their last two characters. */
const ENDINGS = readEndings();
const COMPOUNDS: ReadonlySet<Term> = new Set(
  [...ENDINGS.values()].flatMap((endings) => endings.map(({ term }) => term)),
);

/**
 * All terms of a text, in order of their place, the longest where several begin together.
 * One pass; time grows with the length of the text and of the longest term only.
 */
export function findTerms(text: string): Hit[] {
  const hits: Hit[] = [];
  const parts = new NameParts(text);
  let previous: number = CharKind.Other;
  let within = NOTHING;
  for (let i = 0; i < text.length;) {
    const kind = charKinds[text.charCodeAt(i)]!;
    const starts = startsWord(kind, previous);
    const found = starts ? matchWithPrefix(parts, i, kind) : null;
    if (!found || isHidden(found, within)) {
      const end = endOfRun(text, i, kind);
      if (starts && !isCovered(i, within)) addCompound(hits, text, i, end);
      previous = kind;
      i = end;
      continue;
    }
    for (const term of found.terms) hits.push({ start: found.start, end: found.end, term });
    const cover = coverOf(found);
    within = wider(within, cover);
    i = cover ? found.start + 1 : found.end;
    previous = charKinds[text.charCodeAt(i - 1)]!;
  }
  return withResets(text, hits);
}

/** What lies under a term, and whether any term may go on from there. */
interface Cover {
  readonly end: number;
  readonly isOpen: boolean;
}

const NOTHING: Cover = { end: 0, isOpen: true };

/**
 * Terms that do not hide what begins within them: "your account recovery code" is what a mail is about
 * and a list, "this is your code for recovery", too.
 */
function coverOf({ start, end, terms }: Match): Cover | null {
  const [{ kind }] = terms as [Term];
  if (terms.length > 1 && terms.some((term) => rankOf(term.kind) !== rankOf(kind))) return null;
  if (ASIDE.has(kind)) return { end: start, isOpen: true };
  if (TOPICAL.has(kind)) return { end, isOpen: true };
  return LOOSE.has(kind) ? { end, isOpen: false } : null;
}

const rankOf = (kind: TermKind) => (TOPICAL.has(kind) ? 'number' : LOOSE.has(kind) ? 'code' : kind);

const wider = (within: Cover, cover: Cover | null): Cover =>
  cover && cover.end > within.end ? cover : within;

const isCovered = (place: number, within: Cover): boolean => !within.isOpen && place < within.end;

function isHidden({ start, end, terms }: Match, within: Cover): boolean {
  // "Your case 551204": what a mail is about may end in the name of a number.
  if (end === within.end && within.isOpen) return !terms.some(({ kind }) => kind === 'number');
  // The blank that a term ends in is no more of it: "code for linking the card\n".
  const last = within.end + (within.isOpen || start >= within.end ? 0 : MAX_JOINTS);
  if (end <= last) return true;
  return start < within.end && !within.isOpen && !terms.some(({ kind }) => NAMING.has(kind));
}

/** "Stellennummer": a word that no list has, by its last part. */
function addCompound(hits: Hit[], text: string, start: number, end: number): void {
  if (end - start < SHORTEST_COMPOUND || end - start > LONGEST_COMPOUND) return;
  const key = keyOf(folded[text.charCodeAt(end - 2)]!, folded[text.charCodeAt(end - 1)]!);
  const found = ENDINGS.get(key)?.find(({ ending }) => endsWith(text, start, end, ending));
  if (found) hits.push({ start, end, term: found.term });
}

/** Where the letters end that stand together with the one at a place; no term begins within them. */
function endOfRun(text: string, start: number, kind: number): number {
  let end = start + 1;
  if (kind !== CharKind.Letter) return end;
  while (end < text.length && charKinds[text.charCodeAt(end)] === CharKind.Letter) end++;
  return end;
}

function endsWith(text: string, start: number, end: number, ending: string): boolean {
  const from = end - ending.length;
  if (from < start) return false;
  for (let i = ending.length - 1; i >= 0; i--)
    if (folded[text.charCodeAt(from + i)] !== ending.charCodeAt(i)) return false;
  return true;
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly terms: readonly Term[];
}

function startsWord(kind: number, previous: number): boolean {
  if (kind === CharKind.Unspaced) return true;
  if (kind !== CharKind.Letter && kind !== CharKind.Digit) return false;
  return previous !== CharKind.Letter && previous !== CharKind.Digit;
}

function matchWithPrefix(parts: NameParts, start: number, kind: number): Match | null {
  const { text } = parts;
  for (let i = start; i <= start + MAX_PREFIX_LETTERS; i++) {
    const { match, isPart } = longestMatch(text, i);
    const mayBePrefix = kind === CharKind.Letter && isPrefix(folded[text.charCodeAt(i)]!);
    const found = isPart || mayBePrefix ? longer(match, composedName(parts, i)) : match;
    if (found) return found;
    if (!mayBePrefix) return null;
  }
  return null;
}

/** Parts tell what no list does: a longer name, and another kind than a list has for the beginning of it. */
function longer(listed: Match | null, composed: ComposedName | null): Match | null {
  if (!composed || !listed) return composed ?? listed;
  if (listed.terms.every(isPartOfReset)) return composed;
  const [{ kind }] = composed.terms as [Term];
  const isKnown = listed.terms.some((term) => term.kind === kind);
  return composed.stem > listed.end && !isKnown ? composed : listed;
}

interface Walk {
  readonly match: Match | null;
  /** Whether a part of a name begins there. */
  readonly isPart: boolean;
}

function longestMatch(text: string, start: number): Walk {
  let match: Match | null = null;
  let isPart = false;
  let node = 0;
  for (let i = start; i < text.length;) {
    const char = folded[text.charCodeAt(i)]!;
    if (char !== SILENT) node = TRIE.follow(node, char);
    if (node === NOWHERE) break;
    i = char === SPACE ? skipJoints(text, i) : i + 1;
    const mark = MARKS[node]!;
    if (mark === 0) continue;
    const isClosed = endsWord(text, i);
    const terms = inAccord(text, { start, end: i }, (isClosed ? CLOSED : OPEN).of(mark));
    if (terms.length > 0) match = { start, end: i, terms: withShorter(match, terms) };
    isPart ||= (isClosed ? CLOSED_PARTS : OPEN_PARTS).of(mark).length > 0;
  }
  return { match, isPart };
}

/** "Approve the change" still approves. */
const withShorter = (shorter: Match | null, terms: readonly Term[]): readonly Term[] =>
  shorter && terms.every(({ kind }) => ASIDE.has(kind)) ? [...terms, ...shorter.terms] : terms;

/** With other accents a short word is another word: Vietnamese "thẻ" (card), English "the". */
function inAccord(text: string, { start, end }: Span, terms: readonly Term[]): readonly Term[] {
  if (terms.every(({ accents }) => accents === null)) return terms;
  const own = spellingOf(text, start, end);
  return terms.filter(({ accents }) => accents === null || accents === own);
}

/** Whether a hit is a word that no list has, told by its last part. */
export const isCompound = ({ term }: Hit): boolean => COMPOUNDS.has(term);

interface Ending {
  readonly ending: string;
  readonly term: Term;
}

/** Some of them share one, which is no harm. */
function keyOf(beforeLast: number, last: number): number {
  return (beforeLast << 8) ^ last;
}

function readEndings(): ReadonlyMap<number, readonly Ending[]> {
  const byKey = new Map<number, Ending[]>();
  for (const own of LEXICON_TEXTS.endings.map(toEnding)) {
    const [beforeLast, last] = [own.ending.length - 2, own.ending.length - 1];
    const key = keyOf(own.ending.charCodeAt(beforeLast), own.ending.charCodeAt(last));
    byKey.set(key, [...(byKey.get(key) ?? []), own]);
  }
  return byKey;
}

function toEnding([language, kind, ending]: CompoundEnding): Ending {
  const open = { accents: null, about: null, isTyped: false, isApproval: false, count: null };
  return { ending, term: { kind, languages: [language], order: null, ...open } };
}
