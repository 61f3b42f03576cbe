import { readFileSync } from 'node:fs';
import { UNIT_LENGTHS, type UnitName } from '../src/mail/times/units.js';

/** What `lexicon/cldr.json` was made of: `npm run lexicon` refuses other packages. */
export const CLDR_VERSION = '48.2.0';
/** All units that lifetimes are told in. */
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

/** @throws Error when the file of a folder is missing, cut short, or of another version. */
export function readCldrLexicon(folder = new URL('../lexicon/', import.meta.url)): CldrLexicon {
  const text = readFileSync(new URL('cldr.json', folder), 'utf8');
  const lexicon = JSON.parse(text) as CldrLexicon;
  if (lexicon.version !== CLDR_VERSION)
    throw new Error(
      `lexicon/cldr.json has version ${lexicon.version}, wanted is ${CLDR_VERSION}: run "npm run lexicon"`,
    );
  return lexicon;
}

/** The entries of a list of CLDR's. */
export const splitEntries = (list: string): string[] => list.split(', ').filter(Boolean);
