import {
  ENDING_ROLE,
  LANGUAGE_ROLES,
  LIST_ROLES,
  TERM_KINDS,
  ZONE_ROLE,
} from '../src/mail/words/roles.js';
import {
  COLUMN_NAMES,
  entriesOf,
  rowsOf,
  type LexiconLanguage,
  type LexiconRow,
} from './lexicon-rows.js';

const KINDS = new Set(Object.keys(TERM_KINDS));
const OTHERS = new Set([LANGUAGE_ROLES, LIST_ROLES].flatMap((roles) => Object.keys(roles)));
/** Roles whose entries say what number they mean. */
const COUNTED = new Set(['numeral', 'month']);
/** What no word can be at once. */
const CONTRADICTING: readonly (readonly [string, string])[] = [
  ['code', 'otherCode'],
  ['code', 'number'],
];

/** What is wrong with the text of a file, a line each. */
export function problemsOf(language: string, text: string): string[] {
  const rows = rowsOf(text);
  const isHeaded = text.startsWith(`${COLUMN_NAMES}\n`);
  const problems = [
    ...(isHeaded ? [] : [[1, 'no names of columns'] as const]),
    ...rows.flatMap((row) => rowProblems(row).map((problem) => [row.line, problem] as const)),
    ...doublesOf(rows),
    ...contradictionsOf(rows),
  ];
  return problems.map(([line, problem]) => `lexicon/${language}.tsv:${line}: ${problem}`);
}

function rowProblems({ role, entry, example }: LexiconRow): string[] {
  const stem = entry.split('=')[0]!.replace('*', '');
  return [
    ...(isRole(role) ? [] : [`unknown role "${role}"`]),
    ...(stem === '' || entry !== entry.trim()
      ? ['an entry is empty, or has blanks around it']
      : []),
    ...(COUNTED.has(role) && !/=\d+$/.test(entry) ? [`"${entry}" says no number`] : []),
    ...(example === '' || holds(example, stem) ? [] : [`the example lacks "${stem}"`]),
  ];
}

function isRole(role: string): boolean {
  if (role.startsWith(ENDING_ROLE)) return KINDS.has(role.slice(ENDING_ROLE.length));
  if (role.startsWith(ZONE_ROLE)) return isZone(role.slice(ZONE_ROLE.length));
  return KINDS.has(role) || OTHERS.has(role);
}

function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== null;
  } catch {
    return false;
  }
}

const holds = (sentence: string, stem: string) =>
  sentence.toLowerCase().includes(stem.toLowerCase());

function doublesOf(rows: readonly LexiconRow[]): (readonly [number, string])[] {
  const seen = new Set<string>();
  return rows.flatMap(({ role, entry, line }) => {
    const key = `${role}\t${entry}`;
    const isDouble = seen.has(key);
    seen.add(key);
    return isDouble ? [[line, `"${entry}" is there twice as ${role}`] as const] : [];
  });
}

function contradictionsOf(rows: readonly LexiconRow[]): (readonly [number, string])[] {
  return CONTRADICTING.flatMap(([one, other]) => {
    const ones = new Set(rows.flatMap(({ role, entry }) => (role === one ? [entry] : [])));
    return rows
      .filter(({ role, entry }) => role === other && ones.has(entry))
      .map(({ entry, line }) => [line, `"${entry}" is ${one} and ${other}`] as const);
  });
}

/** How many entries each language has, of terms and of all else, and how many of them have an example. */
export function* coverage(languages: readonly LexiconLanguage[]): Generator<string> {
  yield 'language   entries  code  other code or number  numerals  examples';
  for (const file of languages) {
    const count = (...roles: string[]) =>
      roles.reduce((sum, role) => sum + entriesOf(file, role).length, 0);
    const shown = file.rows.filter(({ example }) => example !== '').length;
    yield [
      file.language.padEnd(8),
      String(file.rows.length).padStart(10),
      String(count('code')).padStart(6),
      String(count('otherCode', 'number')).padStart(22),
      String(count('numeral')).padStart(10),
      String(shown).padStart(10),
    ].join('');
  }
}
