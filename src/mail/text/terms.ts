import { lexiconTables, type LexiconTables } from '../words/lexicon-file.js';
import { NAME_PARTS, type TermKind } from '../words/roles.js';
import { LEXICON_TEXTS } from '../words/word-lists.js';
import { CharKind, charKinds, folded, SILENT } from './fold.js';
import { TermFlag, type Term } from './term.js';
import { NOWHERE, Trie } from './trie.js';

const TABLES: LexiconTables = lexiconTables();
/** The words of all languages, folded. */
const TRIE = new Trie(TABLES);
/** Those that some mail had: most words of most languages never come. */
const known = new Array<Term | undefined>(TABLES.kinds.length);

const termOf = (id: number): Term => (known[id] ??= readTerm(id));

function readTerm(id: number): Term {
  const flags = TABLES.flags[id]!;
  const count = TABLES.counts[id]!;
  return {
    kind: LEXICON_TEXTS.kinds[TABLES.kinds[id]!]!,
    languages: LEXICON_TEXTS.languageSets[TABLES.languages[id]!]!,
    count: Number.isNaN(count) ? null : count,
    accents: accentsOf(TABLES.spellings[id]!),
    about: flags & TermFlag.Reset ? 'reset' : flags & TermFlag.SignIn ? 'signIn' : null,
    isTyped: (flags & TermFlag.Typed) > 0,
    isApproval: (flags & TermFlag.Approval) > 0,
    order: flags & TermFlag.First ? 'first' : flags & TermFlag.Last ? 'last' : null,
  };
}

function accentsOf(spelling: number): string | null {
  if (spelling === 0) return null;
  const [from, to] = TABLES.spellingFrom.subarray(spelling - 1, spelling + 1);
  return String.fromCharCode(...TABLES.spelled.subarray(from, to));
}

/** What the lexicon has for a word: terms, parts of names, and units of time of CLDR. */
interface WordTerms {
  readonly terms: readonly Term[];
  readonly parts: readonly Term[];
  readonly units: readonly Term[];
}

const PARTS: ReadonlySet<TermKind> = new Set(NAME_PARTS);
const isPart = ({ kind }: Term) => PARTS.has(kind);
/** A password is both: a part of "one-time password", and what is set anew. */
const isUnit = ({ kind }: Term) => kind === 'unit';
const isTerm = (term: Term) => !(isPart(term) || isUnit(term)) || term.kind === 'password';

/** All terms at the end of a word, and those with any ending within one; each list is made when a text has it first. */
const CLOSED = { known: [] as WordTerms[], from: TABLES.closedFrom, ids: TABLES.closed };
const OPEN = { known: [] as WordTerms[], from: TABLES.openFrom, ids: TABLES.open };

function listIn({ known, from, ids }: typeof CLOSED, list: number): WordTerms | null {
  const first = from[list]!;
  const last = from[list + 1]!;
  return first === last ? null : (known[list] ??= readList(ids.subarray(first, last)));
}

function readList(ids: Int32Array): WordTerms {
  const all = Array.from(ids, termOf);
  return { terms: all.filter(isTerm), parts: all.filter(isPart), units: all.filter(isUnit) };
}

/** A word of the lexicon that a text has. */
export interface ListedWord extends WordTerms {
  readonly start: number;
  readonly end: number;
}

const NO_WORDS: readonly ListedWord[] = [];
const SPACE = 0x20;
const MAX_JOINTS = 3;

/** All words that begin at a place, the shortest first. */
export function wordsAt(text: string, start: number): readonly ListedWord[] {
  let words: ListedWord[] | null = null;
  let node = 0;
  for (let i = start; i < text.length;) {
    const char = folded[text.charCodeAt(i)]!;
    if (char !== SILENT) node = TRIE.follow(node, char);
    if (node === NOWHERE) break;
    i = char === SPACE ? skipJoints(text, i) : i + 1;
    const mark = TABLES.marks[node]!;
    if (mark === 0) continue;
    const own = listIn(endsWord(text, i) ? CLOSED : OPEN, mark);
    if (own)
      (words ??= []).push({ start, end: i, terms: own.terms, parts: own.parts, units: own.units });
  }
  return words ?? NO_WORDS;
}

/** Where what stands between two words ends, of which the first character is known. */
export function skipJoints(text: string, start: number): number {
  let i = start + 1;
  while (i < start + MAX_JOINTS && charKinds[text.charCodeAt(i)] === CharKind.Joint) i++;
  return i;
}

/** Whether a word ends at a place. */
export function endsWord(text: string, end: number): boolean {
  const last = charKinds[text.charCodeAt(end - 1)];
  const next = end < text.length ? charKinds[text.charCodeAt(end)] : CharKind.Other;
  // 「密码：」 ends in its colon, whatever follows.
  if (last !== CharKind.Letter && last !== CharKind.Digit) return true;
  return next !== CharKind.Letter && next !== CharKind.Digit;
}
