import { fold } from '../src/mail/text/fold.js';
import { TermFlag, type Term } from '../src/mail/text/term.js';
import type { LexiconTables } from '../src/mail/words/lexicon-file.js';
import {
  ENDING_ROLE,
  LIST_ROLES,
  TERM_KINDS,
  ZONE_ROLE,
  type TermKind,
} from '../src/mail/words/roles.js';
import type { LexiconTexts } from '../src/mail/words/word-lists.js';
import type { CldrLexicon } from './lexicon-cldr-file.js';
import { entriesOf, type LexiconLanguage } from './lexicon-rows.js';
import { termEntries, withTerm, type TermEntry } from './lexicon-terms.js';
import { partsOfDay, timeTexts } from './lexicon-times.js';
import { buildTrie } from './lexicon-trie.js';
import { unitEntries } from './lexicon-units.js';

/** The words of all languages as tables: see `LEXICON_TABLES`. */
export function packLexicon(
  languages: readonly LexiconLanguage[],
  cldr: CldrLexicon['languages'] = {},
): LexiconTables {
  const entries = [...termEntries(languages), ...unitEntries(cldr)];
  const { tables, nodes } = buildTrie(entries.map(({ text }) => text));
  const marks = new Int32Array(tables.chars.length);
  const pool = new TermPool();
  const lists = new Numbered<readonly [closed: number[], open: number[]]>();
  lists.numberOf([[], []]);
  const idsOf = (terms: readonly Term[]) => terms.map((term) => pool.idOf(term));
  for (const [text, { closed, open }] of termsByText(entries))
    // A term for every ending is one for none, too.
    marks[nodes.get(text)!] = lists.numberOf([idsOf(open.reduce(withTerm, closed)), idsOf(open)]);
  const [closed, open] = [0, 1].map((which) => joinLists(lists.values.map((pair) => pair[which]!)));
  const texts: LexiconTexts = { ...pool.texts(), ...textsOf(languages, cldr) };
  return {
    ...{ ...tables, marks, ...pool.columns() },
    ...{ closedFrom: closed!.from, closed: closed!.ids, openFrom: open!.from, open: open!.ids },
    texts: new TextEncoder().encode(JSON.stringify(texts)),
  };
}

/** The terms that end with a text: at the end of a word, and within one. */
interface TermsOfText {
  readonly closed: readonly Term[];
  readonly open: readonly Term[];
}

function termsByText(entries: readonly TermEntry[]): ReadonlyMap<string, TermsOfText> {
  const byText = new Map<string, TermsOfText>();
  for (const { text, isOpen, term } of entries) {
    const { closed, open } = byText.get(text) ?? { closed: [], open: [] };
    const own = isOpen
      ? { closed, open: withTerm(open, term) }
      : { closed: withTerm(closed, term), open };
    byText.set(text, own);
  }
  return byText;
}

/** One list behind the other, and where each begins. */
function joinLists(lists: readonly (readonly number[])[]) {
  return { from: startsOf(lists), ids: Int32Array.from(lists.flat()) };
}

/** Where each of some values begins when they stand one behind the other, and where the last one ends. */
function startsOf(values: readonly { readonly length: number }[]): Int32Array {
  const starts = new Int32Array(values.length + 1);
  values.forEach(({ length }, i) => (starts[i + 1] = starts[i]! + length));
  return starts;
}

/** Values by the order in which they came; those that are alike are one. */
class Numbered<Value> {
  private readonly numbers = new Map<string, number>();
  readonly values: Value[] = [];

  numberOf(value: Value): number {
    const key = JSON.stringify(value);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.values.length);
    return this.values.push(value) - 1;
  }
}

/** Places of what a term is, its flags and its count. */
interface TermRow {
  readonly kind: number;
  readonly languages: number;
  readonly spelling: number;
  readonly flags: number;
  readonly count: number | null;
}

/** Most words of a language differ in nothing but their letters: they are one term. */
class TermPool {
  private readonly kinds = Object.keys(TERM_KINDS) as TermKind[];
  private readonly rows = new Numbered<TermRow>();
  private readonly languageSets = new Numbered<readonly string[]>();
  private readonly spellings = new Numbered<string>();

  idOf({ kind, languages, accents, count, ...term }: Term): number {
    return this.rows.numberOf({
      kind: this.kinds.indexOf(kind),
      languages: this.languageSets.numberOf(languages),
      spelling: accents === null ? 0 : this.spellings.numberOf(accents) + 1,
      flags: flagsOf(term),
      count,
    });
  }

  texts(): Pick<LexiconTexts, 'kinds' | 'languageSets'> {
    return { kinds: this.kinds, languageSets: this.languageSets.values };
  }

  columns() {
    const { values: rows } = this.rows;
    const { values: spellings } = this.spellings;
    return {
      kinds: Uint8Array.from(rows, ({ kind }) => kind),
      languages: Uint16Array.from(rows, ({ languages }) => languages),
      spellings: Int32Array.from(rows, ({ spelling }) => spelling),
      flags: Uint8Array.from(rows, ({ flags }) => flags),
      counts: Float64Array.from(rows, ({ count }) => count ?? Number.NaN),
      spellingFrom: startsOf(spellings),
      spelled: Uint16Array.from(spellings.join('').split(''), (unit) => unit.charCodeAt(0)),
    };
  }
}

const flagsOf = ({ about, isTyped, isApproval, order }: TermFlags) =>
  (about === null ? 0 : about === 'reset' ? TermFlag.Reset : TermFlag.SignIn) |
  (isTyped ? TermFlag.Typed : 0) |
  (isApproval ? TermFlag.Approval : 0) |
  (order === null ? 0 : order === 'first' ? TermFlag.First : TermFlag.Last);

type TermFlags = Pick<Term, 'about' | 'isTyped' | 'isApproval' | 'order'>;

function textsOf(
  languages: readonly LexiconLanguage[],
  cldr: CldrLexicon['languages'],
): Omit<LexiconTexts, 'kinds' | 'languageSets'> {
  const named = languages.filter(({ language }) => language !== 'mul');
  return {
    ...timeTexts(named, cldr),
    endings: named.flatMap(endingsOf),
    frequent: Object.fromEntries(
      named.map((file) => [file.language, entriesOf(file, 'frequent')] as const),
    ),
    letters: Object.fromEntries(
      named.map((file) => [file.language, entriesOf(file, 'letters').join('')] as const),
    ),
    lists: listsOf(languages, {
      'time.am': partsOfDay(cldr, 'am'),
      'time.pm': partsOfDay(cldr, 'pm'),
    }),
  };
}

const endingsOf = ({ language, rows }: LexiconLanguage) =>
  rows.flatMap(({ role, entry }) =>
    role.startsWith(ENDING_ROLE)
      ? [[language, role.slice(ENDING_ROLE.length) as TermKind, fold(entry)] as const]
      : [],
  );

/** What `others` has comes first. */
function listsOf(
  languages: readonly LexiconLanguage[],
  others: Readonly<Record<string, readonly string[]>>,
): Record<string, string> {
  const roles = new Set(languages.flatMap(({ rows }) => rows.map(({ role }) => role)));
  const lists = [...roles].filter((role) => role in LIST_ROLES || role.startsWith(ZONE_ROLE));
  return Object.fromEntries(
    lists.map((role) => {
      const listed = languages.flatMap((file) => entriesOf(file, role));
      return [role, [...(others[role] ?? []), ...listed].join('\n')];
    }),
  );
}
