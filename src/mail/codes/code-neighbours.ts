import { PURPOSES } from './code-names.js';
import { endsSentence } from './name-leads.js';
import type { CodePlace } from './code-place.js';
import { namesDevice } from './code-devices.js';
import { firstHitFrom, type TextPage } from '../text/page.js';
import type { Span } from '../text/text-urls.js';
import type { TermKind } from '../words/roles.js';

const REACH = 120;
const SENTENCE_END = /[.!?](?:\s|$)|[。！？।]|\n\s*\n/;
const OTHERS: ReadonlySet<TermKind> = new Set(['number', 'otherCode', 'backup', 'money']);

/** The sentences right below and above a number that stands alone. */
export const neighbourSentences = (place: CodePlace): readonly Span[] =>
  place.alone ? [below(place.page, place.raw.end), above(place)] : [];

/**
 * Whether the sentence right below or above a number that stands alone says to type it, and where or what
 * for: "Put these into the app and you are in".
 */
export function isAskedInNeighbour(place: CodePlace): boolean {
  const known = asked.get(place);
  if (known !== undefined) return known;
  const isAsked = neighbourSentences(place).some((range) => asksForIt(place.page, range));
  asked.set(place, isAsked);
  return isAsked;
}

/** Asked of a place for its own weight and for that of the mail. */
const asked = new WeakMap<CodePlace, boolean>();

function below({ text }: TextPage, end: number): Span {
  const rest = text.slice(end, end + REACH);
  const start = rest.search(/\S/);
  if (start < 0) return { start: end, end };
  const length = rest.slice(start).search(SENTENCE_END);
  return { start: end + start, end: length < 0 ? end + REACH : end + start + length };
}

function above({ page: { text }, raw: { start } }: CodePlace): Span {
  const from = Math.max(0, start - REACH);
  const lead = text.slice(from, start).trimEnd();
  let last = 0;
  for (let i = lead.length - 2; i > 0 && last === 0; i--)
    if (endsSentence(lead.slice(i, i + 2)) || lead.startsWith('\n\n', i)) last = i + 1;
  return { start: from + last, end: from + lead.length };
}

function asksForIt(page: TextPage, { start, end }: Span): boolean {
  const { hits, text } = page;
  let isTyped = false;
  let isAimed = false;
  for (let i = firstHitFrom(hits, start); i < hits.length && hits[i]!.end <= end; i++) {
    const { kind } = hits[i]!.term;
    if (OTHERS.has(kind)) return false;
    isTyped ||= kind === 'enter';
    isAimed ||= kind === 'site' || PURPOSES.has(kind);
  }
  const sentence = text.slice(start, end);
  return isTyped && !/\d{3}/.test(sentence) && (isAimed || namesDevice(sentence));
}

/** "Only this is missing: 805 261. Tell nobody, and type it on our own page only": the next sentence is about it. */
export function isWarnedAboutNext({ page: { hits, text }, raw }: CodePlace): boolean {
  if (!/^\d{4,8}$/.test(raw.code)) return false;
  const [gap] = ENDS_SOON.exec(text.slice(raw.end, raw.end + MAX_END)) ?? [];
  if (gap === undefined) return false;
  let isSecret = false;
  let isTyped = false;
  for (let i = firstHitFrom(hits, raw.end); i < hits.length; i++) {
    const { end, term } = hits[i]!;
    if (end > raw.end + REACH || NAMED.has(term.kind)) break;
    isSecret ||= term.kind === 'secret';
    isTyped ||= term.kind === 'enter';
  }
  return isSecret && isTyped;
}

const ENDS_SOON = /^[^.!?\n\d]{0,8}(?:[.!]\s|[。，、！])/;
const MAX_END = 12;
/** "Never tell anyone your password" is said below any number. */
const NAMED: ReadonlySet<TermKind> = new Set([...OTHERS, 'code', 'maybeCode', 'reset']);
