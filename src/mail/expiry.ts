import { findDurations, type Duration } from './durations.js';
import { fold } from './fold.js';
import { splitTerms, type Hit } from './lexicon.js';
import { firstHitFrom, type Page } from './page.js';
import { findPoint } from './points-in-time.js';
import { AFTER_WORDS, JOINING_WORDS, NEW_WORDS } from './words/joining-words.js';
import type { TermKind } from './words/words.js';

/** When a code ends. */
export type Lifetime =
  /** So long after the mail was sent. */
  | { readonly kind: 'relative'; readonly ms: number }
  /** At this instant. */
  | { readonly kind: 'absolute'; readonly at: number };

const REACH = 140;
const MAX_TERMS = 200;
const SENTENCE_LEAD = 16;
const BESIDE = 12;
const JOINING = new Set(splitTerms(JOINING_WORDS).map(fold));
const AFTER = splitTerms(AFTER_WORDS).map(fold);
const NEW = splitTerms(NEW_WORDS).map(fold);
const DAY = 86_400_000;
const MAX_AHEAD = 92 * DAY;
/** A time later than this has been today, and is the one at which something was. */
const SAME_DAY = 18 * 3_600_000;
/** From here on a claim is believed. */
const ENOUGH = 1.6;
/** Characters behind a code in which its lifetime is told. */
const SOON_AFTER = 200;
const MAX_CODE = 20;
const MAX_AFTER = 16;
const CODES: ReadonlySet<TermKind> = new Set(['code', 'maybeCode']);
const MIN_ALONE = 180_000;
const BRIEF = 3_600_000;
// "a.m.", "kl. 13", "4. März" and the like end no sentence.
const SENTENCE_END =
  /\.(?=\s)(?<!(?:(?:^|[\s\d.(])(?:\p{L}|kl|st|nr|ca|hrs?|min|sec|sek|tel|godz|hod|год|хв|мин|сек|мск|ул|вул|руб|грн)|(?:^|\s)\d{1,2}|\.)\.)|[!?](?=\s)|[。！？؟।]|\n[ \t]{0,40}\n/giu;

/**
 * The lifetime of a mail's code: a length of time or a point in time in a sentence that speaks of
 * validity, or of typing the code; the time until the next code, of a lockout or of a trusted device
 * is none. `code` is the code as printed on its page, `from` when the mail was sent.
 */
export function findLifetime(pages: readonly Page[], code: string, from: number): Lifetime | null {
  let best: Claim | null = null;
  for (const page of pages) {
    const place = page.text.indexOf(code);
    for (const claim of claimsOf(page, place, from))
      if (claim.score >= ENOUGH && (!best || claim.score > best.score)) best = claim;
  }
  return best?.lifetime ?? null;
}

interface Claim {
  readonly lifetime: Lifetime;
  readonly score: number;
}

const claimsOf = (page: Page, code: number, from: number): Claim[] => [
  ...relativeClaims(page, code),
  ...absoluteClaims(page, from),
  ...commandClaims(page, code, from),
];

function relativeClaims(page: Page, code: number): Claim[] {
  const durations = findDurations(page);
  const isOnly = new Set(durations.map(({ ms }) => ms)).size === 1;
  // Behind another number it is told of that.
  const next = code < 0 ? -1 : page.text.slice(code + MAX_CODE, code + SOON_AFTER).search(/\d{4}/);
  const reach = next < 0 ? SOON_AFTER : next + MAX_CODE;
  return durations.flatMap((duration) => {
    const { start, hits } = sentenceAround(page, duration.start, duration.end);
    const lasts = nearest(hits, 'lasts', duration);
    if (isWaiting(page, hits, duration) || isUntilNext(page, hits, duration, start)) return [];
    const lifetime: Lifetime = { kind: 'relative', ms: duration.ms };
    const follows = code >= 0 && duration.start > code && duration.start - code < reach;
    const said = lasts === null ? implied(hits, duration, follows, isOnly) : 3 - lasts / 100;
    const own = hits.filter(({ term }) => term.kind !== 'order' || !isPlain(page, hits, duration));
    // What is offered lasts for days: its words say little of minutes.
    const brief = duration.ms <= BRIEF && own.some(({ term }) => term.kind === 'offer') ? 1 : 0;
    return [{ lifetime, score: said + subjectOf(own) + brief }];
  });
}

/** "Valid for 10 minutes": right beside its length of time it says that something ends. */
function isPlain(page: Page, hits: readonly Hit[], duration: Duration): boolean {
  const says = nearest(saying(page, hits), 'lasts', duration);
  return says !== null && says <= BESIDE;
}

/** Without words of validity that only join. */
const saying = ({ text }: Page, hits: readonly Hit[]) =>
  hits.filter(({ start, end }) => !JOINING.has(fold(text.slice(start, end))));

/** Whether the time until the next code or the like is nearer than what says that it is valid. */
function isWaiting(page: Page, hits: readonly Hit[], duration: Duration): boolean {
  const waits = nearest(hits, 'waits', duration);
  if (waits === null || waits > (typedBeside(hits, duration) ?? Infinity)) return false;
  return waits <= (nearest(saying(page, hits), 'lasts', duration) ?? Infinity);
}

/** "Type it within 3 minutes, then ask for a new one": how far the verb is where it is right beside. */
function typedBeside(hits: readonly Hit[], duration: Duration): number | null {
  const typed = nearest(hits, 'enter', duration);
  return typed !== null && typed <= BESIDE ? typed : null;
}

/** "You can order a new one after ten minutes": what begins then, unless a word right beside says that it ends. */
function isUntilNext(
  page: Page,
  hits: readonly Hit[],
  duration: Duration,
  sentence: number,
): boolean {
  if (!isLater(page, duration) || isPlain(page, hits, duration)) return false;
  const words = fold(page.text.slice(sentence, duration.start));
  return NEW.some((word) => beginsWord(words, word));
}

function beginsWord(text: string, word: string): boolean {
  const at = text.indexOf(word);
  return at >= 0 && !/[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(text.charAt(at - 1));
}

function isLater({ text }: Page, { start, end }: Duration): boolean {
  const before = fold(text.slice(Math.max(0, start - MAX_AFTER), start)).trimEnd();
  const after = fold(text.slice(end, end + MAX_AFTER)).trimStart();
  return AFTER.some((word) => endsWithWord(before, word) || after.startsWith(word));
}

const endsWithWord = (text: string, word: string) =>
  text.endsWith(word) && !/\p{L}/u.test(text.charAt(text.length - word.length - 1));

/** "Type it in within ten minutes", "You have half an hour": nothing says in a word what ends. */
function implied(
  hits: readonly Hit[],
  { ms }: Duration,
  follows: boolean,
  isOnly: boolean,
): number {
  const typed = hits.some(({ term }) => term.kind === 'enter') ? 1.5 : 0;
  // A shorter time is that until the next code.
  const alone = isOnly && follows && ms >= MIN_ALONE ? 0.4 : 0;
  const usual = ms >= 60_000 && ms <= DAY ? 0.3 : -0.7;
  return typed + (follows ? 1 : 0) + alone + usual;
}

function absoluteClaims(page: Page, from: number): Claim[] {
  const terms = page.hits.filter(({ term }) => term.kind === 'lasts').slice(0, MAX_TERMS);
  return terms.flatMap((hit) => {
    const sentence = sentenceAround(page, hit.start, hit.end);
    if (isOfWaiting(sentence)) return [];
    const at = findPoint(sentence.text, hit.end - sentence.start, from);
    if (at === null || at <= from || at - from > MAX_AHEAD) return [];
    return [{ lifetime: { kind: 'absolute', at }, score: 2.9 + subjectOf(sentence.hits) }];
  });
}

/** "Until 14:00 we are open": the sentence does not name the code. */
const isOfWaiting = ({ hits }: Sentence) =>
  hits.some(({ term }) => term.kind === 'waits') &&
  !hits.some(({ term }) => CODES.has(term.kind) || term.kind === 'enter');

/** "Type it in before 14:30": a time of the same day in a sentence that says what to do. */
function commandClaims(page: Page, code: number, from: number): Claim[] {
  if (code < 0) return [];
  const verbs = page.hits.filter(({ term }) => term.kind === 'enter').slice(0, MAX_TERMS);
  return verbs.flatMap((hit) => {
    const sentence = sentenceAround(page, hit.start, hit.end);
    const end = sentence.start + sentence.text.length;
    if (end < code || end > code + SOON_AFTER || sentence.hits.some(isTold)) return [];
    const at = findPoint(sentence.text, hit.end - sentence.start, from);
    if (at === null || at <= from || at - from > SAME_DAY) return [];
    return [{ lifetime: { kind: 'absolute', at }, score: 1.8 }];
  });
}

const isTold = ({ term: { kind } }: Hit) => kind === 'lasts' || kind === 'waits';

/** A sentence about the code itself counts more than one about a link or an account. */
function subjectOf(hits: readonly Hit[]): number {
  const has = (...kinds: TermKind[]) => hits.some(({ term }) => kinds.includes(term.kind));
  return (has(...CODES) ? 1 : 0) - (has('offer', 'backup', 'support', 'order') ? 2 : 0);
}

function nearest(hits: readonly Hit[], kind: TermKind, { start, end }: Duration): number | null {
  let best: number | null = null;
  for (const hit of hits) {
    if (hit.term.kind !== kind) continue;
    // Of two that stand as near, the first one is meant.
    const distance = hit.end <= start ? start - hit.end : Math.max(0, hit.start - end) + 0.5;
    best = best === null ? distance : Math.min(best, distance);
  }
  return best;
}

interface Sentence {
  readonly start: number;
  readonly text: string;
  readonly hits: readonly Hit[];
}

function sentenceAround({ text, hits }: Page, from: number, to: number): Sentence {
  const floor = Math.max(0, from - REACH);
  const lead = [...text.slice(floor, from).matchAll(SENTENCE_END)].at(-1);
  const start = lead ? floor + lead.index + lead[0].length : floor;
  // With what stands before, "минути." is told from a short form.
  const behind = Math.max(start, to - SENTENCE_LEAD);
  const tail = [...text.slice(behind, to + REACH).matchAll(SENTENCE_END)].find(
    ({ index }) => behind + index >= to,
  );
  const end = tail ? behind + tail.index : Math.min(text.length, to + REACH);
  const inside: Hit[] = [];
  for (let i = firstHitFrom(hits, start); i < hits.length && hits[i]!.start < end; i++)
    inside.push(hits[i]!);
  return { start, text: text.slice(start, end), hits: inside };
}
