import type { Duration } from './durations.js';
import type { Hit } from '../text/lexicon.js';
import type { TextPage } from '../text/page.js';
import { holdsStem, phrases } from '../text/phrases.js';
import { hitsWithin } from '../text/sentences.js';

const REMAINING = phrases('time.remaining');
const MINUTE = 60_000;
const DAY = 86_400_000;
/** "00:10:00": within the first hour after midnight nothing is told by the second. */
const CLOCK = /(?<![\d:.,T+-]|\d )0{1,2}:([0-5]\d):([0-5]\d)(?![\d:])/g;
/** What such a length begins with in a text. */
const ZERO = '0:';
/** "有効期限は3日です", "유효기간: 3일": of the year it would have a month. */
const DAYS =
  /^\s?(?:[はは은는]|[:：\t])?\s?(\d{1,2})\s?[日일](?=です|입니다|でございます|[。\n]|\.?\s?$)/u;
const MAX_DAYS = 16;

/** The lengths of time on a page that no unit tells: counted down on a clock, or in days behind "valid". */
export function unitlessDurations(page: TextPage): Duration[] {
  const days = page.hits.flatMap((hit) => (hit.term.kind === 'lasts' ? daysBehind(page, hit) : []));
  if (!page.text.includes(ZERO)) return days;
  const clocks = [...page.text.matchAll(CLOCK)].flatMap((match) => clockLength(page, match));
  return [...days, ...clocks];
}

function daysBehind({ text }: TextPage, { end }: Hit): Duration[] {
  const match = DAYS.exec(text.slice(end, end + MAX_DAYS));
  if (!match) return [];
  const last = end + match[0].length;
  return [{ start: last - 2, end: last, ms: Number(match[1]) * DAY }];
}

function clockLength(page: TextPage, match: RegExpExecArray): Duration[] {
  const { index: start } = match;
  const line = page.text.lastIndexOf('\n', start) + 1;
  const isLasting = hitsWithin(page, line, start).some(({ term }) => term.kind === 'lasts');
  const ms = Number(match[1]) * MINUTE + Number(match[2]) * 1000;
  if (ms === 0 || !(isLasting || holdsStem(page.text.slice(line, start), REMAINING))) return [];
  return [{ start, end: start + match[0].length, ms }];
}
