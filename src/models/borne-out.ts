import { clip } from '../mail/text/safe-text.js';

const NUMBER = /\p{N}+(?:[.,:/-]\p{N}+)*/gu;
// Addresses of mail and of pages; names of hosts without a scheme as well.
const PLACE =
  /[^\s<>()[\]"']+@[^\s<>()[\]"']+|[\p{L}\p{N}+.-]+:\/\/[^\s<>()[\]"']+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}[^\s<>()[\]"']*/gu;

/** Whether a quote has all of a sentence that cannot be put in other words: its numbers, addresses and links. */
export function bearsOut(quote: string, sentence: string): boolean {
  const [said, borne] = [plain(sentence), plain(quote)];
  const places = (said.match(PLACE) ?? []).map((place) => place.replace(/[.,;:!?]+$/, ''));
  if (!places.every((place) => borne.includes(place))) return false;
  const numbers = new Set(borne.match(NUMBER) ?? []);
  return (said.match(NUMBER) ?? []).every((number) => numbers.has(number));
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase();

/** Whether a quote bears out a value that was made of it: one of JSON that is no list and no object. */
export function bearsOutValue(
  quote: string,
  value: string | number | boolean,
  language: string | null,
): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value === 'number') return readingsOf(quote).has(Math.abs(value));
  const date = DATE.exec(value);
  return date ? hasDate(plain(quote), date, language) : bearsOut(quote, value);
}

const GROUPED = /\d{1,3}(?:[' ]\d{3})+(?:[.,]\d+)?/g;
const TOGETHER = /\d+(?:[.,]\d+)*/g;

/** What the numbers of a text may mean: 1.234 is more than one, or more than a thousand. */
const readingsOf = (text: string): ReadonlySet<number> =>
  new Set([GROUPED, TOGETHER].flatMap((form) => plain(text).match(form) ?? []).flatMap(readings));

function readings(token: string): number[] {
  const digits = token.replace(/[' ]/g, '');
  const whole = Number(digits.replace(/[.,]/g, ''));
  const [, head = '', tail] = /^(.*)[.,](\d+)$/.exec(digits) ?? [];
  if (tail === undefined) return [whole];
  const decimal = Number(`${head.replace(/[.,]/g, '')}.${tail}`);
  return /^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/.test(digits) ? [whole, decimal] : [decimal];
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** Whether a text has the year, the month, the day and the time of a date of ISO 8601, in whatever order. */
function hasDate(text: string, date: RegExpExecArray, language: string | null): boolean {
  const [year, month, day, hour, minute] = date.slice(1).map((part) => part && Number(part));
  const numbers = new Set((text.match(/\d+/g) ?? []).map(Number));
  const has = (part: unknown) => numbers.has(part as number);
  const hasHour = hour === undefined || has(hour) || has((hour as number) - 12);
  const hasMinute = !minute || has(minute);
  const names = monthNames((month as number) - 1, language);
  const hasMonth = has(month) || names.some((name) => text.includes(name));
  return has(year) && has(day) && hasMonth && hasHour && hasMinute;
}

/** The first letters of the name of a month, which short names share, in the language of a mail and in English. */
const monthNames = (month: number, language: string | null): string[] =>
  [language ?? 'en', 'en'].map((locale) => {
    const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
    return clip(format.format(Date.UTC(2024, month)).toLowerCase(), 3);
  });
