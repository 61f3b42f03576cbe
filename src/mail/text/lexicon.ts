import {
  composedName,
  isPart,
  isPrefix,
  ListedWords,
  MAX_PREFIX_LETTERS,
  type ComposedName,
} from './composed-names.js';
import { CharKind, charKinds, folded } from './fold.js';
import { standsAt } from './phrases.js';
import { isPartOfReset, withResets } from './password-resets.js';
import { spellingOf } from './spelling.js';
import type { Span } from './text-urls.js';
import { USUAL, type Term } from './term.js';
import type { ListedWord } from './terms.js';
import type { TermKind } from '../words/roles.js';
import { LEXICON_TEXTS } from '../words/word-lists.js';

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

/** Kinds whose terms do not hide others that begin within them. */
const ASIDE: ReadonlySet<TermKind> = new Set([
  ...(['purpose', 'site', 'away', 'pending', 'direct', 'once', 'errand'] as const),
  ...(['fraud', 'familiar', 'password', 'renews', 'given', 'notice'] as const),
]);

/** What is to be done with an account. What a notice says was done is not: "New sign-in", "Address confirmed". */
export const ACTION_KINDS: readonly TermKind[] = ['verify', 'signIn', 'reset', 'pending'];

const SHORTEST_COMPOUND = 7;
const LONGEST_COMPOUND = 40;
/** What compounds end in that no list can hold all of, by the last character. */
const ENDINGS = new Map<number, { ending: string; term: Term }[]>();
const COMPOUNDS = new Set<Term>();
for (const [language, kind, ending] of LEXICON_TEXTS.endings) {
  const term: Term = { ...USUAL, kind, languages: [language] };
  const last = ending.charCodeAt(ending.length - 1);
  ENDINGS.set(last, [...(ENDINGS.get(last) ?? []), { ending, term }]);
  COMPOUNDS.add(term);
}

/**
 * All terms of a text, in order of their place, the longest where several begin together.
 * One pass; time grows with the length of the text and of the longest term only.
 */
export function findTerms(text: string): Hit[] {
  const hits: Hit[] = [];
  const words = new ListedWords(text);
  let previous: number = CharKind.Other;
  let noticeEnd = 0;
  for (let i = 0; i < text.length;) {
    const kind = charKinds[text.charCodeAt(i)]!;
    const starts = startsWord(kind, previous);
    const found = starts ? matchWithPrefix(words, i, kind) : null;
    if (!found) {
      const end = endOfRun(text, i, kind);
      if (starts) addCompound(hits, text, i, end);
      previous = kind;
      i = end;
      continue;
    }
    const { start, end, terms } = found;
    const kept =
      end <= noticeEnd ? terms.filter(({ kind }) => !ACTION_KINDS.includes(kind)) : terms;
    hits.push(...kept.map((term) => ({ start, end, term })));
    if (terms.some(({ kind }) => kind === 'notice')) noticeEnd = end;
    i = terms.every(isAside) ? start + 1 : end;
    previous = charKinds[text.charCodeAt(i - 1)]!;
  }
  return withResets(text, hits);
}

const isAside = ({ kind }: Term) => ASIDE.has(kind);

/** "Stellennummer": a word that no list has, by its last part. */
function addCompound(hits: Hit[], text: string, start: number, end: number): void {
  if (end - start < SHORTEST_COMPOUND || end - start > LONGEST_COMPOUND) return;
  const endings = ENDINGS.get(folded[text.charCodeAt(end - 1)]!);
  const found = endings?.find(
    ({ ending }) => ending.length <= end - start && standsAt(text, end - ending.length, ending),
  );
  if (found) hits.push({ start, end, term: found.term });
}

/** Where the letters end that stand together with the one at a place; no term begins within them. */
function endOfRun(text: string, start: number, kind: number): number {
  let end = start + 1;
  if (kind !== CharKind.Letter) return end;
  while (end < text.length && charKinds[text.charCodeAt(end)] === CharKind.Letter) end++;
  return end;
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

function matchWithPrefix(words: ListedWords, start: number, kind: number): Match | null {
  const { text } = words;
  for (let i = start; i <= start + MAX_PREFIX_LETTERS; i++) {
    const own = words.at(i);
    const match = longestMatch(text, own);
    const mayBePrefix = kind === CharKind.Letter && isPrefix(folded[text.charCodeAt(i)]!);
    const mayBeName = mayBePrefix || own.some(isPart);
    const found = mayBeName ? longer(match, composedName(words, i)) : match;
    if (found) return found;
    if (!mayBePrefix) return null;
  }
  return null;
}

/** Parts tell what no list does: a longer name, and another kind than a list has for the beginning of it. */
function longer(listed: Match | null, composed: ComposedName | null): Match | null {
  if (!composed || !listed) return composed ?? listed;
  if (listed.terms.every(isPartOfReset)) return composed;
  const [{ kind }] = composed.terms;
  const isKnown = listed.terms.some((term) => term.kind === kind);
  return composed.stem > listed.end && !isKnown ? composed : listed;
}

function longestMatch(text: string, words: readonly ListedWord[]): Match | null {
  let match: Match | null = null;
  for (const word of words) {
    const { start, end } = word;
    const terms = inAccord(text, word, word.terms);
    if (terms.length > 0) match = { start, end, terms: withShorter(match, terms) };
  }
  return match;
}

/** "Approve the change" still approves. */
const withShorter = (shorter: Match | null, terms: readonly Term[]): readonly Term[] =>
  shorter && terms.every(isAside) ? [...terms, ...shorter.terms] : terms;

/** With other accents a short word is another word: Vietnamese "thẻ" (card), English "the". */
function inAccord(text: string, { start, end }: Span, terms: readonly Term[]): readonly Term[] {
  if (terms.every(({ accents }) => accents === null)) return terms;
  const own = spellingOf(text, start, end);
  return terms.filter(({ accents }) => accents === null || accents === own);
}

/** Whether a hit is a word that no list has, told by its last part. */
export const isCompound = ({ term }: Hit): boolean => COMPOUNDS.has(term);
