import { isInstrument } from './code-instrument.js';
import { PURPOSES, REACH, REACH_AFTER } from './code-names.js';
import { endsSentence } from './name-leads.js';
import { sentenceLines, type CodePlace } from './code-place.js';
import type { RawCode } from './code-forms.js';
import type { Hit } from '../text/lexicon.js';
import { firstHitFrom, type TextPage } from '../text/page.js';
import type { Span } from '../text/text-urls.js';
import type { TermKind } from '../words/roles.js';
import { holdsStem, phrases } from '../text/phrases.js';

const ENTER_REACH = 40;
const LAST_REACH = 90;
const NEAR = 100;
const MAX_LINES_ABOVE = 3;

/** What words say that a number is for: one sentence asks for it, a verb of typing or what it proves stands near. */
export type Purpose = 'asked' | 'typed' | 'used';

/** What a number is for: told on the same line, or around a number that has a line of its own. */
export function purposeOf(place: CodePlace): Purpose | null {
  if (followsVerb(place)) return 'asked';
  if (isBeforeCode(place)) return null;
  if (isAskedFor(place)) return 'asked';
  const around = hitsIn(place.page, reachOf(place, place.alone));
  if (isLedTo(place) || around.some((hit) => isTyped(place, hit))) return 'typed';
  const isUsed = around.some((hit) => isUsedFor(place, hit));
  return isUsed || (place.alone && mentionsMisses(place)) ? 'used' : null;
}

/** "Sign the contract with 482913", "enter 482913 to sign it": one sentence says what it is for, and that it does that. */
function isAskedFor(place: CodePlace): boolean {
  const { page, raw, alone } = place;
  if (alone) return false;
  const around = hitsIn(page, reachOf(place, false)).filter((hit) => isOneSentence(page, raw, hit));
  const isNear = ({ start, end, term }: Hit) =>
    (term.kind === 'enter' || term.isTyped) && distanceOf(raw, start, end) <= ENTER_REACH;
  return (
    (around.some(({ term }) => PURPOSES.has(term.kind)) || isShortLived(around)) &&
    (around.some(isNear) || isInstrument(page, raw))
  );
}

/** What has to be typed within minutes is asked for. */
function isShortLived(hits: readonly Hit[]): boolean {
  const has = (...kinds: TermKind[]) => hits.some(({ term }) => kinds.includes(term.kind));
  return has('lasts') && has('second', 'minute', 'hour');
}

const MISSED = phrases('attempt.missed');
const LOCKED = phrases('attempt.locked', 'attempt.again');
const MISSED_BEFORE = 100;
const MISSED_BEHIND = 200;

/** "3086", and below it "Three misses and we lock for the day": only what can be typed wrong is told of so. */
function mentionsMisses({ page, raw }: CodePlace): boolean {
  const around = page.text.slice(Math.max(0, raw.start - MISSED_BEFORE), raw.end + MISSED_BEHIND);
  return holdsStem(around, MISSED) && holdsStem(around, LOCKED);
}

const isUsedFor = ({ page, raw, alone }: CodePlace, hit: Hit) =>
  PURPOSES.has(hit.term.kind) &&
  distanceOf(raw, hit.start, hit.end) <= NEAR &&
  (alone || isOneSentence(page, raw, hit));

/** The sentence of a number names an app or a website. */
export function isOnSite(place: CodePlace): boolean {
  const { page, raw } = place;
  const reach = reachOf(place, false);
  const isSite = (hit: Hit) => hit.term.kind === 'site' && isOneSentence(page, raw, hit);
  return hitsIn(page, reach).some(isSite);
}

/** A verb of typing near a number, in its sentence or around its line. */
const isTyped = ({ page, raw, alone }: CodePlace, hit: Hit) =>
  hit.term.kind === 'enter' &&
  distanceOf(raw, hit.start, hit.end) <= ENTER_REACH &&
  (alone || isOneSentence(page, raw, hit));

/** "Gebruik je 1906", "geben Sie bitte 4829 ein": who types stands between. */
const isRightBehind = ({ text }: TextPage, { start }: RawCode, end: number) =>
  start >= end &&
  start - end <= MAX_BETWEEN &&
  // 「填入814409」
  /^(?:\s(?:\p{Ll}{1,6}\s)?)?$/u.test(text.slice(end, start));
const MAX_BETWEEN = 8;

/** "For the car AA4412KX send us the code 20884": what the sentence asks for has a name of its own. */
function isBeforeCode(place: CodePlace): boolean {
  const { page, raw, lineIndex } = place;
  const end = Math.min(page.lines[lineIndex]!.end, raw.end + REACH);
  return hitsIn(page, { start: raw.end, end }).some(
    (hit) =>
      HAVING.has(hit.term.kind) &&
      HAS_CODE.test(page.text.slice(hit.end, hit.end + MAX_HAVING)) &&
      isOneSentence(page, raw, hit),
  );
}

const HAVING: ReadonlySet<TermKind> = new Set<TermKind>(['code', 'maybeCode', 'enter']);
const HAS_CODE = /^[\s:：]{1,2}["'«„“]?(?:[A-Z]{1,4}-?)?\d(?:\d{3}|\d{1,2} \d)/;

const MAX_HAVING = 20;

/** Whether a verb of typing leads to a number at once. */
function followsVerb({ page, raw }: CodePlace): boolean {
  const last = page.hits[firstHitFrom(page.hits, raw.start) - 1];
  return last?.term.kind === 'enter' && isRightBehind(page, raw, last.end);
}

function reachOf({ page, raw, lineIndex, alone }: CodePlace, apart: boolean): Span {
  if (apart) return { start: raw.start - REACH, end: raw.end + (alone ? LAST_REACH : REACH_AFTER) };
  const line = sentenceLines(page, lineIndex);
  return {
    start: Math.max(line.start, raw.start - REACH),
    end: Math.min(line.end, raw.end + REACH),
  };
}

function isOneSentence({ text }: TextPage, raw: RawCode, { start, end }: Span): boolean {
  const gap = end <= raw.start ? text.slice(end, raw.start) : text.slice(raw.end, start);
  return !endsSentence(gap);
}

/** The line above says to type what stands here. */
export function isLedTo({ page, raw, lineIndex, alone }: CodePlace): boolean {
  if (!alone || !/[\d-]/.test(raw.code)) return false;
  const above = sentenceAbove(page, lineIndex);
  if (!above) return false;
  const hits = hitsIn(page, { start: Math.max(above.start, above.end - REACH), end: above.end });
  return hits.some(({ term }) => term.kind === 'enter');
}

/** The line above, with the one it was wrapped from. */
function sentenceAbove(page: TextPage, index: number): Span | null {
  for (let i = index - 1; i >= Math.max(0, index - MAX_LINES_ABOVE); i--) {
    const { start, end } = page.lines[i]!;
    const text = page.text.slice(start, end).trim();
    // "(In capitals)" says more of what is asked for above.
    if (text !== '' && !/^[(（].{0,60}[)）]$/.test(text))
      return { start: sentenceLines(page, i).start, end };
  }
  return null;
}

function hitsIn({ hits }: TextPage, { start, end }: Span): Hit[] {
  const found: Hit[] = [];
  for (let i = firstHitFrom(hits, start); i < hits.length && hits[i]!.start <= end; i++)
    found.push(hits[i]!);
  return found;
}

const distanceOf = (raw: RawCode, start: number, end: number) =>
  end <= raw.start ? raw.start - end : start - raw.end;
