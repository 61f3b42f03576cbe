import { findDurations, type Duration } from './durations.js';
import type { Hit } from './lexicon.js';
import { firstHitFrom, type Page } from './page.js';
import { findPoint } from './points-in-time.js';
import type { TermKind } from './words/words.js';

/** When a code ends. */
export type Lifetime =
  /** So long after the mail was sent. */
  | { readonly kind: 'relative'; readonly ms: number }
  /** At this instant. */
  | { readonly kind: 'absolute'; readonly at: number };

const REACH = 140;
const MAX_TERMS = 200;
const MAX_AHEAD = 92 * 86_400_000;
const SENTENCE_END = /[.!?](?=\s)|[。！？؟।]|\n\s*\n|\t/g;

/**
 * The lifetime of a mail's code: a length of time or a point in time in a sentence that speaks of
 * validity; the time until the next code, of a lockout or of a trusted device is none.
 * `from` is when the mail was sent.
 */
export function findLifetime(pages: readonly Page[], from: number): Lifetime | null {
  let best: { lifetime: Lifetime; score: number } | null = null;
  for (const page of pages) {
    for (const claim of [...relativeClaims(page), ...absoluteClaims(page, from)])
      if (!best || claim.score > best.score) best = claim;
  }
  return best?.lifetime ?? null;
}

interface Claim {
  readonly lifetime: Lifetime;
  readonly score: number;
}

function relativeClaims(page: Page): Claim[] {
  return findDurations(page).flatMap((duration) => {
    const sentence = sentenceAround(page, duration.start, duration.end);
    const lasts = nearest(sentence.hits, 'lasts', duration);
    if (lasts === null || lasts >= (nearest(sentence.hits, 'waits', duration) ?? Infinity))
      return [];
    const lifetime: Lifetime = { kind: 'relative', ms: duration.ms };
    return [{ lifetime, score: weigh(sentence.hits, lasts) }];
  });
}

function absoluteClaims(page: Page, from: number): Claim[] {
  const terms = page.hits.filter(({ term }) => term.kind === 'lasts').slice(0, MAX_TERMS);
  return terms.flatMap((hit) => {
    const sentence = sentenceAround(page, hit.start, hit.end);
    const at = findPoint(sentence.text, hit.end - sentence.start, from);
    if (at === null || at <= from || at - from > MAX_AHEAD) return [];
    return [{ lifetime: { kind: 'absolute', at }, score: weigh(sentence.hits, 10) }];
  });
}

/** A sentence about the code itself counts more than one about a link or an account. */
function weigh(hits: readonly Hit[], distance: number): number {
  const has = (...kinds: TermKind[]) => hits.some(({ term }) => kinds.includes(term.kind));
  return 3 - distance / 100 + (has('code', 'maybeCode') ? 2 : 0) - (has('offer', 'backup') ? 2 : 0);
}

function nearest(hits: readonly Hit[], kind: TermKind, { start, end }: Duration): number | null {
  let best: number | null = null;
  for (const hit of hits) {
    if (hit.term.kind !== kind) continue;
    const distance = hit.end <= start ? start - hit.end : Math.max(0, hit.start - end);
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
  const tail = text.slice(to, to + REACH).search(SENTENCE_END);
  const end = tail < 0 ? Math.min(text.length, to + REACH) : to + tail;
  const inside: Hit[] = [];
  for (let i = firstHitFrom(hits, start); i < hits.length && hits[i]!.start < end; i++)
    inside.push(hits[i]!);
  return { start, text: text.slice(start, end), hits: inside };
}
