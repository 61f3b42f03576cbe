import { CharKind, charKinds, fold, folded, isLatinOrGreek, SILENT } from './fold.js';
import type { Span } from './text-urls.js';
import { withTerm, type Term } from './terms.js';
import { NOWHERE, Trie } from './trie.js';
import { LANGUAGES } from '../words/all.js';
import { APPROVALS, APPROVED } from '../words/approval-words.js';
import { KIND_WORDS } from '../words/kind-words.js';
import type { TermKind, Words } from '../words/words.js';

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

/** What names a code and may begin with a verb of typing: "enter the code". */
const CALLING: ReadonlySet<TermKind> = new Set(['code', 'maybeCode']);

/** Kinds whose terms do not hide others that begin within them. */
const ASIDE: ReadonlySet<TermKind> = new Set([
  ...(['purpose', 'site', 'away', 'pending', 'direct', 'once', 'errand'] as const),
  ...(['fraud', 'familiar'] as const),
]);

const NONE: readonly Term[] = [];
const SPACE = 0x20;
const JOINT = /[^\p{L}\p{M}\p{Nd}]+/gu;
const MAX_JOINTS = 3;
const MAX_PREFIX_LETTERS = 5;
/** From this length on a term is recognized without its accents, too. */
const LONG = 8;
/** Hebrew and Arabic write "and", "in", "to", "the" together with the word that follows. */
const PREFIX_LETTERS = new Set([
  ...[...'והבכלמשوفبكلا'].map((letter) => letter.charCodeAt(0)),
  SILENT,
]);

const FIRST_PREFIX_LETTER = 0x590;
/** Words of Thai and of what is written farther east have no blanks between. */
const FIRST_UNSPACED = '\u0e00';

/** The terms of all languages. */
interface Lexicon {
  readonly trie: Trie;
  /** By node: which of the lists below are its own; 0 where no term ends. */
  readonly marks: Uint32Array;
  /** By mark: the terms that end there, at the end of a word (all of them) or (`open`) within one. */
  readonly closed: readonly (readonly Term[])[];
  readonly open: readonly (readonly Term[])[];
}

/** No letter from here on has an accent. */
const LAST_ACCENTED = 0x2200;
/** By code: 1 for letters of the Latin and the Greek script with accents. */
const ACCENTED = Uint8Array.from({ length: 0x10000 }, (_, code) =>
  Number(code < LAST_ACCENTED && isAccented(String.fromCharCode(code))),
);

const APPROVAL_NAMES: ReadonlySet<string> = new Set(
  Object.values(APPROVALS).flatMap((list) => splitTerms(list).map(fold)),
);

const LEXICON = buildLexicon();

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
  let previous: number = CharKind.Other;
  let within = NOTHING;
  for (let i = 0; i < text.length;) {
    const kind = charKinds[text.charCodeAt(i)]!;
    const starts = startsWord(kind, previous);
    const found = starts ? matchWithPrefix(text, i, kind) : null;
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
  return hits;
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

function matchWithPrefix(text: string, start: number, kind: number): Match | null {
  for (let i = start; i <= start + MAX_PREFIX_LETTERS; i++) {
    const found = longestMatch(text, i);
    if (found) return found;
    if (kind !== CharKind.Letter || !isPrefix(folded[text.charCodeAt(i)]!)) return null;
  }
  return null;
}

/** Latin and Cyrillic letters are none. */
const isPrefix = (char: number) =>
  (char >= FIRST_PREFIX_LETTER || char === SILENT) && PREFIX_LETTERS.has(char);

function longestMatch(text: string, start: number): Match | null {
  let best: Match | null = null;
  let node = 0;
  for (let i = start; i < text.length;) {
    const char = folded[text.charCodeAt(i)]!;
    if (char !== SILENT) node = LEXICON.trie.follow(node, char);
    if (node === NOWHERE) break;
    i = char === SPACE ? skipJoints(text, i) : i + 1;
    const mark = LEXICON.marks[node]!;
    const terms = mark === 0 ? NONE : termsAt(text, mark, { start, end: i });
    if (terms.length > 0) best = { start, end: i, terms: withShorter(best, terms) };
  }
  return best;
}

/** "Approve the change" still approves. */
const withShorter = (shorter: Match | null, terms: readonly Term[]): readonly Term[] =>
  shorter && terms.every(({ kind }) => ASIDE.has(kind)) ? [...terms, ...shorter.terms] : terms;

const termsAt = (text: string, mark: number, place: Span): readonly Term[] =>
  inAccord(text, place, (endsWord(text, place.end) ? LEXICON.closed : LEXICON.open)[mark]!);

/** With other accents a short word is another word: Vietnamese "thẻ" (card), English "the". */
function inAccord(text: string, { start, end }: Span, terms: readonly Term[]): readonly Term[] {
  if (terms.every(({ accents }) => accents === null)) return terms;
  const own = spellingOf(text, start, end);
  return terms.filter(({ accents }) => accents === null || accents === own);
}

/** How a word is written, where it is written with accents. */
function spellingOf(text: string, start: number, end: number): string {
  for (let i = start; i < end; i++)
    if (ACCENTED[text.charCodeAt(i)] === 1)
      return text.slice(start, end).normalize('NFC').toLowerCase().replace(JOINT, ' ');
  return '';
}

function isAccented(letter: string): boolean {
  const lower = letter.toLowerCase();
  for (let i = 0; i < lower.length; i++) {
    const code = lower.charCodeAt(i);
    if (charKinds[code] === CharKind.Joint) continue;
    if (isLatinOrGreek(code) && code !== folded[code]) return true;
  }
  return false;
}

function skipJoints(text: string, start: number): number {
  let i = start + 1;
  while (i < start + MAX_JOINTS && charKinds[text.charCodeAt(i)] === CharKind.Joint) i++;
  return i;
}

function endsWord(text: string, end: number): boolean {
  const last = charKinds[text.charCodeAt(end - 1)];
  const next = end < text.length ? charKinds[text.charCodeAt(end)] : CharKind.Other;
  // 「密码：」 ends in its colon, whatever follows.
  if (last !== CharKind.Letter && last !== CharKind.Digit) return true;
  return next !== CharKind.Letter && next !== CharKind.Digit;
}

function buildLexicon(): Lexicon {
  const listed = [...LANGUAGES, ...KIND_WORDS].flatMap(readTerms);
  const known = new Set(listed.map(({ text }) => text));
  const approvals = APPROVED.flatMap(readTerms).filter(({ text }) => !known.has(text));
  const entries = [...listed, ...approvals];
  const trie = new Trie(entries.map(({ text }) => text));
  const marks = new Uint32Array(trie.size);
  const singles = new Map<Term, readonly Term[]>();
  const closed = [NONE];
  const open = [NONE];
  for (const { text, isOpen, term } of entries) {
    const node = trie.nodeOf(text);
    marks[node] ||= Math.max(closed.push(NONE), open.push(NONE)) - 1;
    const own = isOpen ? open : closed;
    own[marks[node]] = withTerm(own[marks[node]]!, term, singles);
  }
  // A term for every ending is one for none, too.
  open.forEach((terms, mark) => {
    for (const term of terms) closed[mark] = withTerm(closed[mark]!, term, singles);
  });
  return { trie, marks, closed, open };
}

interface LexiconEntry {
  readonly text: string;
  readonly isOpen: boolean;
  readonly term: Term;
}

function readTerms({ language, terms }: Words): LexiconEntry[] {
  const foldTerms = (list = '') => splitTerms(list).map((term) => fold(term.replace('*', '')));
  const actions = { reset: foldTerms(terms.reset), signIn: foldTerms(terms.signIn) };
  const verbs = foldTerms(terms.enter);
  const known = new Map<string, Term>();
  return (Object.keys(terms) as TermKind[]).flatMap((kind) =>
    splitTerms(terms[kind] ?? '').map((written) => {
      const { text, isOpen, accents, count } = readTerm(written);
      const about = kind === 'code' ? aboutOf(text, actions) : null;
      const isTyped = CALLING.has(kind) && verbs.some((verb) => beginsWith(text, verb));
      const isApproval = APPROVAL_NAMES.has(text);
      // Most words of a language differ in nothing but their letters.
      const likeness = `${kind} ${accents} ${about} ${isTyped} ${isApproval} ${count}`;
      const own = { kind, languages: [language], accents, about, isTyped, isApproval, count };
      const term = known.get(likeness) ?? own;
      known.set(likeness, term);
      return { text, isOpen, term };
    }),
  );
}

function beginsWith(text: string, verb: string): boolean {
  return text.startsWith(verb) && (text[verb.length] === ' ' || verb >= FIRST_UNSPACED);
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
  for (const { language, endings = {} } of LANGUAGES)
    for (const kind of Object.keys(endings) as TermKind[])
      for (const ending of splitTerms(endings[kind] ?? '').map(fold)) {
        const open = { accents: null, about: null, isTyped: false, isApproval: false, count: null };
        const term = { kind, languages: [language], ...open };
        const key = keyOf(
          ending.charCodeAt(ending.length - 2),
          ending.charCodeAt(ending.length - 1),
        );
        byKey.set(key, [...(byKey.get(key) ?? []), { ending, term }]);
      }
  return byKey;
}

/** A term as the word files write it: `stem*`, `half an hour=30`. */
function readTerm(written: string) {
  const [name = '', count] = written.split('=');
  const isOpen = name.endsWith('*');
  const text = fold(isOpen ? name.slice(0, -1) : name).replace(/ +/g, ' ');
  const stem = isOpen ? name.slice(0, -1) : name;
  const accents = text.length >= LONG ? null : spellingOf(stem, 0, stem.length);
  return { text, isOpen, accents, count: count ? Number(count) : null };
}

function aboutOf(text: string, actions: Record<'reset' | 'signIn', string[]>): Term['about'] {
  const speaksOf = (kind: 'reset' | 'signIn') => actions[kind].some((term) => text.includes(term));
  if (speaksOf('reset')) return 'reset';
  return speaksOf('signIn') ? 'signIn' : null;
}

/** The entries of a list in a word file. */
export function splitTerms(list: string): string[] {
  return list
    .normalize('NFC')
    .split(/,\s*/)
    .map((term) => term.replace(/\s+/g, ' ').trim())
    .filter((term) => term !== '');
}
