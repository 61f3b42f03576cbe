import { readFileSync } from 'node:fs';

/** What `lexicon/cldr.json` was made of: `npm run lexicon` refuses other packages. */
export const CLDR_VERSION = '48.2.0';

/** Those that lifetimes are told in, in milliseconds. */
export const UNIT_LENGTHS = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
} as const;
/** A unit that lifetimes are told in. */
export type UnitName = keyof typeof UNIT_LENGTHS;
/** All of them. */
export const UNIT_NAMES = Object.keys(UNIT_LENGTHS) as UnitName[];

/**
 * How a language speaks of time: the forms of each unit in all plurals and cases, in lower case, commas between.
 */
export type CldrWords = Readonly<Record<UnitName, string>> & {
  /** Whether a number may stand behind its unit. */
  readonly numberBehind?: true;
  /** January to December, `/` between spellings. */
  readonly months: string;
  /** Parts of the day before noon, and behind it. */
  readonly am: string;
  readonly pm: string;
  /** The words for 1 to 60, `/` between spellings; empty where CLDR has none. */
  readonly numbers: string;
};

/** What CLDR says of times. */
export interface CldrLexicon {
  readonly version: string;
  readonly license: string;
  /** By BCP 47. */
  readonly languages: Readonly<Record<string, CldrWords>>;
}

const NAME = 'lexicon/cldr.json';
/** Lexicon files are built beside the code. */
const FOLDER = new URL('../../../lexicon/', import.meta.url);

/** @throws Error that names the file when it is missing, cut short, or of another version. */
export function readCldrLexicon(folder = FOLDER): CldrLexicon {
  const lexicon = parse(textOf(folder));
  if (lexicon.version !== CLDR_VERSION)
    throw new Error(
      `${NAME} has version ${String(lexicon.version)}, wanted is ${CLDR_VERSION}: run "npm run lexicon"`,
    );
  if (!isWhole(lexicon)) throw new Error(`${NAME} is not complete: run "npm run lexicon"`);
  return lexicon;
}

function textOf(folder: URL): string {
  try {
    return readFileSync(new URL('cldr.json', folder), 'utf8');
  } catch (cause) {
    throw new Error(`${NAME} cannot be read: run "npm run lexicon"`, { cause });
  }
}

function parse(text: string): Partial<CldrLexicon> {
  try {
    return JSON.parse(text) as Partial<CldrLexicon>;
  } catch (cause) {
    throw new Error(`${NAME} is cut short or no JSON: run "npm run lexicon"`, { cause });
  }
}

const ROLES = [...UNIT_NAMES, 'months', 'am', 'pm', 'numbers'] as const;

function isWhole(lexicon: Partial<CldrLexicon>): lexicon is CldrLexicon {
  const languages = Object.values(lexicon.languages ?? {});
  return (
    languages.length > 0 &&
    languages.every((words) => ROLES.every((role) => typeof words[role] === 'string'))
  );
}

let loaded: CldrLexicon | undefined;

/** What CLDR says of each language, read once. */
export const cldrLanguages = (): CldrLexicon['languages'] =>
  (loaded ??= readCldrLexicon()).languages;

/** The entries of a list of CLDR's. */
export const splitEntries = (list: string): string[] => list.split(', ').filter(Boolean);

/** The number words of a language, each with its number. */
export const numberWordsOf = (language: string): Ranked[] =>
  ranked(cldrLanguages()[language]?.numbers);

/** The names of months in a language, January being 1. */
export const monthNamesOf = (language: string): Ranked[] =>
  ranked(cldrLanguages()[language]?.months);

/** A word, and the place of its entry in a list, from 1 on. */
type Ranked = readonly [word: string, rank: number];

const ranked = (list = ''): Ranked[] =>
  list.split(', ').flatMap((spellings, i) =>
    spellings
      .split('/')
      .filter(Boolean)
      .map((word) => [word, i + 1] as const),
  );
