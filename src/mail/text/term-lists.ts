import { lexiconTables, type LexiconTables } from '../words/lexicon-file.js';
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
  };
}

function accentsOf(spelling: number): string | null {
  if (spelling === 0) return null;
  const [from, to] = TABLES.spellingFrom.subarray(spelling - 1, spelling + 1);
  return String.fromCharCode(...TABLES.spelled.subarray(from, to));
}

/** Lists of terms by their numbers, each made when a text has one of them first. */
export class TermLists {
  private readonly known: (readonly Term[] | undefined)[];

  constructor(
    private readonly from: Int32Array,
    private readonly ids: Int32Array,
  ) {
    this.known = new Array<readonly Term[] | undefined>(from.length);
  }

  of(list: number): readonly Term[] {
    return (this.known[list] ??= this.read(list));
  }

  private read(list: number): readonly Term[] {
    const ids = this.ids.subarray(this.from[list], this.from[list + 1]);
    return ids.length === 0 ? NONE : Array.from(ids, termOf);
  }
}
