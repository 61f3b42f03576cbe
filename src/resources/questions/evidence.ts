import { countedWords, LEXICON_TEXTS } from '../../mail/words/word-lists.js';
import type { AnswerKind } from './question-words.js';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru', 'pl'];
/** Names in scripts without blanks stand anywhere. */
const UNSPACED = ['ja', 'zh', 'th'];

const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 1));
// The first of 2024 was a Monday.
const DAYS = Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 0, day + 1));
const UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'];
// One of each plural.
const COUNTS = [1, 2, 5];

/** Names of days and months, "tomorrow" and the like. */
function namedTimes(language: string): string[] {
  const partOf = (name: 'weekday' | 'month', options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    return (name === 'month' ? MONTHS : DAYS).map(
      (at) => format.formatToParts(at).find(({ type }) => type === name)?.value ?? '',
    );
  };
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return [
    ...partOf('weekday', { weekday: 'long' }),
    ...partOf('month', { month: 'long' }),
    // As it stands beside a day, which is another case in some languages.
    ...partOf('month', { month: 'long', day: 'numeric' }),
    ...[-1, 0, 1].map((from) => relative.format(from, 'day')),
  ].filter((name) => /\p{L}/u.test(name));
}

/** Names of units of time in all plurals. */
const namedUnits = (language: string): string[] =>
  UNITS.flatMap((unit) => {
    const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
    return COUNTS.map(
      (count) =>
        format
          .formatToParts(count)
          .find(({ type }) => type === 'unit')
          ?.value.trim() ?? '',
    );
  });

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const oneOf = (names: readonly string[]) => `(?:${[...new Set(names)].join('|')})`;

// "May" is a month, "may" is none.
const NAMED_TIME = new RegExp(
  `(?<![\\p{L}\\p{M}])${oneOf(LANGUAGES.flatMap(namedTimes).flatMap((name) => [name, capitalized(name)]))}(?![\\p{L}\\p{M}])|` +
    oneOf(UNSPACED.flatMap(namedTimes)),
  'u',
);

const NUMBERS = LANGUAGES.flatMap((language) => [
  ...countedWords(LEXICON_TEXTS.numerals[language]).keys(),
]);

/** A number, as digits or in words, and a unit of time in any case; a year of four digits is none. */
const LENGTH = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:\\d+|${oneOf(NUMBERS)})[\\s-]${oneOf(LANGUAGES.flatMap(namedUnits))}\\p{L}{0,2}(?!\\p{L})|` +
    '(?<!\\d{3})[\\d一二三四五六七八九十两半]\\s?(?:年|[个か]月|ヶ月|週間|周|天|日間|時間|小时|分钟|分間|泊|วัน|เดือน|ปี|ชั่วโมง)',
  'iu',
);
const CLOCK =
  /\d{1,2}[:.h]\d{2}(?!\d)|\d\s?(?:[ap]\.?m\b|uhr\b|h\b|o'clock\b|heures?\b|uur\b|ч\b|час|[時点时])/iu;
const DATE =
  /\d{1,4}[./-]\d{1,2}(?![\d,])|\b(?:19|20)\d\d\b|\d{1,2}(?:st|nd|rd|th|er)\b|\d\s?[月日号]/u;
const AMOUNT =
  /[€$£¥₽₹]|(?<!\p{L})(?:EUR|USD|GBP|CHF|JPY|CNY|PLN|RUB|SEK|zł|руб\p{L}*|евро|доллар\p{L}*|фунт\p{L}*|(?:euro|dollar|pound|franc|dólar|libra|peso|livre|Pfund|Franken|franch|sterlin|złot|yen)\p{L}{0,3})(?!\p{L})|[\d万千]\s?[円元]/iu;

const PATTERNS: Readonly<Record<AnswerKind, readonly RegExp[]>> = {
  time: [CLOCK, DATE, NAMED_TIME, LENGTH],
  clock: [CLOCK],
  duration: [LENGTH],
  amount: [AMOUNT],
  code: [/(?<![\p{L}\p{N}])(?=[A-Z0-9-]*\d)[A-Z0-9](?:[A-Z0-9-]{2,14})[A-Z0-9](?![\p{L}\p{N}])/u],
  person: [/\p{Lu}\p{Ll}+\s+\p{Lu}\p{Ll}+|@|[\p{Script=Han}\p{Script=Katakana}]{2,}/u],
  number: [/\d/],
  link: [/https?:\/\//],
};

/** Whether a text has something of a kind: a time, an amount, a code. */
export const shows = (kind: AnswerKind, text: string): boolean =>
  PATTERNS[kind].some((pattern) => pattern.test(text));
