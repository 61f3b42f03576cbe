import type { Tokens } from './tokens.js';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const DAY = /^(\d{1,2})-([A-Za-z]{3})-(\d{4})$/;

/** The day that is next, quoted or not, as `YYYY-MM-DD`. */
export function readDay(tokens: Tokens): string {
  const { place } = tokens;
  const day = dayOf(tokens.astring('a date such as 1-Feb-1994'));
  return day ?? tokens.fail('a date such as 1-Feb-1994', place);
}

function dayOf(text: string): string | null {
  const [, day = '', name = '', year = ''] = DAY.exec(text) ?? [];
  const month = MONTHS.findIndex((known) => known.toLowerCase() === name.toLowerCase()) + 1;
  const written = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  // 30 February is another day, or none.
  const date = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : null;
}

/** A time in UTC as INTERNALDATE has it (RFC 9051 section 9, date-time). */
export function dateTime(date: Date): string {
  const [day, month, year] = [date.getUTCDate(), MONTHS[date.getUTCMonth()], date.getUTCFullYear()];
  const time = date.toISOString().slice(11, 19);
  return `"${day < 10 ? ' ' : ''}${day}-${month}-${year} ${time} +0000"`;
}
