const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DATE =
  /^[\s\w,]{0,20}?\b(\d{1,2})[ -]+(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?[ -]+(\d{2,4})\b/i;

/**
 * The day that a Date field names, `YYYY-MM-DD`, as it stands there: SEARCH compares it whatever the time
 * and zone (RFC 9051 section 6.4.4). Null when it names none.
 */
export function sentOn(value: string | undefined): string | null {
  const [, day = '', month = '', year = ''] = DATE.exec(value ?? '') ?? [];
  if (day === '') return null;
  const at = new Date(
    Date.UTC(fullYear(Number(year), year.length), MONTHS.indexOf(month.toLowerCase()), Number(day)),
  );
  return at.getUTCDate() === Number(day) ? at.toISOString().slice(0, 10) : null;
}

/** RFC 5322 section 4.3. */
function fullYear(year: number, digits: number): number {
  if (digits === 3) return year + 1900;
  if (digits > 3) return year;
  return year + (year < 50 ? 2000 : 1900);
}
