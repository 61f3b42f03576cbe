import {
  endsSentence,
  IS,
  PURPOSES,
  REACH,
  REACH_AFTER,
  sentenceLines,
  type Place,
} from './code-names.js';
import type { RawCode } from './code-candidates.js';
import type { Hit } from './lexicon.js';
import { firstHitFrom, lineAt, type Page } from './page.js';
import type { Range } from './text-urls.js';
import type { TermKind } from './words/words.js';

/** Signing in or confirming is spoken of on the same line: "Use 482913 to sign in". */
const USED_FOR = 3.6;
/** A verb of typing stands near. */
const ENTERED = 3.8;
/** Both: "To approve the payment enter 482913". */
const ASKED_FOR = 4.6;
/** What is said of a number that has a line of its own may be said of something else. */
const APART = 1;
const ENTER_REACH = 40;
const VERB_LAST: ReadonlySet<string> = new Set(['tr', 'ja', 'ko', 'hi', 'fi', 'hu']);
const LAST_REACH = 90;
const NEAR = 40;
const FADE = 30;
const MAX_LINES_ABOVE = 3;
const MAX_LABEL = 32;
/** "482913 (valid for one hour)", or below a number that has a line of its own. */
const LASTS = 1.2;
const LASTS_APART = 2.2;
const SOON = 120;

/** What else lasts for minutes or hours. */
const ENDS_LATER: ReadonlySet<TermKind> = new Set(['waits', 'offer', 'support', 'money', 'notice']);
const ASKING: ReadonlySet<TermKind> = new Set([...PURPOSES, 'digits']);
const OTHERS: ReadonlySet<TermKind> = new Set(['number', 'otherCode', 'order', 'backup']);

/**
 * What a number is for, as log odds: the purpose is told on the same line, or around a number that has
 * a line of its own.
 */
export function purposeWeight(place: Place): number {
  if (isAskedFor(place)) return ASKED_FOR;
  const apart = place.alone || hasLabel(place);
  let weight = isLedTo(place) ? ENTERED - APART : 0;
  for (const hit of hitsIn(place.page, reachOf(place, apart))) {
    const distance = distanceOf(place.raw, hit.start, hit.end);
    if (PURPOSES.has(hit.term.kind)) weight = Math.max(weight, usedFor(distance, apart));
    if (isTyped(place, hit, apart)) weight = Math.max(weight, enteredAt(place, apart));
  }
  return weight;
}

/** A verb of typing near a number, in its sentence or around its line. */
const isTyped = (place: Place, hit: Hit, apart: boolean) =>
  hit.term.kind === 'enter' &&
  (distanceOf(place.raw, hit.start, hit.end) <= ENTER_REACH || isLast(place, hit)) &&
  (apart || isOneSentence(place.page, place.raw, hit));

/** Where the verb ends the sentence, it may be further off: below the number, 「上記の…を入力してください」. */
const isLast = ({ page: { text }, raw, alone }: Place, hit: Hit) =>
  alone &&
  hit.start > raw.end &&
  hit.term.languages.some((language) => VERB_LAST.has(language)) &&
  !endsSentence(text.slice(raw.end, hit.start).trimStart());

const enteredAt = ({ alone }: Place, apart: boolean) =>
  apart && !alone ? ENTERED - APART : ENTERED;

const usedFor = (distance: number, apart: boolean) =>
  (apart ? USED_FOR - APART : USED_FOR) - Math.max(0, distance - NEAR) / FADE;

function reachOf({ page, raw, lineIndex, alone }: Place, apart: boolean): Range {
  if (apart) return { start: raw.start - REACH, end: raw.end + (alone ? LAST_REACH : REACH_AFTER) };
  const line = sentenceLines(page, lineIndex);
  return {
    start: Math.max(line.start, raw.start - REACH),
    end: Math.min(line.end, raw.end + REACH),
  };
}

/**
 * How sure it is that a number which nothing names, or only as a number, is one that lasts minutes or
 * hours: right behind it, or in the next words where it has a line of its own or hardly any other.
 */
export function lifetimeWeight(place: Place): number {
  const { page, raw, alone } = place;
  const text = page.text.slice(raw.end, raw.end + SOON);
  const isBeside = /^["'」』]?\s?[^.]{0,12}[(（]/.test(text);
  const isLast = isLastNumber(text) || isShortLived(hitsIn(page, sentenceBehind(raw, text)));
  if (!alone && !isBeside && (raw.shape !== 'digits' || !isLast)) return 0;
  const hits = hitsIn(page, { start: raw.end, end: raw.end + SOON });
  if (!isShortLived(hits) || (!isBeside && isToldOfOther(place, hits))) return 0;
  return alone ? LASTS_APART : LASTS;
}

/** Up to the next number or the end of the sentence. */
function sentenceBehind({ end }: RawCode, text: string): Range {
  const stop = text.search(/\d{4}|[.!?]\s|[。！？।]/);
  return { start: end, end: end + (stop < 0 ? text.length : stop) };
}

/** Something else is named, and the sentence of the number does not say how long that lasts. */
const isToldOfOther = ({ page, raw, alone }: Place, hits: readonly Hit[]) =>
  hits.some(isOfOther) &&
  (alone || !isShortLived(hits.filter((hit) => isOneSentence(page, raw, hit))));

const isOfOther = ({ term }: Hit) => OTHERS.has(term.kind) || ENDS_LATER.has(term.kind);

/** What lasts is this number, not one that follows; "10:30" and "30" are times. */
const isLastNumber = (text: string) => !/\d{4}/.test(text);

function isShortLived(hits: readonly Hit[]): boolean {
  const has = (...kinds: TermKind[]) => hits.some(({ term }) => kinds.includes(term.kind));
  return has('lasts') && has('second', 'minute', 'hour');
}

/** One sentence says what to type and what for, or leads to it: "Paste this into the box: 93A7F2". */
export function isAskedFor(place: Place): boolean {
  if (place.alone) return false;
  const known = asked.get(place);
  if (known !== undefined) return known;
  const isAsked = findAsking(place);
  asked.set(place, isAsked);
  return isAsked;
}

/** Asked of a place for its own weight and for that of the mail. */
const asked = new WeakMap<Place, boolean>();

function findAsking(place: Place): boolean {
  const { page, raw } = place;
  const around = hitsIn(page, reachOf(place, false)).filter(({ start, end }) =>
    isOneSentence(page, raw, { start, end }),
  );
  const verbs = around.filter(({ term }) => term.kind === 'enter');
  if (verbs.some(({ end }) => leadsBy(page, raw, end))) return true;
  const isNear = verbs.some(({ start, end }) => distanceOf(raw, start, end) <= ENTER_REACH);
  if (around.some(({ term }) => PURPOSES.has(term.kind)) && isMeans(page, raw)) return true;
  return isNear && (around.some(({ term }) => ASKING.has(term.kind)) || isShortLived(around));
}

/** "Approve the payment with 482913", "482913 is all you need to sign in". */
const MEANS_BEFORE =
  /(?:^|[\s(])(?:with|using|via|mit|per|avec|con|mediante|com|met|z|za pomocą|kodem|numerem|cu|med|hjälp av|με|с|с помощью|числом|з|за допомогою|числом|bằng|với|dengan|melalui|ใช้|ด้วย|باستخدام|بواسطة|בעזרת|באמצעות|עם)\s["'“«„]?$/iu;
const MEANS_AFTER =
  /^["'”»’]?\s?(?:ile|ile birlikte|を使|でログイン|で認証|で承認|(?:으)?로\s|से\s|の番号で)/iu;
const MAX_MEANS = 20;
const MAX_MARGIN = 8;

function isMeans({ text, lines }: Page, raw: RawCode): boolean {
  const before = text.slice(Math.max(0, raw.start - MAX_MEANS), raw.start);
  const after = text.slice(raw.end, raw.end + MAX_MEANS);
  if (MEANS_BEFORE.test(before) || MEANS_AFTER.test(after)) return true;
  const { start } = lines[lineAt(lines, raw.start)]!;
  if (raw.start - start > MAX_MARGIN) return false;
  return (
    text.slice(start, raw.start).trim() === '' && IS.test(after.slice(0, after.indexOf(' ', 1) + 1))
  );
}

function leadsBy({ text }: Page, raw: RawCode, verbEnd: number): boolean {
  if (verbEnd > raw.start) return false;
  const gap = text.slice(verbEnd, raw.start);
  return /[:：]\s{0,3}$/.test(gap.slice(-4)) && !/\d/.test(gap);
}

function isOneSentence({ text }: Page, raw: RawCode, { start, end }: Range): boolean {
  const gap = end <= raw.start ? text.slice(end, raw.start) : text.slice(raw.end, start);
  return !endsSentence(gap);
}

/** The line above says to type what stands here, and names nothing else. */
function isLedTo(place: Place): boolean {
  const { page, raw, lineIndex, alone } = place;
  if ((!alone && !hasLabel(place)) || !/\d/.test(raw.code)) return false;
  const above = sentenceAbove(page, lineIndex);
  if (!above) return false;
  const hits = hitsIn(page, { start: Math.max(above.start, above.end - REACH), end: above.end });
  return (
    hits.some(({ term }) => term.kind === 'enter') &&
    !hits.some(({ term }) => OTHERS.has(term.kind))
  );
}

/** "…: 482913" with a word that no list has, and nothing else on the line. */
function hasLabel({ page, raw, lineIndex }: Place): boolean {
  const line = page.lines[lineIndex]!;
  if (raw.start - line.start > MAX_LABEL || line.end - raw.end > 1) return false;
  const label = page.text.slice(line.start, raw.start);
  const { hits } = page;
  const hit = hits[firstHitFrom(hits, line.start)];
  return /[:：]\s{0,8}$/.test(label) && !/\d/.test(label) && (!hit || hit.start >= raw.start);
}

/** The line above, with the one it was wrapped from. */
function sentenceAbove(page: Page, index: number): Range | null {
  for (let i = index - 1; i >= Math.max(0, index - MAX_LINES_ABOVE); i--) {
    const { start, end } = page.lines[i]!;
    const text = page.text.slice(start, end).trim();
    // "(In capitals)" says more of what is asked for above.
    if (text !== '' && !/^[(（].{0,60}[)）]$/.test(text))
      return { start: sentenceLines(page, i).start, end };
  }
  return null;
}

function hitsIn({ hits }: Page, { start, end }: Range): Hit[] {
  const found: Hit[] = [];
  for (let i = firstHitFrom(hits, start); i < hits.length && hits[i]!.start <= end; i++)
    found.push(hits[i]!);
  return found;
}

const distanceOf = (raw: RawCode, start: number, end: number) =>
  end <= raw.start ? raw.start - end : start - raw.end;
