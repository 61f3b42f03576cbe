import { fold } from '../src/mail/text/fold.js';
import type { LexiconTexts } from '../src/mail/words/word-lists.js';
import { splitEntries, type CldrLexicon, type CldrWords } from './lexicon-cldr-file.js';
import { entriesOf, type LexiconLanguage } from './lexicon-rows.js';
import { plain } from './lexicon-units.js';

type CldrLanguages = CldrLexicon['languages'];
/** A word, and the number that it means. */
type CountedWord = readonly [word: string, value: number];

/** Number words, names of months and the like: those of CLDR, and in word lists what CLDR has not. */
export function timeTexts(
  files: readonly LexiconLanguage[],
  cldr: CldrLanguages,
): Pick<LexiconTexts, 'numerals' | 'months' | 'numberBehind'> {
  const languages = new Set([...files.map(({ language }) => language), ...Object.keys(cldr)]);
  const numerals = [...languages].map((language) => {
    const own = files.filter((file) => file.language === language).flatMap(countedAs('numeral'));
    return [language, linesOf(numeralsOf([...ranked(cldr[language]?.numbers), ...own]))] as const;
  });
  const monthNames = [...languages].flatMap((language) => ranked(cldr[language]?.months));
  return {
    numerals: Object.fromEntries(numerals.filter(([, lines]) => lines !== '')),
    numberBehind: Object.keys(cldr).filter((language) => cldr[language]!.numberBehind),
    months: linesOf(monthsOf(files.flatMap(countedAs('month')), monthNames)),
  };
}

const linesOf = (words: ReadonlyMap<string, number>) =>
  Array.from(words, ([word, value]) => `${word}=${value}`).join('\n');

const countedAs =
  (role: string) =>
  (file: LexiconLanguage): CountedWord[] =>
    entriesOf(file, role).map((entry) => {
      const [word = '', value] = entry.split('=');
      return [word, Number(value)];
    });

/** Words with their place in a list, from 1 on. */
const ranked = (list = ''): CountedWord[] =>
  list.split(', ').flatMap((spellings, i) =>
    spellings
      .split('/')
      .filter(Boolean)
      .map((word) => [word, i + 1] as const),
  );

/** With all their accents, as "sau mười" is not "sáu mươi", or with none. */
const numeralsOf = (words: readonly CountedWord[]) =>
  new Map(
    words.flatMap(([word, value]): CountedWord[] => [
      [word, value],
      [plain(word), value],
    ]),
  );

/** From so many letters on a name of a month has other endings in other cases: "январь", "января". */
const MIN_INFLECTED = 5;

/** Those of word lists, then those of CLDR, of languages with a list first: many languages share names, the first meaning counts. */
const monthsOf = (listed: readonly CountedWord[], names: readonly CountedWord[]) =>
  new Map(
    [
      ...listed.map(([name, month]) => [withEnd(name), month] as const),
      ...names.map(([name, month]) => [stemOf(fold(name)), month] as const),
    ].reverse(),
  );

const withEnd = (entry: string) =>
  entry.endsWith('*') ? fold(entry.slice(0, -1)) : `${fold(entry)}$`;

const stemOf = (name: string) =>
  name.length < MIN_INFLECTED
    ? `${name}$`
    : name.slice(0, Math.max(MIN_INFLECTED - 1, name.length - 2));

/** Of fewer letters a name is another word in some other language. */
const IS_SHORT = /^[\p{Script=Latin}.]{1,3}$/u;

/** Names of a part of the day in all languages. */
export const partsOfDay = (cldr: CldrLanguages, half: keyof Pick<CldrWords, 'am' | 'pm'>) =>
  Object.values(cldr)
    .flatMap((words) => splitEntries(words[half]))
    .filter((name) => !IS_SHORT.test(name));
