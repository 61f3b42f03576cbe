import { CharKind, charKinds, fold, folded, isLatinOrGreek } from './fold.js';
import type { Range } from './text-urls.js';
import { LANGUAGES } from './words/all.js';
import type { TermKind, Words } from './words/words.js';

/** A term of some language. */
export interface Term {
  readonly kind: TermKind;
  /** BCP 47; all that have it. */
  readonly languages: readonly string[];
  /** Of a unit that brings its count along, `half an hour`: 30; otherwise null. */
  readonly count: number | null;
  /** How it has to be spelled: with these accents, with none (''), or (null) either way. */
  readonly accents: string | null;
  /** What a code is for, as its name says: "sign-in code". */
  readonly about: 'signIn' | 'reset' | null;
}

/** A term found in a text. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  readonly term: Term;
}

/** What a mail is about, and numbers of other things. */
export const TOPICAL: ReadonlySet<TermKind> = new Set([
  ...(['number', 'otherCode', 'order', 'money', 'news', 'offer', 'support', 'notice'] as const),
]);

const NONE: readonly Term[] = [];
const SPACE = 0x20;
const JOINT = /[^\p{L}\p{M}\p{Nd}]+/gu;
const MAX_JOINTS = 3;
const MAX_PREFIX_LETTERS = 4;
/** From this length on a term is recognized without its accents, too. */
const LONG = 8;
/** Hebrew and Arabic write "and", "in", "to", "the" together with the word that follows. */
const PREFIX_LETTERS = new Set([...'והבכלמשوفبكلا'].map((letter) => letter.charCodeAt(0)));

/** A trie in flat tables: an edge is an entry of a hash table keyed by node and character. */
interface Trie {
  readonly mask: number;
  readonly nodes: Int32Array;
  readonly chars: Uint16Array;
  readonly targets: Int32Array;
  /** By node: 1 where some term ends. */
  readonly isEnd: Uint8Array;
  /** By node: the terms that end there, at the end of a word or (`open`) anywhere in one. */
  readonly closed: ReadonlyMap<number, readonly Term[]>;
  readonly open: ReadonlyMap<number, readonly Term[]>;
}

const TRIE = buildTrie();

const SHORTEST_COMPOUND = 7;
const LONGEST_COMPOUND = 40;
/** Endings of compounds by their last character. */
const ENDINGS = readEndings();

/**
 * All terms of a text, in order of their place, the longest where several begin together.
 * One pass; time grows with the length of the text and of the longest term only.
 */
export function findTerms(text: string): Hit[] {
  const hits: Hit[] = [];
  let previous: number = CharKind.Other;
  let covered = 0;
  for (let i = 0; i < text.length;) {
    const kind = charKinds[text.charCodeAt(i)]!;
    const starts = startsWord(kind, previous);
    const found = starts ? matchWithPrefix(text, i, kind) : null;
    if (!found || found.end <= covered) {
      if (starts && kind === CharKind.Letter) addCompound(hits, text, i);
      previous = kind;
      i++;
      continue;
    }
    for (const term of found.terms) hits.push({ start: found.start, end: found.end, term });
    // "Your account recovery code": what a mail is about does not hide what follows from within.
    const mayOverlap = found.terms.every((term) => TOPICAL.has(term.kind));
    if (mayOverlap) covered = found.end;
    i = mayOverlap ? found.start + 1 : found.end;
    previous = charKinds[text.charCodeAt(i - 1)]!;
  }
  return hits;
}

/** "Stellennummer": a word that no list has, by its last part. */
function addCompound(hits: Hit[], text: string, start: number): void {
  let end = start;
  while (end < text.length && charKinds[text.charCodeAt(end)] === CharKind.Letter) end++;
  if (end - start < SHORTEST_COMPOUND || end - start > LONGEST_COMPOUND) return;
  const last = folded[text.charCodeAt(end - 1)]!;
  const endings = ENDINGS.get(last);
  if (!endings) return;
  const word = fold(text.slice(start, end));
  const found = endings.find(({ ending }) => word.endsWith(ending));
  if (found) hits.push({ start, end, term: found.term });
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
    if (kind !== CharKind.Letter || !PREFIX_LETTERS.has(folded[text.charCodeAt(i)]!)) return null;
  }
  return null;
}

function longestMatch(text: string, start: number): Match | null {
  let best: Match | null = null;
  let node = 0;
  for (let i = start; i < text.length;) {
    const char = folded[text.charCodeAt(i)]!;
    node = follow(TRIE, node, char);
    if (node < 0) break;
    i = char === SPACE ? skipJoints(text, i) : i + 1;
    const terms = TRIE.isEnd[node] === 0 ? NONE : termsAt(text, node, { start, end: i });
    if (terms.length > 0) best = { start, end: i, terms };
  }
  return best;
}

function termsAt(text: string, node: number, place: Range): readonly Term[] {
  const ending = TRIE.open.get(node) ?? (endsWord(text, place.end) ? TRIE.closed.get(node) : NONE);
  return inAccord(text, place, ending ?? NONE);
}

/** With other accents a short word is another word: Vietnamese "thẻ" (card), English "the". */
function inAccord(text: string, { start, end }: Range, terms: readonly Term[]): readonly Term[] {
  if (terms.every(({ accents }) => accents === null)) return terms;
  const written = text.slice(start, end);
  const own = hasAccents(written) ? spelling(written) : '';
  return terms.filter(({ accents }) => accents === null || accents === own);
}

function spelling(written: string): string {
  return written.normalize('NFC').toLowerCase().replace(JOINT, ' ');
}

function hasAccents(word: string): boolean {
  const lower = word.toLowerCase();
  for (let i = 0; i < lower.length; i++) {
    const code = lower.charCodeAt(i);
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
  if (last === CharKind.Unspaced) return true;
  return next !== CharKind.Letter && next !== CharKind.Digit;
}

function follow(trie: Trie, node: number, char: number): number {
  for (let slot = slotOf(node, char) & trie.mask; ; slot = (slot + 1) & trie.mask) {
    const owner = trie.nodes[slot]!;
    if (owner < 0) return -1;
    if (owner === node && trie.chars[slot] === char) return trie.targets[slot]!;
  }
}

function slotOf(node: number, char: number): number {
  return (Math.imul(node, 0x9e3779b1) ^ Math.imul(char, 0x85ebca6b)) >>> 7;
}

function buildTrie(): Trie {
  const entries = LANGUAGES.flatMap(readTerms);
  const units = entries.reduce((sum, { text }) => sum + text.length, 0);
  const size = 2 ** Math.ceil(Math.log2(units * 1.2));
  const closed = new Map<number, Term[]>();
  const open = new Map<number, Term[]>();
  const trie: Trie = {
    mask: size - 1,
    nodes: new Int32Array(size).fill(-1),
    chars: new Uint16Array(size),
    targets: new Int32Array(size),
    isEnd: new Uint8Array(size),
    closed,
    open,
  };
  let count = 1;
  for (const { text, isOpen, term } of entries) {
    let node = 0;
    for (let i = 0; i < text.length; i++) {
      const next = insert(trie, node, text.charCodeAt(i), count);
      if (next === count) count++;
      node = next;
    }
    addTerm(isOpen ? open : closed, node, term);
    trie.isEnd[node] = 1;
  }
  return trie;
}

/** The node behind an edge; `fresh` becomes its number when there was no such edge. */
function insert(trie: Trie, node: number, char: number, fresh: number): number {
  let slot = slotOf(node, char) & trie.mask;
  while (trie.nodes[slot]! >= 0) {
    if (trie.nodes[slot] === node && trie.chars[slot] === char) return trie.targets[slot]!;
    slot = (slot + 1) & trie.mask;
  }
  trie.nodes[slot] = node;
  trie.chars[slot] = char;
  trie.targets[slot] = fresh;
  return fresh;
}

/** A term that several languages share counts once a kind. */
function addTerm(ends: Map<number, Term[]>, node: number, term: Term): void {
  const terms = ends.get(node);
  const known = terms?.find((other) => isSame(other, term));
  if (!terms) ends.set(node, [term]);
  else if (!known) terms.push(term);
  else terms[terms.indexOf(known)] = { ...known, languages: union(known, term) };
}

function union(a: Term, b: Term): string[] {
  return [...new Set([...a.languages, ...b.languages])];
}

function isSame(a: Term, b: Term): boolean {
  return a.kind === b.kind && a.accents === b.accents;
}

interface Entry {
  readonly text: string;
  readonly isOpen: boolean;
  readonly term: Term;
}

function readTerms({ language, terms }: Words): Entry[] {
  const foldTerms = (list = '') => splitTerms(list).map((term) => fold(term.replace('*', '')));
  const actions = { reset: foldTerms(terms.reset), signIn: foldTerms(terms.signIn) };
  return (Object.keys(terms) as TermKind[]).flatMap((kind) =>
    splitTerms(terms[kind] ?? '').map((written) => {
      const { text, isOpen, accents, count } = readTerm(written);
      const about = kind === 'code' ? aboutOf(text, actions) : null;
      return { text, isOpen, term: { kind, languages: [language], accents, about, count } };
    }),
  );
}

interface Ending {
  readonly ending: string;
  readonly term: Term;
}

function readEndings(): ReadonlyMap<number, readonly Ending[]> {
  const byLast = new Map<number, Ending[]>();
  for (const { language, endings = {} } of LANGUAGES)
    for (const kind of Object.keys(endings) as TermKind[])
      for (const ending of splitTerms(endings[kind] ?? '').map(fold)) {
        const term = { kind, languages: [language], accents: null, about: null, count: null };
        const last = ending.charCodeAt(ending.length - 1);
        byLast.set(last, [...(byLast.get(last) ?? []), { ending, term }]);
      }
  return byLast;
}

/** A term as the word files write it: `stem*`, `half an hour=30`. */
function readTerm(written: string) {
  const [name = '', count] = written.split('=');
  const isOpen = name.endsWith('*');
  const text = fold(isOpen ? name.slice(0, -1) : name).replace(/ +/g, ' ');
  const stem = isOpen ? name.slice(0, -1) : name;
  const accents = text.length >= LONG ? null : hasAccents(stem) ? spelling(stem) : '';
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
