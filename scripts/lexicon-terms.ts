import { fold } from '../src/mail/text/fold.js';
import { spellingOf } from '../src/mail/text/spelling.js';
import type { Term } from '../src/mail/text/term.js';
import { NAME_PARTS, TERM_KINDS, type TermKind } from '../src/mail/words/roles.js';
import { entriesOf, type LexiconLanguage } from './lexicon-rows.js';

/** A folded term of one language; `isOpen` matches every ending. */
export interface TermEntry {
  readonly text: string;
  readonly isOpen: boolean;
  readonly term: Term;
}

/** Where the rest of a name stands beside a part of it. */
const AROUND = '~';
/** From this length on a term is recognized without its accents, too. */
const LONG = 8;
/** Words of Thai and of what is written farther east have no blanks between. */
const FIRST_UNSPACED = '\u0e00';
/** What names a code and may begin with a verb of typing: "enter the code". */
const CALLING: ReadonlySet<TermKind> = new Set(['code', 'maybeCode']);
/** What says what a code is for. */
const NAMING: ReadonlySet<TermKind> = new Set(['code', 'proof', 'single', 'served']);
const PARTS: ReadonlySet<TermKind> = new Set(NAME_PARTS);
const KINDS = new Set(Object.keys(TERM_KINDS));

/** The terms of all languages, those of approvals last: they count where nothing else is said of them. */
export function termEntries(languages: readonly LexiconLanguage[]): TermEntry[] {
  const approvals = languages.map((language) => entriesOf(language, 'approval'));
  const names = new Set(approvals.flat().map(fold));
  const listed = languages.flatMap((language) => termsOf(language, names));
  const known = new Set(listed.map(({ text }) => text));
  const others = languages.flatMap(({ language }, i) =>
    approvals[i]!.map((entry) => approvalOf(language, entry)).filter(
      ({ text }) => !known.has(text),
    ),
  );
  return [...listed, ...others];
}

function termsOf(file: LexiconLanguage, approvals: ReadonlySet<string>): TermEntry[] {
  const { language, rows } = file;
  const foldTerms = (kind: TermKind) =>
    entriesOf(file, kind).map((entry) => fold(entry.replace('*', '')));
  const actions = { reset: foldTerms('reset'), signIn: foldTerms('signIn') };
  const verbs = foldTerms('enter');
  return rows.flatMap((row) => {
    if (!KINDS.has(row.role)) return [];
    const kind = row.role as TermKind;
    const { text, isOpen, accents, count, order } = readEntry(row.entry);
    const about = NAMING.has(kind) ? aboutOf(text, actions) : null;
    const isTyped = CALLING.has(kind) && verbs.some((verb) => beginsWith(text, verb));
    const isApproval = approvals.has(text);
    // With what stands beside it a short part is long.
    const spelling = PARTS.has(kind) ? null : accents;
    const term = {
      kind,
      languages: [language],
      accents: spelling,
      about,
      isTyped,
      isApproval,
      count,
      order,
    };
    return [{ text, isOpen, term }];
  });
}

function approvalOf(language: string, entry: string): TermEntry {
  const { text, isOpen, accents, count } = readEntry(entry);
  const what = { about: null, isTyped: false, isApproval: true, order: null } as const;
  return {
    text,
    isOpen,
    term: { kind: 'maybeCode', languages: [language], accents, count, ...what },
  };
}

/** `stem*`, `half an hour=30`, and of parts of names `~ code` and `code ~` */
function readEntry(written: string) {
  const [whole = '', count] = written.split('=');
  const order = whole.endsWith(AROUND) ? 'first' : whole.startsWith(AROUND) ? 'last' : null;
  const name = order === null ? whole : whole.replace(AROUND, '').trim();
  const isOpen = name.endsWith('*');
  const stem = isOpen ? name.slice(0, -1) : name;
  const text = fold(stem).replace(/ +/g, ' ');
  const accents = text.length >= LONG ? null : spellingOf(stem, 0, stem.length);
  return { text, isOpen, accents, count: count ? Number(count) : null, order } as const;
}

function aboutOf(text: string, actions: Record<'reset' | 'signIn', string[]>): Term['about'] {
  const speaksOf = (kind: 'reset' | 'signIn') => actions[kind].some((term) => text.includes(term));
  if (speaksOf('reset')) return 'reset';
  return speaksOf('signIn') ? 'signIn' : null;
}

const beginsWith = (text: string, verb: string) =>
  text.startsWith(verb) && (text[verb.length] === ' ' || verb >= FIRST_UNSPACED);

/** A list and a term more; what several languages share counts once a kind. */
export function withTerm(terms: readonly Term[], term: Term): readonly Term[] {
  if (!terms.some((other) => isSame(other, term))) return [...terms, term];
  return terms.map((other) =>
    isSame(other, term) ? { ...other, languages: union(other, term) } : other,
  );
}

const union = (one: Term, other: Term) => [...new Set([...one.languages, ...other.languages])];

const isSame = (one: Term, other: Term) =>
  one.kind === other.kind &&
  one.accents === other.accents &&
  one.order === other.order &&
  (one.kind !== 'unit' || one.count === other.count);
