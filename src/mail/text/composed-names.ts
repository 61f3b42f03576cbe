import { CharKind, charKinds, folded, SILENT } from './fold.js';
import { USUAL, type Term } from './term.js';
import { endsWord, skipJoints, wordsAt, type ListedWord } from './terms.js';
import type { TermKind } from '../words/roles.js';

/** The name of a code, put together of parts: where it stands, and the term it amounts to. */
export interface ComposedName {
  readonly start: number;
  readonly end: number;
  /** Where it ends without the ending of its last part. */
  readonly stem: number;
  /** Letters of it that parts have, endings excepted. */
  readonly letters: number;
  readonly terms: readonly [Term];
}

const NONE: readonly ListedWord[] = [];
/** Parts that are tried at one place; "code / to / confirm / your / e-mail" needs five. */
const MAX_STEPS = 24;
/** From so many letters on a part may be declined before the next one, heads in any case. */
const SHORTEST_STEM = 5;
const LONGEST_ENDING = 4;
/** Hebrew and Arabic write "and", "in", "to", "the" together with the word that follows. */
const PREFIX_LETTERS = new Set([
  ...[...'והבכלמשوفبكلا'].map((letter) => letter.charCodeAt(0)),
  SILENT,
]);
/** Letters that may be written so, one behind the other. */
export const MAX_PREFIX_LETTERS = 5;

/** Whether a folded letter may be such a word; Latin and Cyrillic ones are none. */
export const isPrefix = (char: number): boolean => PREFIX_LETTERS.has(char);

/**
 * The longest name that begins at a place: a word for codes beside what it proves, or beside another thing that
 * has codes, in either order, as one word or with short words between.
 */
export function composedName(words: ListedWords, start: number): ComposedName | null {
  const search: NameSearch = { words, start, steps: MAX_STEPS, best: null };
  follow(search, EMPTY, start);
  return search.best;
}

/** What is left to try, and the longest name so far. */
interface NameSearch {
  readonly words: ListedWords;
  readonly start: number;
  steps: number;
  best: ComposedName | null;
}

/** Goes on with a name at a place, with the longest part first: a part may also be one of another language. */
function follow(search: NameSearch, name: Name, start: number): void {
  if (search.steps <= 0) return;
  for (const part of search.words.partsFrom(start).toReversed())
    for (const term of part.parts) {
      const longer = search.steps-- > 0 ? withPart(name, part, term) : null;
      if (longer) take(search, longer, part);
    }
}

function take(search: NameSearch, name: Name, part: ListedWord): void {
  const { words } = search;
  const end = endOfPart(words.text, part);
  search.best = better(search, name, { end, stem: part.end });
  if (goesOnWithin(words, part.end)) follow(search, name, part.end);
  const next = nextPart(words.text, end);
  if (next >= 0) follow(search, name, next);
}

/** Of names that end together the one with fewer endings counts: words of the language itself. */
function better(
  { start, best }: NameSearch,
  name: Name,
  { end, stem }: Pick<ComposedName, 'end' | 'stem'>,
): ComposedName | null {
  const term = termOf(name);
  const { letters } = name;
  const gain = best ? end - best.end || letters - best.letters : 1;
  if (!term || gain < 0) return best;
  return { start, end, stem, letters, terms: [gain > 0 ? term : both(best!.terms[0], term)] };
}

/** Places of a text that are remembered: it is asked again only for those that are near. */
const KNOWN = 64;

/** The words of the lexicon that a text has; each place is looked at once. */
export class ListedWords {
  private readonly places = new Int32Array(KNOWN).fill(-1);
  private readonly known = new Array<readonly ListedWord[]>(KNOWN).fill(NONE);

  constructor(readonly text: string) {}

  /** Those that begin at a place, the shortest first. */
  at(start: number): readonly ListedWord[] {
    const i = start % KNOWN;
    if (this.places[i] !== start) {
      this.places[i] = start;
      this.known[i] = wordsAt(this.text, start);
    }
    return this.known[i]!;
  }

  /** Parts of names, where words that are written together with the next one may stand before it. */
  partsFrom(start: number): readonly ListedWord[] {
    for (let i = start; i <= start + MAX_PREFIX_LETTERS; i++) {
      const words = this.at(i);
      if (words.some(isPart)) return words.filter(isPart);
      if (!isPrefix(folded[this.text.charCodeAt(i)]!)) break;
    }
    return NONE;
  }
}

/** Whether a word is a part of names. */
export const isPart = ({ parts }: ListedWord): boolean => parts.length > 0;

/** Where a part ends with its ending, "одноразов|ый"; of one that something else follows, without. */
function endOfPart(text: string, { start, end, parts }: ListedWord): number {
  const isStem = end - start >= SHORTEST_STEM || parts.some(({ kind }) => kind === 'head');
  if (!isStem || endsWord(text, end)) return end;
  let last = end;
  while (last <= end + LONGEST_ENDING && charKinds[text.charCodeAt(last)] === CharKind.Letter)
    last++;
  return last <= end + LONGEST_ENDING ? last : end;
}

/** "Bestätigungs|code" goes on where the stem ends; so does "začasn|a koda", where "a" is a word of others. */
const goesOnWithin = (words: ListedWords, stem: number) =>
  charKinds[words.text.charCodeAt(stem)] === CharKind.Letter && words.at(stem).some(isPart);

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
  /** What its parts are, two characters for each: see `LETTERS`. */
  readonly said: string;
  readonly about: Term['about'];
  /** Letters of it that parts have, endings excepted. */
  readonly letters: number;
  /** That all parts are words of; null before the first. */
  readonly languages: readonly string[] | null;
}

const EMPTY: Name = { said: '', about: null, letters: 0, languages: null };
/** Followed by whether the part stands first or last (`f`, `l`), or in any place. */
const LETTERS: Readonly<Partial<Record<TermKind, string>>> = {
  ...{ head: 'h', password: 'p', proof: 'q', single: '1', thing: 't' },
  ...{ between: 'b', toward: 'w', served: 's', owner: 'o' },
};
/**
 * "Verification code", "код подтверждения": in many languages in one order only. "Code of the door", but "code for the
 * door" may be what opens an account.
 */
const BEGINS_NAME = new RegExp(
  [
    '^(?:(?:[q1t][-f])*|',
    '(?:(?:[q1t][-f])+(?:(?:h[-l])+|(?:p[-l])+)|(?:h.)+|(?:p.)+)',
    '(?:(?:[bw].)+s.|(?:b.)+o.|[q1t][-l])*(?:[bw].)*)$',
  ].join(''),
);
/** What says more stands before a head that is last. */
const OUT_OF_ORDER = /[hp]l(?:..)*[q1t]/;
/** "Document verification code": no part says which of the two counts. */
const CONTRADICTS = /[to].*[q1s]|[q1s].*[to]/;
const NAMES = /[hp].*[q1tso]|[q1t].*[hp]/;
const ENDS_OPEN = /[bw].$/;
/** Nobody gives a name so many parts, two characters each. */
const LONGEST_SAID = 24;

const beginsName = (said: string): boolean =>
  BEGINS_NAME.test(said) && !OUT_OF_ORDER.test(said) && !CONTRADICTS.test(said);

/** A name with a part more; null where the two do not go together. */
function withPart(name: Name, { start, end }: ListedWord, term: Term): Name | null {
  const said = `${name.said}${LETTERS[term.kind]!}${term.order?.charAt(0) ?? '-'}`;
  if (said.length > LONGEST_SAID || !beginsName(said)) return null;
  const languages = sharedBy(name.languages, term);
  if (languages.length === 0) return null;
  const about = term.about ?? name.about;
  return { said, about, letters: name.letters + end - start, languages };
}

const sharedBy = (known: readonly string[] | null, { languages }: Term): readonly string[] =>
  known === null || known === languages
    ? languages
    : known.filter((language) => languages.includes(language));

/** Of a name that two languages share the first one counts, and both have it. */
function both(first: Term, other: Term): Term {
  if (first.kind !== other.kind) return first;
  const { kind, about, languages } = first;
  return namingTerm(kind, about ?? other.about, [...new Set([...languages, ...other.languages])]);
}

/** Names that some mail had: by what they amount to. */
const known = new Map<string, Term>();

function termOf({ said, about, languages }: Name): Term | null {
  if (!languages || !NAMES.test(said) || ENDS_OPEN.test(said)) return null;
  // A password is also what people choose for themselves.
  if (said.includes('p') && (!said.includes('1') || /[qst]/.test(said))) return null;
  return namingTerm(/[to]/.test(said) ? 'otherCode' : 'code', about, languages);
}

function namingTerm(kind: TermKind, about: Term['about'], languages: readonly string[]): Term {
  const key = `${kind} ${about ?? ''} ${languages.join(' ')}`;
  const term = known.get(key) ?? { ...USUAL, kind, languages, about };
  known.set(key, term);
  return term;
}
