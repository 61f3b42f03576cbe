import { IS, leadsOn } from './name-leads.js';
import { isRange, type RawCode } from './code-forms.js';
import { isAmount } from '../text/amounts.js';
import { MASK } from '../text/text-urls.js';
import { alternatives } from '../words/word-lists.js';

/** Letters that go on, a sign of an address or a formula, `12:`, `3.`, `+49 `. */
const JOINED_BEFORE =
  /[+@\\&?_/]$|[0-9A-Za-z][-‐‑‒–]$|[\p{Script=Latin}\p{Script=Cyrillic}]$|\d[:.,'’]$|\+\d{0,3}[ (]$|[(（]0\d{1,4}[)）]\s?$/u;
const JOINED_AFTER = /^[@_=/]|^[\p{Script=Latin}\p{Script=Cyrillic}]|^[:.,'’]\d/u;
/** "Lease 2026-4471.pdf" */
const FILE_ENDING =
  /^\.(?:pdf|docx?|xlsx?|pptx?|odt|csv|txt|zip|png|jpe?g|gif|svg|mp[34]|ics|eml|json|xml|html?)(?![\p{L}\d])/iu;
/** 「482913,5分钟内有效」: the comma ends a clause. */
const NEXT_CLAUSE =
  /^,\d{1,2}:\d\d(?!\d)|^,\d{1,3}\s?(?![円元원])[\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}]/u;
/** What is counted: "4829 cases"; a year. */
const COUNTER_AFTER = new RegExp(String.raw`^[^\S\n]?(?:${alternatives('counter')})`);
// Three dots stand for digits, and two behind a blank; more of them lead to the number.
const CARD_BEFORE = /(?:[*•●∙·xX]{2,}|[…․]|(?<!\.)\.{3}|(?<=\s)\.\.)[ -]?$/;

/** "07700 900417", "0 800 501 007", "+44 7700 900417": a number with its area code; no code is that long. */
const isOfPhone = (before: string, after: string, length: number) =>
  /(?<!\d)0\d{2,4} $/.test(before) ||
  ABROAD.test(before) ||
  /^ \d{6}/.test(after) ||
  /\d{6} $/.test(before) ||
  (length >= MIN_LOCAL && AREA.test(before)) ||
  (length >= MIN_PHONE && TRUNK.test(before));

/** What stands before the last group of a number with the code of its country. */
const ABROAD = /\+\d{1,3}[ -](?:\(?\d{1,5}\)?[ -]){0,2}\(?$/;

/** "210 7712044" */
const AREA = /(?:^|[^\d.,:])\d{2,4} $/;
const MIN_LOCAL = 7;

/** What a call to another town begins with. */
const TRUNK = /(?:^|[^\d.,:])[0178][ -]\(?$/;
const MIN_PHONE = 8;

/** `_482913_`, `==482913==`: set off as plain text does it. */
const isSetOff = (before: string, after: string) =>
  /(?:^|[^\w=])(?:_{1,3}|==)$/.test(before) && /^(?:_{1,3}|==)(?![\w=])/.test(after);

function isJoined(before: string, after: string): boolean {
  if (isSetOff(before, after)) return false;
  if (JOINED_BEFORE.test(before) || OF_COPYRIGHT.test(before)) return true;
  if (before.endsWith(MASK) || after.startsWith(MASK)) return true;
  return FILE_ENDING.test(after) || (JOINED_AFTER.test(after) && !NEXT_CLAUSE.test(after));
}

/** "© 2026", "(c) 2019–2026" */
const OF_COPYRIGHT = /(?:[©℗]|\(c\)|copyright)[ \u00a0]{0,2}(?:\d{4} ?[-–—] ?)?$/i;

/** A masked card or account ("4411...7193", "GR16 **** 4821"), or a short phone number; stars around a number only set it off. */
const isStarred = (before: string, after: string, length: number) =>
  isMasked(before, length) || before.endsWith('*')
    ? !/^ ?[*•]/.test(after)
    : /^(?:[*•●∙]{2}| [*•●∙]{2,8} ?\d|\*\d|(?:…|\.{2,3})\d)/.test(after);

/** Of a card four digits are shown: more of them behind dots are what the dots lead to. */
const isMasked = (before: string, length: number) =>
  CARD_BEFORE.test(before) && !(length > LAST_OF_CARD && DOTS.test(before));
const LAST_OF_CARD = 4;
const DOTS = /[.…․]$/;

/** “Lease 2026” */
const isYearOfTitle = (before: string, after: string, code: string) =>
  /^(?:19|20)\d\d$/.test(code) && /^["”“»』」]/.test(after) && /\p{L} $/u.test(before);

/** Characters that are looked at: those of a phone number without its last group. */
const MAX_BEFORE = 18;

/** A decimal, date, time, amount, phone number, masked card or part of a longer word. */
export function isPartOfMore(text: string, { start, end, shape, code }: RawCode): boolean {
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start);
  const after = text.slice(end, end + 8);
  if (
    isOfPhone(before, after, code.length) ||
    (shape === 'groups' && isOtherGroups(text.slice(start, end), before, after)) ||
    isJoined(before, after) ||
    isStarred(before, after, code.length) ||
    isYearOfTitle(before, after, code) ||
    COUNTER_AFTER.test(after)
  )
    return true;
  return shape !== 'single' && isAmount(before, after);
}

/** "1588-5521로 전화": the numbers that firms are called by in Korea. */
const isOfService = (number: string, around: string) =>
  /^1[568]\d\d-\d{4}$/.test(number) && /\p{Script=Hangul}/u.test(around);

/** The number of a service, or a range. */
const isOtherGroups = (number: string, before: string, after: string) =>
  isOfService(number, before + after) || isRangeInText(number, before, after);

/** "10-12 hours", "2019–2021 and": numbers or years that a sentence goes on behind, and nothing leads to. */
const isRangeInText = (number: string, before: string, after: string) =>
  RANGE.test(number) &&
  isRange(number) &&
  /^[ \u00a0]?\p{L}/u.test(after) &&
  !leadsOn(before) &&
  !IS.test(after.slice(0, after.indexOf(' ', 1) + 1));
const RANGE = /^(?:\d\d|(?:1[0-9]|20)\d\d)\s?[-‐‑‒–—]\s?(?:\d\d|(?:1[0-9]|20)\d\d)$/;
