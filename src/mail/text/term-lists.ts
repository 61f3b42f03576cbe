import { lexiconTables, type LexiconTables } from '../words/lexicon-file.js';
import { NAME_PARTS, type TermKind } from '../words/roles.js';
import { LEXICON_TEXTS } from '../words/word-lists.js';
import { TermFlag, type Term } from './term.js';

const NONE: readonly Term[] = [];
const TABLES: LexiconTables = lexiconTables();
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

/** Lists of terms by their numbers, each made when a text has one of them first. */
class TermLists {
  private readonly known: (readonly Term[] | undefined)[];

  constructor(
    private readonly from: Int32Array,
    private readonly ids: Int32Array,
    private readonly isWanted: (term: Term) => boolean,
  ) {
    this.known = new Array<readonly Term[] | undefined>(from.length);
  }

  of(list: number): readonly Term[] {
    return (this.known[list] ??= this.read(list));
  }

  private read(list: number): readonly Term[] {
    const ids = this.ids.subarray(this.from[list], this.from[list + 1]);
    const terms = Array.from(ids, termOf).filter(this.isWanted);
    return terms.length === 0 ? NONE : terms;
  }
}

const PARTS: ReadonlySet<TermKind> = new Set(NAME_PARTS);
const isPart = ({ kind }: Term) => PARTS.has(kind);
/** A password is both: a part of "one-time password", and what is set anew. */
const isTerm = (term: Term) => !isPart(term) || term.kind === 'password';

/** Terms at the end of a word: all of them. */
export const CLOSED = new TermLists(TABLES.closedFrom, TABLES.closed, isTerm);
/** Terms within a word. */
export const OPEN = new TermLists(TABLES.openFrom, TABLES.open, isTerm);
/** Parts of names at the end of a word. */
export const CLOSED_PARTS = new TermLists(TABLES.closedFrom, TABLES.closed, isPart);
/** Parts of names within a word. */
export const OPEN_PARTS = new TermLists(TABLES.openFrom, TABLES.open, isPart);
