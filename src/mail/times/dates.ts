import { fold } from '../text/fold.js';
import type { Span } from '../text/text-urls.js';
import { countedWords, LEXICON_TEXTS } from '../words/word-lists.js';

const DAY = 86_400_000;
const NAME = String.raw`(\p{L}[\p{L}\p{M}]{2,14})\.?`;

/** A way to write a date, and the first midnight of its day by what the pattern holds. */
interface DateForm {
  readonly pattern: RegExp;
  readonly dayOf: (match: RegExpExecArray, from: number) => number | null;
}

/** Of two that stand as near to a time the first one counts. */
const FORMS: readonly DateForm[] = [
  {
    pattern: /(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/g,
    dayOf: ([, year, month, day]) => toDay(year, month, day),
  },
  {
    pattern: /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/g,
    dayOf: ([, year, month, day]) => toDay(year, month, day),
  },
  { pattern: /(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/g, dayOf: readNumeric },
  {
    pattern: new RegExp(
      String.raw`(?<!\d)(\d{1,2})(?:\.|º|-?\p{L}{2})?\s(?:of\s|de\s|d['’])?${NAME},?(?:\s(?:de\s|del\s)?(\d{4})(?!\d))?`,
      'gu',
    ),
    dayOf: ([, day, name, year], from) => dayOfMonth(name, day, year, from),
  },
  {
    pattern: new RegExp(
      String.raw`${NAME}\s(\d{1,2})(?:st|nd|rd|th)?(?![\d:.]|\s?(?:h|Uhr|uur)\d{0,2}(?!\p{L}))(?:,?\s(\d{4})(?!\d))?`,
      'gu',
    ),
    dayOf: ([, name, day, year], from) => dayOfMonth(name, day, year, from),
  },
  {
    pattern: /(?<![\d年])(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号號]/g,
    dayOf: ([, month, day], from) => withYear(month, day, from),
  },
  {
    pattern: /(?<![\d./-])(\d{1,2})\.(\d{1,2})\.(?!\d)/g,
    dayOf: ([, day, month], from) => withYear(month, day, from),
  },
];

/** A date in a text, and the first midnight of its day as an instant of UTC. */
interface FoundDate extends Span {
  readonly day: number;
}

/** The date that a text has nearest to a place; without a year it is the next such day after `from`. */
export function dateNear(text: string, place: number, from: number): FoundDate | null {
  const found = FORMS.flatMap(({ pattern, dayOf }) =>
    [...text.matchAll(pattern)].flatMap((match): FoundDate[] => {
      const [day, start] = [dayOf(match, from), match.index];
      return day === null ? [] : [{ day, start, end: start + match[0].length }];
    }),
  );
  return found.length > 0 ? found.reduce((best, one) => nearer(best, one, place)) : null;
}

const nearer = (one: FoundDate, other: FoundDate, place: number) =>
  distance(other, place) < distance(one, place) ? other : one;
const distance = ({ start, end }: Span, place: number) => Math.max(start - place, place - end);

type Digits = string | number | undefined;

/** The Thai calendar counts from 543 years before. */
const BUDDHIST = 543;

function toDay(year: Digits, month: Digits, day: Digits): number | null {
  if (!(Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31))
    return null;
  const counted = Number(year);
  const common = counted > 2400 && counted < 2700 ? counted - BUDDHIST : counted;
  return Date.UTC(common, Number(month) - 1, Number(day));
}

function withYear(month: Digits, day: Digits, from: number): number | null {
  const year = new Date(from).getUTCFullYear();
  const own = toDay(year, month, day);
  return own !== null && own < from - 2 * DAY ? toDay(year + 1, month, day) : own;
}

/** Day first or month first: whichever is a date and lies nearer to the mail's. */
function readNumeric([, first, sign, second, year]: RegExpExecArray, from: number): number | null {
  const dayFirst = toDay(year, second, first);
  const monthFirst = sign === '/' ? toDay(year, first, second) : null;
  if (dayFirst === null || monthFirst === null) return dayFirst ?? monthFirst;
  return Math.abs(monthFirst - from) < Math.abs(dayFirst - from) ? monthFirst : dayFirst;
}

function dayOfMonth(name = '', day: Digits, year: Digits, from: number): number | null {
  const month = monthOf(name);
  if (month === null) return null;
  return year ? toDay(year, month, day) : withYear(month, day, from);
}

const MONTHS = countedWords(LEXICON_TEXTS.months);
const MIN_STEM = 3;

/** The month whose name a word is, or begins with. */
function monthOf(word: string): number | null {
  const name = `${fold(word)}$`;
  for (let { length } = name; length >= MIN_STEM; length--) {
    const month = MONTHS.get(name.slice(0, length));
    if (month !== undefined) return month;
  }
  return null;
}
