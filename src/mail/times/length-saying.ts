import type { Duration } from './durations.js';
import { isOfPassword } from './other-deadlines.js';
import {
  readStated,
  typingDistance,
  type OtherLength,
  type StatedDuration,
} from './stated-durations.js';
import { NOTHING_SAID, type TimeSaying } from './time-saying.js';
import { TOPIC_KINDS, type Hit } from '../text/lexicon.js';
import type { TextPage } from '../text/page.js';
import { sentenceAround } from '../text/sentences.js';
import type { TermKind } from '../words/roles.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Characters behind a code in which its lifetime is told. */
const SOON_AFTER = 200;
const MAX_CODE = 20;
const MAX_REMARK = 36;
const CODES: ReadonlySet<TermKind> = new Set(['code', 'maybeCode']);
const GOODS: ReadonlySet<TermKind> = new Set(['offer', 'backup', 'support', 'order']);
const ELSEWHERE: ReadonlySet<TermKind> = new Set(TOPIC_KINDS);
const PROVING: ReadonlySet<TermKind> = new Set([
  ...(['code', 'maybeCode', 'digits', 'enter', 'verify', 'signIn', 'reset'] as const),
]);
/** Points, blanks and line ends between two sentences. */
const MAX_BETWEEN = 5;

/** What the words around a length of time say of it; `code` is where the code stands, negative where it does not. */
export function lengthSaying(page: TextPage, duration: Duration, code: number): TimeSaying {
  const stated = readStated(page, duration, code);
  const { hits, lasts } = stated;
  const isPlainly = stated.isPlain || typingDistance(hits, duration) !== null;
  const own = hits.filter(({ term }) => term.kind !== 'order' || !isPlainly);
  const has = (kinds: ReadonlySet<TermKind>, of: readonly Hit[] = own) =>
    of.some(({ term }) => kinds.has(term.kind));
  const gap = followsOf(page, duration, code);
  return {
    ...NOTHING_SAID,
    otherwise: otherwiseOf(page, duration, { code, stated }),
    lasts,
    isPlain: stated.isPlain,
    isBracketed: gap !== null && inBrackets(gap),
    follows: gap !== null,
    isTyped: hits.some(({ term }) => term.kind === 'enter'),
    isBesideGoods: has(ELSEWHERE, hits),
    isOfCode: has(CODES),
    isOfGoods: has(GOODS),
    isOffered: duration.ms <= HOUR && own.some(({ term }) => term.kind === 'offer'),
    isLoose: duration.ms > DAY && isLoose(page, hits, { duration, code }),
  };
}

function otherwiseOf(
  page: TextPage,
  duration: Duration,
  { code, stated }: { readonly code: number; readonly stated: StatedDuration },
): OtherLength | null {
  return isOfOldPassword(page, duration, code) ? 'thing' : stated.otherwise;
}

/** What stands between a code and a length of time that follows it; null where another number stands there. */
function followsOf({ text }: TextPage, { start }: Duration, code: number): string | null {
  if (code < 0 || start <= code) return null;
  // Behind another number it belongs to that one.
  const next = text.slice(code + MAX_CODE, code + SOON_AFTER).search(/\d{4}/);
  return start - code < (next < 0 ? SOON_AFTER : next + MAX_CODE) ? text.slice(code, start) : null;
}

/** "You have 14 days to send it back": days are a code's only where the sentence speaks of it or follows its own. */
function isLoose(
  page: TextPage,
  hits: readonly Hit[],
  { duration, code }: { duration: Duration; code: number },
): boolean {
  if (hits.some(({ term }) => PROVING.has(term.kind))) return false;
  if (code < 0) return false;
  if (code > duration.start) return true;
  const own = sentenceAround(page, code, code);
  const told = sentenceAround(page, duration.start, duration.end);
  return told.start - own.start - own.text.length > MAX_BETWEEN;
}

/** "482913 (15 min)": what stands between a code and a length of time. */
const inBrackets = (gap: string) =>
  gap.length <= MAX_REMARK && /[(（[]\s?(?:\p{L}{1,9}\.?\s){0,2}$/u.test(gap);

/** "Your password expires in 3 days. To change it, enter": days told of ahead of the code. */
function isOfOldPassword(page: TextPage, { start, ms }: Duration, code: number): boolean {
  if (ms <= DAY || start > code) return false;
  const told = sentenceAround(page, start, start);
  const end = told.start + told.text.length;
  return code >= end && isOfPassword(told, sentenceAround(page, code, code));
}
