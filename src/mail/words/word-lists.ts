import { lexiconTables } from './lexicon-file.js';
import { ZONE_ROLE, type ListRole, type TermKind } from './roles.js';

/** The ending of a compound in a language: `…nummer` names a number. */
export type CompoundEnding = readonly [language: string, kind: TermKind, ending: string];

/** What of the lexicon is read once: texts as `lexicon/*.tsv` write them. */
export interface LexiconTexts {
  readonly kinds: readonly TermKind[];
  /** Sets of languages that share terms. */
  readonly languageSets: readonly (readonly string[])[];
  /** Folded. */
  readonly endings: readonly CompoundEnding[];
  /** By language: number words, a line each: `ten=10`. */
  readonly numerals: Readonly<Record<string, string>>;
  /** Folded names of months, and what names begin with, of all languages: `may$=5`, `octob=10`. */
  readonly months: string;
  /** Languages in which numbers stand behind units. */
  readonly numberBehind: readonly string[];
  /** By language: words that running text cannot do without. */
  readonly frequent: Readonly<Record<string, readonly string[]>>;
  /** By language: letters that other alphabets of its script lack. */
  readonly letters: Readonly<Record<string, string>>;
  /** By role: entries of all languages, a line each. */
  readonly lists: Readonly<Record<string, string>>;
}

/** Read from the memory that all threads share. */
export const LEXICON_TEXTS: LexiconTexts = JSON.parse(
  Buffer.from(lexiconTables().texts).toString('utf8'),
) as LexiconTexts;

/** Words by lines, each with the number that it means. */
export const countedWords = (lines = ''): ReadonlyMap<string, number> =>
  new Map(
    lines
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [word = '', value] = line.split('=');
        return [word, Number(value)];
      }),
  );

/** The entries of some lists, of all languages. */
export const wordList = (...roles: readonly ListRole[]): string[] => roles.flatMap(entriesOf);

const entriesOf = (role: string) => (LEXICON_TEXTS.lists[role] ?? '').split('\n').filter(Boolean);

/** The entries of some lists, as they are written, for a regular expression: longer ones first. */
export const alternatives = (...roles: readonly ListRole[]): string =>
  [...new Set(wordList(...roles))]
    .sort((one, other) => other.length - one.length)
    .map((entry) => entry.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('|');

/** How mail names the clocks of zones of the IANA database. */
export const zoneNames = (): (readonly [zone: string, names: readonly string[]])[] =>
  Object.keys(LEXICON_TEXTS.lists)
    .filter((role) => role.startsWith(ZONE_ROLE))
    .map((role) => [role.slice(ZONE_ROLE.length), entriesOf(role)] as const);
