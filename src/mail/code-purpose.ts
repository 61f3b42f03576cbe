import {
  endsSentence,
  PURPOSES,
  REACH,
  REACH_AFTER,
  sentenceLines,
  type Place,
} from './code-names.js';
import type { RawCode } from './code-candidates.js';
import type { Hit } from './lexicon.js';
import { firstHitFrom, type Page } from './page.js';
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
const NEAR = 40;
const FADE = 30;
const MAX_LINES_ABOVE = 3;
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
  const { page, raw, alone } = place;
  let weight = isLedTo(place) ? ENTERED - APART : 0;
  for (const { start, end, term } of hitsIn(page, reachOf(place))) {
    const distance = distanceOf(raw, start, end);
    if (PURPOSES.has(term.kind)) {
      const fade = Math.max(0, distance - NEAR) / FADE;
      weight = Math.max(weight, (alone ? USED_FOR - APART : USED_FOR) - fade);
    }
    const isNear = distance <= ENTER_REACH && (alone || isOneSentence(page, raw, { start, end }));
    if (term.kind === 'enter' && isNear) weight = Math.max(weight, ENTERED);
  }
  return weight;
}

function reachOf({ page, raw, lineIndex, alone }: Place): Range {
  if (alone) return { start: raw.start - REACH, end: raw.end + REACH_AFTER };
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
export function lifetimeWeight({ page, raw, alone }: Place): number {
  const text = page.text.slice(raw.end, raw.end + SOON);
  const isBeside = /^["'」』]?\s?[^.]{0,12}[(（]/.test(text);
  if (!alone && !isBeside && (raw.shape !== 'digits' || !isLastNumber(text))) return 0;
  const hits = hitsIn(page, { start: raw.end, end: raw.end + SOON });
  if (!isShortLived(hits) || (!isBeside && hits.some(isOfOther))) return 0;
  return alone ? LASTS_APART : LASTS;
}

const isOfOther = ({ term }: Hit) => OTHERS.has(term.kind) || ENDS_LATER.has(term.kind);

/** What lasts is this number, not one that follows; "10:30" and "30" are times. */
const isLastNumber = (text: string) => !/\d{4}/.test(text);

function isShortLived(hits: readonly Hit[]): boolean {
  const has = (...kinds: TermKind[]) => hits.some(({ term }) => kinds.includes(term.kind));
  return has('lasts') && has('second', 'minute', 'hour');
}

/** One sentence says what to type and what for, or leads to it: "Paste this into the box: 93A7F2". */
export function isAskedFor(place: Place): boolean {
  const { page, raw, alone } = place;
  if (alone) return false;
  const around = hitsIn(page, reachOf(place)).filter(({ start, end }) =>
    isOneSentence(page, raw, { start, end }),
  );
  const verbs = around.filter(({ term }) => term.kind === 'enter');
  if (verbs.some(({ end }) => leadsBy(page, raw, end))) return true;
  const isNear = verbs.some(({ start, end }) => distanceOf(raw, start, end) <= ENTER_REACH);
  return isNear && (around.some(({ term }) => ASKING.has(term.kind)) || isShortLived(around));
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
function isLedTo({ page, raw, lineIndex, alone }: Place): boolean {
  if (!alone || !/\d/.test(raw.code)) return false;
  const above = lineAbove(page, lineIndex);
  if (!above) return false;
  const hits = hitsIn(page, { start: Math.max(above.start, above.end - REACH), end: above.end });
  return (
    hits.some(({ term }) => term.kind === 'enter') &&
    !hits.some(({ term }) => OTHERS.has(term.kind))
  );
}

function lineAbove({ lines, text }: Page, index: number): Range | null {
  for (let i = index - 1; i >= Math.max(0, index - MAX_LINES_ABOVE); i--) {
    const { start, end } = lines[i]!;
    if (text.slice(start, end).trim() !== '') return { start, end };
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
