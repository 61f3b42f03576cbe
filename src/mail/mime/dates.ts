import { clip } from '../text/safe-text.js';
import { ZONE_HOURS } from '../text/zone-hours.js';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** RFC 5322 section 3.3, blanks of its obsolete form (section 4.3) and a word or two about the day included. */
const USUAL =
  /^(?:[\p{L}.]{1,20} ?,? ?)?(\d{1,2})[ -]([a-z]{3})[a-z]{0,6}\.?[ -](\d{2,4}),? (\d{1,2}) ?[:.] ?(\d{2})(?: ?[:.] ?(\d{2})(?:[.,]\d{1,6})?)?(?: (.*))?$/iu;
/** What programs that make no mail otherwise have at hand: `date`, ctime and JavaScript. */
const MONTH_FIRST =
  /^(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2}),? (?:(\d{4}),? )?(\d{1,2}:\d{2}(?::\d{2})?)( [^ \d][^ ]*)??(?: (\d{4}))?( [^ ]+)?$/i;
const OTHER =
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}|\d{1,2}[ -][A-Za-z]{3,9}\.?[ -]\d{2,4},? \d{1,2}:\d{2}/;
const ENDS_WITH_ZONE = /(?:[+-]\d{2}:?\d{2}|[A-Z]{1,5})$/;
/** Hours and minutes from UTC; programs put names in front of them and behind them. */
const OFFSET = /^(?:UTC?|GMT)? ?([+-])(\d{1,2}?):?(\d{2})?(?: [A-Z]{1,5})?$/i;
const NAME = /^(?![AP]M$)[A-Z]{1,5}$/i;

const HOUR = 3_600_000;
const FIRST = 0;
const END = Date.UTC(2200, 0);

/** A Date field (RFC 5322 section 3.3) as ISO 8601; null when it names no instant of this age. */
export function readDate(value: string): string | null {
  const plain = withoutComments(clip(value, 200).replaceAll('"', ''))
    .replace(/\s+/g, ' ')
    .trim()
    .replace(MONTH_FIRST, '$2 $1 $3$6 $4$5$7');
  const usual = USUAL.exec(plain);
  const time = (usual && timeOf(usual)) ?? otherTime(plain);
  return time >= FIRST && time < END ? new Date(time).toISOString() : null;
}

/** Those within others as well. */
function withoutComments(text: string): string {
  let plain = text;
  for (let before = ''; plain !== before && plain.includes('(');)
    [before, plain] = [plain, plain.replace(/\([^()]*\)/g, ' ')];
  return plain;
}

/** Null where it is another form; NaN for no time. */
function timeOf(usual: RegExpExecArray): number | null {
  const [, day, name = '', year = '', hour, minute, second = '0', zone = ''] = usual;
  const offset = offsetOf(zone);
  const month = MONTHS.indexOf(name.toLowerCase());
  if (offset === null || month < 0) return null;
  if (Number(day) > 31 || Number(hour) > 24 || Number(minute) > 59) return NaN;
  const local = [Number(day), Number(hour), Number(minute), Number(second)] as const;
  return Date.UTC(fullYear(year), month, ...local) - offset;
}

/** RFC 5322 section 4.3. */
function fullYear(year: string): number {
  if (year.length > 3) return Number(year);
  return Number(year) + (year.length === 2 && Number(year) < 50 ? 2000 : 1900);
}

/** Milliseconds; null for what is no zone. */
function offsetOf(zone: string): number | null {
  if (zone === '') return 0;
  // Any other name is UTC (RFC 5322 section 4.3).
  if (NAME.test(zone)) return (ZONE_HOURS[zone.toUpperCase()] ?? 0) * HOUR;
  const [, sign, hours, minutes = 0] = OFFSET.exec(zone) ?? [];
  if (hours === undefined) return null;
  return (Number(hours) + Number(minutes) / 60) * HOUR * (sign === '-' ? -1 : 1);
}

/** The day alone. */
const DAY = new RegExp(
  `^[\\s\\w,]{0,20}?\\b(\\d{1,2})[ -]+(${MONTHS.join('|')})[a-z]{0,6}\\.?[ -]+(\\d{2,4})\\b`,
  'i',
);

/**
 * The day that a Date field names, `YYYY-MM-DD`, as it stands there: SEARCH compares it whatever the time
 * and zone (RFC 9051 section 6.4.4). Null when it names none.
 */
export function sentOn(value: string | undefined): string | null {
  const [, day = '', month = '', year = ''] = DAY.exec(value ?? '') ?? [];
  const at = new Date(Date.UTC(fullYear(year), MONTHS.indexOf(month.toLowerCase()), Number(day)));
  return at.getUTCDate() === Number(day) ? at.toISOString().slice(0, 10) : null;
}

function otherTime(text: string): number {
  if (!OTHER.test(text)) return NaN;
  return Date.parse(ENDS_WITH_ZONE.test(text) ? text : `${text} +0000`);
}
