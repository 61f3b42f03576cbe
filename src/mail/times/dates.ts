import { fold } from '../text/fold.js';
import type { Span } from '../text/text-urls.js';
import { countedWords, LEXICON_TEXTS } from '../words/word-lists.js';
import { UNIT_LENGTHS } from './units.js';

const { day: DAY } = UNIT_LENGTHS;
const NAME = String.raw`(?<name>\p{L}[\p{L}\p{M}]{2,14})\.?`;

/** Ways to write a date. Of two that stand as near to a time the first one counts. */
const FORMS: readonly RegExp[] = [
  /(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})/g,
  /(?<!\d)(?<day>\d{1,2})(?<sign>[./-])(?<month>\d{1,2})\k<sign>(?<year>\d{4})(?!\d)/g,
  new RegExp(
    String.raw`(?<!\d)(?<day>\d{1,2})(?:\.|º|-?\p{L}{2})?\s(?:of\s|de\s|d['’])?${NAME},?(?:\s(?:de\s|del\s)?(?<year>\d{4})(?!\d))?`,
    'gu',
  ),
  new RegExp(
    String.raw`${NAME}\s(?<day>\d{1,2})(?:st|nd|rd|th)?(?![\d:.]|\s?(?:h|Uhr|uur)\d{0,2}(?!\p{L}))(?:,?\s(?<year>\d{4})(?!\d))?`,
    'gu',
  ),
  /(?:(?<year>\d{4})\s?[年년]\s?|(?<![\d年]))(?<month>\d{1,2})\s?[月월]\s?(?<day>\d{1,2})\s?[日일号號]/g,
  /(?<![\d./-])(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?!\d)/g,
];

/** A date in a text, and the first midnight of its day as an instant of UTC. */
interface FoundDate extends Span {
  readonly day: number;
}

/** The date that a text has nearest to a place; without a year it is the next such day after `from`. */
export function dateNear(text: string, place: number, from: number): FoundDate | null {
  const matches = FORMS.flatMap((form) => [...text.matchAll(form)]);
  let nearest: FoundDate | null = null;
  for (const { 0: written, index: start, groups = {} } of matches) {
    const day = dayOf(groups, from);
    if (day === null) continue;
    const one = { day, start, end: start + written.length };
    if (!nearest || distance(one, place) < distance(nearest, place)) nearest = one;
  }
  return nearest;
}

const distance = ({ start, end }: Span, place: number) => Math.max(start - place, place - end);

/** What a form holds of a date. */
type DateParts = Readonly<Partial<Record<'year' | 'month' | 'day' | 'name' | 'sign', string>>>;

/** Between slashes the day or the month stands first: whichever is a date and lies nearer to the mail's. */
function dayOf({ year, month, day, name, sign }: DateParts, from: number): number | null {
  const count = name === undefined ? Number(month) : (monthOf(name) ?? 0);
  if (year === undefined) return nextDay(count, Number(day), from);
  const own = toDay(Number(year), count, Number(day));
  const swapped = sign === '/' ? toDay(Number(year), Number(day), count) : null;
  if (own === null || swapped === null) return own ?? swapped;
  return Math.abs(swapped - from) < Math.abs(own - from) ? swapped : own;
}

/** Without a year it is the next one, or was a day ago: on the first of January it may still be the year before. */
function nextDay(month: number, day: number, from: number): number | null {
  const year = new Date(from).getUTCFullYear();
  const days = [year - 1, year, year + 1].map((one) => toDay(one, month, day));
  return days.find((one) => one !== null && one >= from - 2 * DAY) ?? null;
}

/** The Thai calendar counts from 543 years before. */
const BUDDHIST = 543;

function toDay(year: number, month: number, day: number): number | null {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return null;
  const common = year > 2400 && year < 2700 ? year - BUDDHIST : year;
  const found = Date.UTC(common, month - 1, day);
  return new Date(found).getUTCDate() === day ? found : null;
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
