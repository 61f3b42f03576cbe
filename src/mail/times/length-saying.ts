import type { Duration } from './durations.js';
import { isOfPassword } from './other-deadlines.js';
import { readStated, type OtherLength, type StatedDuration } from './stated-durations.js';
import type { TimeSaying } from './time-saying.js';
import { TOPIC_KINDS, type Hit } from '../text/lexicon.js';
import type { TextPage } from '../text/page.js';
import { sentenceAround } from '../text/sentences.js';
import type { TermKind } from '../words/roles.js';

const DAY = 86_400_000;
/** Characters behind a code in which its lifetime is told. */
const SOON_AFTER = 200;
const MAX_CODE = 20;
const CODES: ReadonlySet<TermKind> = new Set(['code', 'maybeCode']);
const ELSEWHERE: ReadonlySet<TermKind> = new Set(TOPIC_KINDS);
const PROVING: ReadonlySet<TermKind> = new Set([
  ...(['code', 'maybeCode', 'digits', 'enter', 'verify', 'signIn', 'reset'] as const),
]);
/** Points, blanks and line ends between two sentences. */
const MAX_BETWEEN = 5;

/** What the words around a length of time say of it; `code` is where the code stands, negative where it does not. */
export function lengthSaying(page: TextPage, duration: Duration, code: number): TimeSaying {
  const stated = readStated(page, duration, code);
  const { hits, lasts, isPlain } = stated;
  return {
    otherwise: otherwiseOf(page, duration, { code, stated }),
    lasts,
    isPlain,
    follows: follows(page, duration, code),
    isBesideGoods: hits.some(({ term }) => ELSEWHERE.has(term.kind)),
    isOfCode: hits.some(({ term }) => CODES.has(term.kind)),
    isLoose: duration.ms > DAY && isLoose(page, hits, { duration, code }),
    isEnd: false,
  };
}

function otherwiseOf(
  page: TextPage,
  duration: Duration,
  { code, stated }: { readonly code: number; readonly stated: StatedDuration },
): OtherLength | null {
  return isOfOldPassword(page, duration, code) ? 'thing' : stated.otherwise;
}

/** Whether it stands behind the code: behind another number it belongs to that one. */
function follows({ text }: TextPage, { start }: Duration, code: number): boolean {
  if (code < 0 || start <= code) return false;
  const next = text.slice(code + MAX_CODE, code + SOON_AFTER).search(/\d{4}/);
  return start - code < (next < 0 ? SOON_AFTER : next + MAX_CODE);
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

/** "Your password expires in 3 days. To change it, enter": days told of ahead of the code. */
function isOfOldPassword(page: TextPage, { start, ms }: Duration, code: number): boolean {
  if (ms <= DAY || start > code) return false;
  const told = sentenceAround(page, start, start);
  const end = told.start + told.text.length;
  return code >= end && isOfPassword(told, sentenceAround(page, code, code));
}
