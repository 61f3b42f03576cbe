import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CLDR_VERSION, UNIT_NAMES, type CldrLexicon, type CldrWords } from './lexicon-cldr-file.js';
import { spellOut, type SpellOutRules } from './lexicon-spell-out.js';

const { resolve } = createRequire(import.meta.url);
const folderOf = (name: string) => dirname(resolve(`${name}/package.json`));
const UNITS = folderOf('cldr-units-full');
const DATES = folderOf('cldr-dates-full');
const SPELL_OUT = folderOf('cldr-rbnf');

/** Under what terms CLDR may be copied. */
export const LICENSE = join(UNITS, 'LICENSE');

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8')) as unknown;

/** Numbers above this are written in digits. */
const MAX_NUMBER = 60;
/** What CLDR and mail call Norwegian. */
const PREFERRED: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' };
/** CalendarNames in other scripts than their language is read in, or in no language at all. */
const LEFT_OUT = /^(?:und|en-(?:Dsrt|Shaw)|.*-[A-Z]{2}$)/;

/** What CLDR says of times, by language. @throws Error when the packages are of another version than is read. */
export function readCldr(): CldrLexicon {
  for (const folder of [UNITS, DATES, SPELL_OUT]) checkVersion(folder);
  const { license } = readJson(UNITS, 'package.json') as { license: string };
  const locales = readdirSync(join(UNITS, 'main')).filter((name) => !LEFT_OUT.test(name));
  const languages = [...new Set(locales.map(languageOf))].sort().flatMap((language) => {
    const words = wordsOf(locales.filter((locale) => languageOf(locale) === language));
    return words ? [[language, words] as const] : [];
  });
  return { version: CLDR_VERSION, license, languages: Object.fromEntries(languages) };
}

function checkVersion(folder: string): void {
  const { name, version } = readJson(folder, 'package.json') as { name: string; version: string };
  if (version !== CLDR_VERSION)
    throw new Error(`${name} is ${version}, wanted is ${CLDR_VERSION}: run "npm ci"`);
}

function languageOf(locale: string): string {
  const [language = ''] = locale.split('-');
  return PREFERRED[language] ?? language;
}

/** What some locales of a language say together; null where they name no units. */
function wordsOf(locales: readonly string[]): CldrWords | null {
  const patterns = locales.map(patternsOf).filter(hasOwnNames);
  const units = UNIT_NAMES.map((unit) => {
    const said = patterns.flatMap((own) => own[unit]);
    return [unit, unique(said.flatMap(toEntry)).join(', ')] as const;
  });
  if (units.some(([, entries]) => entries === '')) return null;
  const isBehind = patterns.some(({ minute }) => minute.some((one) => /\p{L}\s?\{0\}$/u.test(one)));
  return {
    ...(Object.fromEntries(units) as Record<(typeof UNIT_NAMES)[number], string>),
    ...(isBehind ? { numberBehind: true } : {}),
    months: monthsOf(locales),
    am: periodsOf(locales, /^(?:am|morning\d)$/),
    pm: periodsOf(locales, /^(?:pm|afternoon\d|evening\d)$/),
    numbers: numbersOf(locales),
  };
}

type Patterns = Record<(typeof UNIT_NAMES)[number], string[]>;
type UnitsFile = Record<'long' | 'short', Record<string, Record<string, string>>>;

/** How a locale writes each unit beside a number, in all plurals and cases: `{0} minutes`. */
function patternsOf(locale: string): Patterns {
  const { units } = mainOf(UNITS, locale, 'units.json') as { units: UnitsFile };
  const { dates } = mainOf(DATES, locale, 'dateFields.json') as { dates: FieldsFile };
  const of = (unit: string) => [
    ...[units.long, units.short].flatMap((width) => formsOf(width[`duration-${unit}`] ?? {})),
    ...nameOf(dates.fields[unit] ?? {}),
  ];
  return Object.fromEntries(UNIT_NAMES.map((unit) => [unit, of(unit)])) as Patterns;
}

interface FieldsFile {
  readonly fields: Readonly<Record<string, { readonly displayName?: string }>>;
}

const mainOf = (folder: string, locale: string, file: string) =>
  (readJson(folder, 'main', locale, file) as { main: Record<string, unknown> }).main[locale];

/** The name of a unit alone, where it is a word. */
const nameOf = ({ displayName = '' }: FieldsFile['fields'][string]): string[] =>
  /^[\p{L}\p{M}]+$/u.test(displayName) ? [`{0} ${displayName}`] : [];

const formsOf = (unit: Readonly<Record<string, string>>) =>
  Object.entries(unit).flatMap(([key, text]) =>
    key.includes('-count-') && !key.endsWith('-zero') ? [text] : [],
  );

/** What every language says that has no names of its own. */
const ROOT = new Set(patternsOf('und').minute);

const hasOwnNames = ({ minute }: Patterns) => minute.some((pattern) => !ROOT.has(pattern));

/** The words of a pattern that has its number before or behind them; none of one that has no number, or words around it. */
function toEntry(pattern: string): string[] {
  const parts = pattern.split('{0}');
  if (parts.length !== 2) return [];
  const [before, behind] = parts.map((part) => part.replace(/[\s\u00a0\u202f]+/g, ' ').trim());
  const words = before === '' ? behind! : behind === '' ? before! : '';
  return /\p{L}/u.test(words) && !/[\d,=*]/.test(words) ? [words.replace(/\.$/, '')] : [];
}

/** By use and width: names by their keys. */
type CalendarNames = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>
>;

interface Calendar {
  readonly months: CalendarNames;
  readonly dayPeriods: CalendarNames;
}

/** The tables of names that are written in full or abbreviated; a single letter says nothing. */
function namesOf(locale: string, what: keyof Calendar): Readonly<Record<string, string>>[] {
  const { dates } = mainOf(DATES, locale, 'ca-gregorian.json') as {
    dates: { calendars: { gregorian: Calendar } };
  };
  return Object.values(dates.calendars.gregorian[what]).flatMap(
    ({ wide = {}, abbreviated = {} }) => [wide, abbreviated],
  );
}

/** Where a word may be broken, and directions of writing. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2066-\u2069]/g;

const unique = (names: readonly string[]) =>
  [...new Set(names.map((name) => name.replace(UNSEEN, '').normalize('NFC').toLowerCase()))].sort();

const MONTHS = Array.from({ length: 12 }, (_, i) => String(i + 1));

/** January to December in full and abbreviated, `/` between spellings. */
function monthsOf(locales: readonly string[]): string {
  const said = locales.flatMap((locale) => namesOf(locale, 'months'));
  return MONTHS.map((month) => {
    const names = said.map((table) => (table[month] ?? '').replace(/\.$/, ''));
    return unique(names.filter((name) => /^[\p{L}\p{M}'-]{3,}$/u.test(name))).join('/');
  }).join(', ');
}

/** Parts of the day whose keys match. */
function periodsOf(locales: readonly string[], keys: RegExp): string {
  const tables = locales.flatMap((locale) => namesOf(locale, 'dayPeriods'));
  const names = tables.flatMap((table) =>
    Object.entries(table).flatMap(([key, name]) => (keys.test(key) ? [name] : [])),
  );
  return unique(names.filter((name) => /^[\p{L}\p{M}.]{2,}$/u.test(name))).join(', ');
}

/** The words for 1 to 60, `/` between spellings. */
function numbersOf(locales: readonly string[]): string {
  const rules = locales.flatMap(rulesOf);
  if (rules.length === 0) return '';
  const words = Array.from({ length: MAX_NUMBER }, (_, i) => {
    const said = rules.flatMap((own) => spellOut(own, i + 1));
    return unique(said.filter((word) => !/[,/]/.test(word))).join('/');
  });
  return words.join(', ');
}

const RULE_FILES = new Set(readdirSync(join(SPELL_OUT, 'rbnf')));

function rulesOf(locale: string): SpellOutRules[] {
  if (!RULE_FILES.has(`${locale}.json`)) return [];
  const file = readJson(SPELL_OUT, 'rbnf', `${locale}.json`);
  const { SpelloutRules } = (file as { rbnf: { rbnf: { SpelloutRules?: SpellOutRules } } }).rbnf
    .rbnf;
  return SpelloutRules ? [SpelloutRules] : [];
}
