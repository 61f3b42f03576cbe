import { isWarnedAboutNext } from './code-neighbours.js';
import { holdsNumber } from './code-labels.js';
import {
  isInstrument,
  MAX_PURPOSE_LABEL,
  MAX_MARGIN,
  MAX_INSTRUMENT_GAP,
} from './code-instrument.js';
import { isWhereToType, PURPOSES, REACH, REACH_AFTER } from './code-names.js';
import { endsSentence } from './name-leads.js';
import { mentionsFailedAttempts } from './code-failed-attempts.js';
import { sentenceLines, type CodePlace } from './code-place.js';
import { isForDevice } from './code-devices.js';
import type { RawCode } from './code-forms.js';
import type { Hit } from '../text/lexicon.js';
import { firstHitFrom, type TextPage } from '../text/page.js';
import type { Span } from '../text/text-urls.js';
import type { TermKind } from '../words/roles.js';

const ENTER_REACH = 40;
const VERB_LAST: ReadonlySet<string> = new Set(['tr', 'ja', 'ko', 'hi', 'fi', 'hu']);
const LAST_REACH = 90;
const NEAR = 100;
const MAX_LINES_ABOVE = 3;
const MAX_LABEL = 32;
const ASKING: ReadonlySet<TermKind> = new Set([...PURPOSES, 'digits']);
/** Kinds of terms that show whether the reader is asked to type a number. */
const TELLING: ReadonlySet<TermKind> = new Set([
  ...ASKING,
  ...(['enter', 'lasts', 'second', 'minute', 'hour'] as const),
]);
const OTHERS: ReadonlySet<TermKind> = new Set(['number', 'otherCode', 'order', 'backup']);

/** What words say that a number is for: one sentence asks for it, a verb of typing or what it proves stands near. */
export type Purpose = 'asked' | 'typed' | 'used';

/** What a number is for: told on the same line, or around a number that has a line of its own. */
export function purposeOf(place: CodePlace): Purpose | null {
  if (isAskedFor(place) || followsVerb(place)) return 'asked';
  if (isBeforeCode(place)) return null;
  const apart = place.alone || hasLabel(place);
  const around = hitsIn(place.page, reachOf(place, apart));
  if (isLedTo(place) || around.some((hit) => isTyped(place, hit, apart))) return 'typed';
  return around.some((hit) => isUsedFor(place, hit, apart)) ||
    (place.alone && mentionsFailedAttempts(place))
    ? 'used'
    : null;
}

const isUsedFor = ({ page, raw }: CodePlace, hit: Hit, apart: boolean) =>
  PURPOSES.has(hit.term.kind) &&
  distanceOf(raw, hit.start, hit.end) <= NEAR &&
  (apart || isOneSentence(page, raw, hit));

/** The sentence of a number names an app or a website. */
export function isOnSite(place: CodePlace): boolean {
  const { page, raw } = place;
  const reach = reachOf(place, false);
  const isSite = (hit: Hit) => hit.term.kind === 'site' && isOneSentence(page, raw, hit);
  return hitsIn(page, reach).some(isSite) || isForDevice(page.text, raw, reach);
}

/** A verb of typing near a number, in its sentence or around its line. */
const isTyped = (place: CodePlace, hit: Hit, apart: boolean) =>
  hit.term.kind === 'enter' &&
  (distanceOf(place.raw, hit.start, hit.end) <= ENTER_REACH || isLast(place, hit)) &&
  (apart || isOneSentence(place.page, place.raw, hit) || opensNext(place, hit));

/** "Here is one: 482913. Paste it into the box" */
const opensNext = ({ page: { text }, raw }: CodePlace, { start, end }: Hit) =>
  start > raw.end &&
  start - raw.end <= MAX_LEAD_IN &&
  NEXT_OPENS.test(text.slice(raw.end, start)) &&
  // "Reader's number 20417. Enter HX4-92K"
  !/^\s["'«„“]?[A-Z0-9-]{0,4}\d/.test(text.slice(end, end + MAX_MARGIN));
const MAX_OPENING = 3;
/** "84190. Once you have entered it": a word or two before the verb. */
const NEXT_OPENS = /^[.!]\s+(?:[\p{L}\p{M}]{1,9}[ ]){0,2}$/u;
const MAX_LEAD_IN = 22;

/** Whether a verb of typing stands near in the sentence of a number, or opens the next. */
export const isTypedNear = (place: CodePlace): boolean =>
  hitsIn(place.page, reachOf(place, false)).some((hit) => isTyped(place, hit, false));

/** Where the verb ends the sentence, it may be further off: below the number, 「上記の…を入力してください」. */
const isLast = ({ page: { text }, raw, alone }: CodePlace, hit: Hit) =>
  alone &&
  hit.start > raw.end &&
  hit.term.languages.some((language) => VERB_LAST.has(language)) &&
  !endsSentence(text.slice(raw.end, hit.start).trimStart());

/** "Gebruik je 1906", "geben Sie bitte 4829 ein": who types stands between. */
const isRightBehind = ({ text }: TextPage, { start }: RawCode, end: number) =>
  start >= end &&
  start - end <= MAX_BETWEEN &&
  // 「填入814409」
  /^(?:\s(?:\p{Ll}{1,6}\s)?)?$/u.test(text.slice(end, start));
const MAX_BETWEEN = 8;

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

function isShortLived(hits: readonly Hit[]): boolean {
  const has = (...kinds: TermKind[]) => hits.some(({ term }) => kinds.includes(term.kind));
  return has('lasts') && has('second', 'minute', 'hour');
}

/** One sentence says what to type and what for, or leads to it: "Paste this into the box: 93A7F2". */
export function isAskedFor(place: CodePlace): boolean {
  if (place.alone) return false;
  const known = asked.get(place);
  if (known !== undefined) return known;
  const isAsked = findAsking(place);
  asked.set(place, isAsked);
  return isAsked;
}

/** Asked of a place for its own weight and for that of the mail. */
const asked = new WeakMap<CodePlace, boolean>();

/** "Enter", "enter the code" */
const isVerb = ({ term }: Hit) => term.kind === 'enter' || term.isTyped;

const isTelling = (hit: Hit) => TELLING.has(hit.term.kind) || isVerb(hit);

/** "For the car AA4412KX send us the code 20884": what the sentence asks for has a name of its own. */
function isBeforeCode(place: CodePlace): boolean {
  const { page, raw, lineIndex } = place;
  if (followsVerb(place)) return false;
  const end = Math.min(page.lines[lineIndex]!.end, raw.end + REACH);
  return hitsIn(page, { start: raw.end, end }).some(
    (hit) =>
      HAVING.has(hit.term.kind) &&
      HAS_CODE.test(page.text.slice(hit.end, hit.end + MAX_INSTRUMENT_GAP)) &&
      isOneSentence(page, raw, hit),
  );
}

const HAVING: ReadonlySet<TermKind> = new Set<TermKind>(['code', 'maybeCode', 'enter']);
const HAS_CODE = /^[\s:：]{1,2}["'«„“]?(?:[A-Z]{1,4}-?)?\d(?:\d{3}|\d{1,2} \d)/;

function findAsking(place: CodePlace): boolean {
  const { page, raw } = place;
  if (isBeforeCode(place)) return false;
  const around = hitsIn(page, reachOf(place, false)).filter(
    (hit) => isTelling(hit) && isOneSentence(page, raw, hit),
  );
  const verbs = around.filter(({ term }) => term.kind === 'enter');
  if (verbs.some(({ end }) => leadsBy(page, raw, end)) || isHandedOver(place)) return true;
  if (isExplainedNext(place) || isWarnedAboutNext(place)) return true;
  const isNear = around.some(
    (hit) => isVerb(hit) && distanceOf(raw, hit.start, hit.end) <= ENTER_REACH,
  );
  const isAimed = around.some(({ term }) => PURPOSES.has(term.kind)) || isShortLived(around);
  if (isAimed && isInstrument(page, raw)) return true;
  return isNear ? isFor(around) : isLabelled(place, around);
}

/** "482913. With this code you approve the transfer", "482913 unlocks your account": a line begins with what it tells about. */
function isExplainedNext({ page, raw, lineIndex }: CodePlace): boolean {
  const { text, lines } = page;
  if (raw.code.length < MIN_EXPLAINED || !/\d/.test(raw.code)) return false;
  if (text.slice(lines[lineIndex]!.start, raw.start).trim() !== '') return false;
  const [opening = ''] = OPENS.exec(text.slice(raw.end, raw.end + MAX_OPENING)) ?? [];
  if (opening === '') return false;
  const end = Math.min(lines[lineIndex]!.end, raw.end + (opening === ' ' ? 1 : REACH_AFTER));
  const from = raw.end + opening.length;
  return hitsIn(page, { start: from, end }).some(
    (hit) => EXPLAINING.has(hit.term.kind) && !/\d{3}/.test(text.slice(from, hit.start)),
  );
}

const MIN_EXPLAINED = 5;
const OPENS = /^(?:[.!] {1,2}|[。।，,]\s?| )/;
const EXPLAINING: ReadonlySet<TermKind> = new Set(['purpose', 'direct']);

/** "I send it by hand: 482913. Type it into the box" */
const isHandedOver = (place: CodePlace) =>
  LED.test(place.page.text.slice(Math.max(0, place.raw.start - 3), place.raw.start)) &&
  hitsIn(place.page, { start: place.raw.end, end: place.raw.end + MAX_OPENING }).some(
    (hit) => hit.term.kind === 'enter' && opensNext(place, hit),
  );

/** A colon or a dash leads to a number. */
const LED = /(?:[:：]|\s[–—-])\s?$/;

function leadsBy({ text }: TextPage, raw: RawCode, verbEnd: number): boolean {
  if (verbEnd > raw.start) return false;
  const gap = text.slice(verbEnd, raw.start);
  return /[:：]\s{0,3}$/.test(gap.slice(-4)) && !holdsNumber(gap);
}

function isOneSentence({ text }: TextPage, raw: RawCode, { start, end }: Span): boolean {
  const gap = end <= raw.start ? text.slice(end, raw.start) : text.slice(raw.end, start);
  return !endsSentence(gap);
}

/** The line above says to type what stands here, and names nothing else. */
export function isLedTo(place: CodePlace): boolean {
  const { page, raw, lineIndex, alone } = place;
  if ((!alone && !hasLabel(place)) || !/[\d-]/.test(raw.code)) return false;
  const above = sentenceAbove(page, lineIndex);
  if (!above) return false;
  const hits = hitsIn(page, { start: Math.max(above.start, above.end - REACH), end: above.end });
  return (
    hits.some(({ term }) => term.kind === 'enter') &&
    !hits.some((hit) => namesOther(page, hit, above.end))
  );
}

/** "Your order number:", but not "Type this on your phone:". */
const namesOther = (page: TextPage, hit: Hit, end: number) =>
  OTHERS.has(hit.term.kind) &&
  !endsSentence(page.text.slice(hit.end, end)) &&
  !ITS_NUMBER.test(page.text.slice(hit.end, end)) &&
  !isWhereToType(page, hit);

/** "For your file no. D-2026-40817, copy the characters below:" */
const ITS_NUMBER = /^[.:°º]{0,2}\s{0,2}[A-Z]{0,4}-?\d{3}/;

const isFor = (around: readonly Hit[]) =>
  around.some(({ term }) => ASKING.has(term.kind)) || isShortLived(around);

const OPENING: ReadonlySet<TermKind> = new Set(['direct', 'signIn', 'reset']);

/** "Back into your account: 4829", and nothing else on the line. */
function isLabelled(
  { page: { text, lines }, raw, lineIndex }: CodePlace,
  around: readonly Hit[],
): boolean {
  if (!around.some(({ term }) => OPENING.has(term.kind))) return false;
  const { start, end } = lines[lineIndex]!;
  if (end - raw.end > 1 || raw.start - start > MAX_PURPOSE_LABEL || raw.code.length > MAX_LABELLED)
    return false;
  return /^[^\d.!?]*[:：]\s?$/.test(text.slice(start, raw.start));
}

const MAX_LABELLED = 8;

/** "…: 482913" with a word that no list has, and nothing else on the line. */
function hasLabel({ page, raw, lineIndex }: CodePlace): boolean {
  const line = page.lines[lineIndex]!;
  if (raw.start - line.start > MAX_LABEL || line.end - raw.end > 1) return false;
  const label = page.text.slice(line.start, raw.start);
  const { hits } = page;
  const hit = hits[firstHitFrom(hits, line.start)];
  return /[:：]\s{0,8}$/.test(label) && !/\d/.test(label) && (!hit || hit.start >= raw.start);
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
