import { CharKind, charKinds, folded, SILENT } from './fold.js';
import type { Term } from './term.js';
import { CLOSED_PARTS, OPEN_PARTS } from './term-lists.js';
import { endsWord, MARKS, skipJoints, TRIE } from './term-trie.js';
import { NOWHERE } from './trie.js';
import type { TermKind } from '../words/roles.js';

/** The name of a code, put together of parts: where it stands, and the term it amounts to. */
export interface ComposedName {
  readonly start: number;
  readonly end: number;
  /** Where it ends without the ending of its last part. */
  readonly stem: number;
  readonly terms: readonly Term[];
}

const NONE: readonly NamePart[] = [];
/** Parts that are tried at one place; "code / to / confirm / your / e-mail" needs five. */
const MAX_STEPS = 24;
/** From so many letters on a part may be declined before the next one, heads in any case. */
const SHORTEST_STEM = 5;
const LONGEST_ENDING = 4;
const SPACE = 0x20;
/** Hebrew and Arabic write "and", "in", "to", "the" together with the word that follows. */
const PREFIX_LETTERS = new Set([
  ...[...'והבכלמשوفبكلا'].map((letter) => letter.charCodeAt(0)),
  SILENT,
]);
/** Letters that may be written so, one behind the other. */
export const MAX_PREFIX_LETTERS = 5;
const FIRST_PREFIX_LETTER = 0x590;

/** Whether a folded letter may be such a word; Latin and Cyrillic ones are none. */
export const isPrefix = (char: number): boolean =>
  (char >= FIRST_PREFIX_LETTER || char === SILENT) && PREFIX_LETTERS.has(char);

/**
 * The longest name that begins at a place: a word for codes beside what it proves, or beside another thing that
 * has codes, in either order, as one word or with short words between.
 */
export function composedName(parts: NameParts, start: number): ComposedName | null {
  const search: NameSearch = {
    parts,
    steps: MAX_STEPS,
    end: start,
    stem: start,
    letters: 0,
    term: null,
  };
  follow(search, EMPTY, start);
  return search.term && { start, end: search.end, stem: search.stem, terms: [search.term] };
}

/** What is left to try, and the longest name so far. */
interface NameSearch {
  readonly parts: NameParts;
  steps: number;
  end: number;
  stem: number;
  letters: number;
  term: Term | null;
}

/** Goes on with a name at a place, with the longest part first: a part may also be one of another language. */
function follow(search: NameSearch, name: Name, start: number): void {
  if (search.steps <= 0) return;
  for (const part of search.parts.withPrefix(start))
    for (const term of part.terms) {
      const longer = search.steps-- > 0 ? withPart(name, part, term) : null;
      if (longer) take(search, longer, part);
    }
}

function take(search: NameSearch, name: Name, part: NamePart): void {
  const { parts } = search;
  const end = endOfPart(parts.text, part);
  if (end >= search.end) keep(search, name, { end, stem: part.end });
  if (goesOnWithin(parts, part.end)) follow(search, name, part.end);
  const next = nextPart(parts.text, end);
  if (next >= 0) follow(search, name, next);
}

/** Of names that end together the one with fewer endings counts: words of the language itself. */
function keep(
  search: NameSearch,
  name: Name,
  { end, stem }: Pick<NameSearch, 'end' | 'stem'>,
): void {
  const term = termOf(name);
  const { letters } = name;
  if (!term || (end === search.end && letters < search.letters)) return;
  const isLonger = end > search.end || letters > search.letters;
  Object.assign(search, { end, stem, letters, term: isLonger ? term : both(search, term) });
}

interface NamePart {
  readonly start: number;
  readonly end: number;
  readonly terms: readonly Term[];
}

/** The parts of names that a text has; each place is looked at once. */
export class NameParts {
  private readonly known = new Map<number, readonly NamePart[]>();

  constructor(readonly text: string) {}

  /** Those that begin at a place, the longest first. */
  at(start: number): readonly NamePart[] {
    const known = this.known.get(start);
    if (known) return known;
    const parts = partsAt(this.text, start);
    this.known.set(start, parts);
    return parts;
  }

  /** The same, where words that are written together with the next one may stand before it. */
  withPrefix(start: number): readonly NamePart[] {
    for (let i = start; i <= start + MAX_PREFIX_LETTERS; i++) {
      const parts = this.at(i);
      if (parts.length > 0 || !isPrefix(folded[this.text.charCodeAt(i)]!)) return parts;
    }
    return NONE;
  }
}

function partsAt(text: string, start: number): readonly NamePart[] {
  let parts: readonly NamePart[] = NONE;
  let node = 0;
  for (let i = start; i < text.length;) {
    const char = folded[text.charCodeAt(i)]!;
    if (char !== SILENT) node = TRIE.follow(node, char);
    if (node === NOWHERE) break;
    i = char === SPACE ? skipJoints(text, i) : i + 1;
    const mark = MARKS[node]!;
    if (mark === 0) continue;
    const terms = (endsWord(text, i) ? CLOSED_PARTS : OPEN_PARTS).of(mark);
    if (terms.length > 0) parts = [{ start, end: i, terms }, ...parts];
  }
  return parts;
}

/** Where a part ends with its ending, "одноразов|ый"; of one that something else follows, without. */
function endOfPart(text: string, { start, end, terms }: NamePart): number {
  const isStem = end - start >= SHORTEST_STEM || terms.some(({ kind }) => kind === 'head');
  if (!isStem || endsWord(text, end)) return end;
  let last = end;
  while (last <= end + LONGEST_ENDING && charKinds[text.charCodeAt(last)] === CharKind.Letter)
    last++;
  return last <= end + LONGEST_ENDING ? last : end;
}

/** "Bestätigungs|code" goes on where the stem ends; so does "začasn|a koda", where "a" is a word of others. */
const goesOnWithin = (parts: NameParts, stem: number) =>
  charKinds[parts.text.charCodeAt(stem)] === CharKind.Letter && parts.at(stem).length > 0;

/** Where the next part would begin behind an ending; -1 where none can. */
function nextPart(text: string, end: number): number {
  const kind = charKinds[text.charCodeAt(end)];
  if (kind === CharKind.Unspaced) return end;
  return kind === CharKind.Joint ? behindJoints(text, end) : -1;
}

/** A line may be broken within a name, but what begins with a capital there is another one. */
function behindJoints(text: string, end: number): number {
  const next = skipJoints(text, end);
  const gap = text.slice(end, next);
  if (!gap.includes('\n')) return next;
  return /^[^\n]?\n[^\n]?$/.test(gap) && !/^\p{Lu}/u.test(text.slice(next, next + 2)) ? next : -1;
}

/** Parts that go together. */
interface Name {
  readonly said: Said;
  /** Letters of it that parts have, endings excepted. */
  readonly letters: number;
  /** That all parts are words of; null before the first. */
  readonly languages: readonly string[] | null;
}

/** What the parts of a name have said so far. Made often: all fields are written out, as spreads take longer. */
interface Said {
  readonly head: 'head' | 'password' | null;
  readonly about: 'proof' | 'single' | 'thing' | null;
  /** What the last part was: what stands apart from the head has short words between. */
  readonly last: 'head' | 'beside' | 'apart' | 'between' | 'toward' | null;
  readonly action: Term['about'];
  /** Where the head stands. */
  readonly order: Term['order'];
}

const NOTHING: Said = { head: null, about: null, last: null, action: null, order: null };
const EMPTY: Name = { said: NOTHING, letters: 0, languages: null };

/** A name with a part more; null where the two do not go together. */
function withPart(name: Name, { start, end }: NamePart, term: Term): Name | null {
  const said = withTerm(name.said, term);
  const languages = said && sharedBy(name.languages, term);
  if (!languages || languages.length === 0) return null;
  return { said, letters: name.letters + end - start, languages };
}

const sharedBy = (known: readonly string[] | null, { languages }: Term): readonly string[] =>
  known === null || known === languages
    ? languages
    : known.filter((language) => languages.includes(language));

function withTerm(said: Said, term: Term): Said | null {
  const { kind, about, order } = term;
  switch (kind) {
    case 'between':
    case 'toward':
      return withJoint(said, kind);
    case 'head':
    case 'password':
      return withHead(said, kind, order);
    case 'served':
      return withApart(said, 'proof', about);
    case 'owner':
      return withApart(said, 'thing', about);
    default:
      return withBeside(said, term);
  }
}

/** "For the" leads to what "for" does. */
function withJoint(said: Said, kind: 'between' | 'toward'): Said | null {
  if (said.head === null) return null;
  const { head, about, last, action, order } = said;
  return { head, about, last: last === 'toward' ? 'toward' : kind, action, order };
}

const isJoint = ({ last }: Said) => last === 'between' || last === 'toward';

function withHead(said: Said, head: 'head' | 'password', order: Term['order']): Said | null {
  if (said.head !== null && (said.head !== head || said.last !== 'head')) return null;
  if (said.about !== null && order === 'first') return null;
  const { about, action } = said;
  return { head, about, last: 'head', action, order };
}

/** "Verification code", "код подтверждения": in many languages in one order only. */
function withBeside(said: Said, { kind, about, order }: Term): Said | null {
  if (kind !== 'proof' && kind !== 'single' && kind !== 'thing') return null;
  // "Код заказа", but not "для заказа код".
  if (order !== null && (order === 'last') !== (said.head !== null)) return null;
  if (isJoint(said) || (said.head !== null && said.order === 'last')) return null;
  return withQualifier(said, kind, about, 'beside');
}

/** "Code of the door", but "code for the door" may be what opens an account. */
function withApart(said: Said, about: 'proof' | 'thing', action: Term['about']): Said | null {
  const isOpen = about === 'thing' ? said.last === 'between' : isJoint(said);
  return isOpen ? withQualifier(said, about, action, 'apart') : null;
}

function withQualifier(
  said: Said,
  about: 'proof' | 'single' | 'thing',
  action: Term['about'],
  last: 'beside' | 'apart',
): Said | null {
  // "Document verification code": no part says which of the two counts.
  if (said.about && (said.about === 'thing') !== (about === 'thing')) return null;
  const { head, order } = said;
  return {
    head,
    about: said.about === 'proof' ? 'proof' : about,
    last,
    action: action ?? said.action,
    order,
  };
}

/** Of a name that two languages share the first one counts, and both have it. */
function both({ term: first }: NameSearch, other: Term): Term {
  if (first?.kind !== other.kind) return first ?? other;
  const { kind, about, languages } = first;
  return namingTerm(kind, about ?? other.about, [...new Set([...languages, ...other.languages])]);
}

/** Names that some mail had: by what they amount to. */
const known = new Map<string, Term>();

function termOf(name: Name): Term | null {
  const { said, languages } = name;
  const { head, about, action } = said;
  if (!head || !about || !languages || isJoint(said)) return null;
  if (head === 'password' && about !== 'single') return null;
  return namingTerm(about === 'thing' ? 'otherCode' : 'code', action, languages);
}

function namingTerm(kind: TermKind, about: Term['about'], languages: readonly string[]): Term {
  const key = `${kind} ${about ?? ''} ${languages.join(' ')}`;
  const term = known.get(key) ?? {
    ...{ kind, languages, about, accents: null, count: null },
    ...{ isTyped: false, isApproval: false, order: null },
  };
  known.set(key, term);
  return term;
}
