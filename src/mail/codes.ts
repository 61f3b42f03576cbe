import type { CodeCandidate } from './analysis.js';
import { findRawCodes, type RawCode } from './code-candidates.js';
import {
  isCalledCode,
  isCalledOther,
  mailWeight,
  weighCode,
  type MailSigns,
} from './code-evidence.js';
import { lineAt, type Page, type TermCounts } from './page.js';
import { safeText, shorten } from './safe-text.js';
import { MASK, type Range } from './text-urls.js';

/** From here on a candidate counts as a code. */
export const SURE = 0.5;

const MAX_CANDIDATES = 20;
const MIN_CONFIDENCE = 0.05;
const SAID_TWICE = 0.5;
/** "Code 505050" in the subject, "promotion code 505050" below. */
const CALLED_OTHER = 2.5;
/** Few mails have a second code, and hardly any leaves it without a name. */
const SECOND = 1;
const SECOND_UNNAMED = 2.5;
const CONTEXT = 60;

/** A candidate and where it stands. */
export interface FoundCode extends CodeCandidate {
  readonly page: Page;
  readonly place: Range;
}

/** The stretches of a page that hold no codes, such as a list of recovery codes. */
export type Exclusions = ReadonlyMap<Page, readonly Range[]>;

/** The codes of a mail, best first. */
export function findCodes(
  pages: readonly Page[],
  mail: MailSigns,
  exclusions: Exclusions,
): FoundCode[] {
  if (!speaksOfCodes(mail.counts)) return [];
  const weight = mailWeight(mail);
  const best = new Map<string, Weighed>();
  for (const page of pages) {
    const excluded = exclusions.get(page) ?? [];
    for (const raw of findRawCodes(page.text))
      if (!excluded.some(({ start, end }) => start <= raw.start && end >= raw.end))
        keep(best, { page, raw, score: weighCode(page, raw, weight), sources: 1 });
  }
  const ranked = withoutCapitals([...best.values()])
    .map((weighed) => ({ weighed, total: totalOf(weighed) }))
    .sort((a, b) => b.total - a.total);
  const found = ranked
    .map(({ weighed, total }, rank) => toCandidate(weighed, total - (rank && rarity(weighed))))
    .filter(isLikely);
  return withoutTails(found).slice(0, MAX_CANDIDATES);
}

const SPEAKING = [
  'code',
  'maybeCode',
  'verify',
  'signIn',
  'reset',
  'enter',
  'pending',
  'direct',
  'purpose',
] as const;

function speaksOfCodes(counts: TermCounts): boolean {
  const isShort = counts.lasts && (counts.second ?? counts.minute ?? counts.hour);
  return Boolean(isShort) || SPEAKING.some((kind) => counts[kind]);
}

interface Weighed {
  readonly page: Page;
  readonly raw: RawCode;
  readonly score: number;
  /** Texts of the mail it stands in. */
  readonly sources: number;
}

function keep(best: Map<string, Weighed>, next: Weighed): void {
  const known = best.get(next.raw.code);
  if (!known) {
    best.set(next.raw.code, next);
    return;
  }
  const [better, worse] = next.score > known.score ? [next, known] : [known, next];
  const sources = known.page === next.page ? known.sources : known.sources + 1;
  const score = better.score - (isCalledOther(worse.page, worse.raw) ? CALLED_OTHER : 0);
  best.set(next.raw.code, { ...better, score, sources });
}

/** Beside a code with digits, a line of capitals is a name or a heading. */
function withoutCapitals(found: readonly Weighed[]): readonly Weighed[] {
  const hasDigits = found.some(({ raw, score }) => score >= 0 && raw.shape !== 'letters');
  return hasDigits ? found.filter(({ raw }) => raw.shape !== 'letters') : found;
}

const rarity = ({ page, raw }: Weighed) => (isCalledCode(page, raw) ? SECOND : SECOND_UNNAMED);

const totalOf = ({ score, sources }: Weighed) => score + (sources > 1 ? SAID_TWICE : 0);

function toCandidate({ page, raw }: Weighed, total: number): FoundCode {
  const confidence = Math.round(100 / (1 + Math.exp(-total))) / 100;
  return {
    code: raw.code,
    confidence: Math.min(0.99, confidence),
    source: page.source,
    context: contextOf(page, raw),
    page,
    place: { start: raw.start, end: raw.end },
  };
}

const isLikely = ({ confidence }: FoundCode) => confidence >= MIN_CONFIDENCE;

/** `123456` beside `G-123456` is the same code without its prefix. */
function withoutTails(found: readonly FoundCode[]): FoundCode[] {
  const tails = new Set(
    found
      .filter(({ code }) => /^[A-Za-z]{1,3}-\d+$/.test(code))
      .map(({ code }) => code.split('-')[1]),
  );
  return found.filter(({ code }) => !tails.has(code));
}

/** The words around: the line, or the line before and it when it holds nothing else. */
function contextOf({ text, lines }: Page, { start, end }: RawCode): string {
  let first = lineAt(lines, start);
  const own = lines[first]!;
  if (own.end - own.start <= end - start + 4) first = lastFilled(text, lines, first - 1) ?? first;
  const from = Math.max(lines[first]!.start, start - 2 * CONTEXT);
  const to = Math.min(lines[lineAt(lines, end)]!.end, end + CONTEXT);
  const words = text.slice(from, to).replaceAll(MASK, '').replace(/\s+/g, ' ').trim();
  return safeText(shorten(words, 200));
}

function lastFilled(text: string, lines: readonly Range[], from: number): number | undefined {
  for (let i = from; i >= Math.max(0, from - 3); i--)
    if (text.slice(lines[i]!.start, lines[i]!.end).trim() !== '') return i;
  return undefined;
}
