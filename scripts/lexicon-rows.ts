import { readdirSync, readFileSync } from 'node:fs';
import { cleanText } from '../src/mail/text/clean-text.js';

/** A line of a file: an entry, what it is for, and a sentence that has it. */
export interface LexiconRow {
  readonly role: string;
  readonly entry: string;
  readonly example: string;
  /** Counted from 1. */
  readonly line: number;
}

/** The words of one language; `mul` is what belongs to no one language. */
export interface LexiconLanguage {
  /** BCP 47: the name of its file. */
  readonly language: string;
  readonly rows: readonly LexiconRow[];
}

/** The first line of each file. */
export const COLUMN_NAMES = 'role\tentry\texample';
const EXTENSION = '.tsv';
const FOLDER = new URL('../lexicon/', import.meta.url);

/**
 * Where languages share a word, what the first of them says of it counts: these are asked first, as most
 * mail is in them, then all others by their names.
 */
const FIRST = [
  ...['en', 'de', 'fr', 'es', 'pt', 'it', 'ro', 'nl', 'sv', 'da', 'nb', 'pl', 'tr', 'ru', 'uk'],
  ...['cs', 'bg', 'el', 'hu', 'fi', 'ja', 'ko', 'zh', 'ar', 'he', 'hi', 'vi', 'th', 'id', 'ms'],
];

/** The files of a folder, in the order in which they count. */
export function readLexicon(folder = FOLDER): LexiconLanguage[] {
  const languages = readdirSync(folder)
    .filter((name) => name.endsWith(EXTENSION))
    .map((name) => name.slice(0, -EXTENSION.length))
    .sort((one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1));
  return languages.map((language) => ({
    language,
    rows: rowsOf(readFileSync(new URL(`${language}${EXTENSION}`, folder), 'utf8')),
  }));
}

const rankOf = (language: string) => {
  const rank = FIRST.indexOf(language);
  return rank < 0 ? FIRST.length : rank;
};

/** Lines that begin with `#` are comments; entries are cleaned as the texts of mails are. */
export function rowsOf(text: string): LexiconRow[] {
  return text.split('\n').flatMap((line, i) => {
    if (i === 0 || line === '' || line.startsWith('#')) return [];
    const [role = '', entry = '', example = ''] = line.split('\t');
    return [{ role, entry: cleanText(entry), example, line: i + 1 }];
  });
}

/** The entries of a language that have a role. */
export const entriesOf = ({ rows }: LexiconLanguage, role: string): string[] =>
  rows.flatMap((row) => (row.role === role ? [row.entry] : []));
