import type { CodeCandidate } from '../analysis.js';
import { findRawCodes } from './code-candidates.js';
import type { RawCode } from './code-forms.js';
import { toCases, type CodeCase, type ReadCase } from './code-case.js';
import { placeOf } from './code-place.js';
import { CODE_NAMES, scoreOf, termsOf } from './code-terms.js';
import type { MailSigns } from './code-mail.js';
import { createCodeScorer } from './code-features.js';
import { bareNumber } from '../markup/markup.js';
import { probabilityOf, readModel, type Scorer } from '../model/model.js';
import { filledLine, firstHitFrom, lineAt, type TextPage } from '../text/page.js';
import { safeText, shorten } from '../text/safe-text.js';
import { MASK, type Span } from '../text/text-urls.js';

/** From here on a candidate counts as a code. */
export const SURE = 0.5;

const MAX_CANDIDATES = 20;
/** More than these is a table of figures: those that words say least for are left out. */
const MAX_CASES = 64;
const MIN_CONFIDENCE = 0.05;
const CONTEXT = 60;

/** A candidate and where it stands. */
export interface FoundCode extends CodeCandidate {
  readonly page: TextPage;
  readonly place: Span;
}

/** The stretches of a page that hold no codes, such as a list of recovery codes. */
export type Exclusions = ReadonlyMap<TextPage, readonly Span[]>;

let loaded: Scorer<CodeCase> | undefined;

/** Weighs candidates as `npm run fit` has found out; that itself reads mail while there are no weights yet. */
export const codeScorer = (): Scorer<CodeCase> => (loaded ??= createCodeScorer(readModel('code')));

/** The codes of a mail, the main one first. */
export function findCodes(
  pages: readonly TextPage[],
  mail: MailSigns,
  exclusions: Exclusions,
  scorer = codeScorer(),
): FoundCode[] {
  const weighed = codeCases(pages, mail, exclusions)
    .map((one) => ({ ...one, score: scorer.sum(one) }))
    .sort((a, b) => b.score - a.score);
  const codes = firstOfListFirst(weighed).map(toCandidate).filter(isLikely);
  return withoutTails(codes).slice(0, MAX_CANDIDATES);
}

/** Further apart one of two codes is told of in passing. */
const MAX_APART = 400;

/** Of codes that stand side by side, each behind its name, the first one is asked for first, whichever is surer. */
function firstOfListFirst(weighed: readonly CodeCase[]): readonly CodeCase[] {
  const [main] = weighed;
  if (!main || !isListed(main)) return weighed;
  const isBefore = (one: CodeCase, other: CodeCase) =>
    one.page === other.page &&
    one.raw.start < other.raw.start &&
    other.raw.start - one.raw.start <= MAX_APART;
  const first = weighed.reduce((best, one) => (isListed(one) && isBefore(one, best) ? one : best));
  return [first, ...weighed.filter((one) => one !== first)];
}

const isListed = ({ score, terms: { name } }: CodeCase) =>
  score >= 0 && name !== null && name.leads && CODE_NAMES.has(name.hit.term.kind);

/** The candidates of a mail with all that their features ask for, best first as far as words tell. */
export function codeCases(
  pages: readonly TextPage[],
  mail: MailSigns,
  exclusions: Exclusions,
): CodeCase[] {
  const found = pages.map((page) => candidatesOf(page, mail, exclusions));
  if (found.every(({ length }) => length === 0)) return [];
  const best = new Map<string, ReadCase>();
  pages.forEach((page, i) => {
    for (const raw of found[i]!) keep(best, toRead(page, raw));
  });
  const ranked = withoutCapitals([...best.values()].sort(byWords)).slice(0, MAX_CASES);
  return toCases(ranked, pages, mail);
}

/** What in a page has the form of a code, and is not known to be something else. */
function candidatesOf(page: TextPage, mail: MailSigns, exclusions: Exclusions): RawCode[] {
  const excluded = [...(exclusions.get(page) ?? []), ...(mail.wordLinks.get(page) ?? [])];
  const isOther = (raw: RawCode) =>
    isNamed(raw, mail) || excluded.some(holds(raw)) || isTerm(page, raw);
  return findRawCodes(page.text).filter((raw) => !isOther(raw));
}

/** Whether markup or an address of the mail says what else it is. */
const isNamed = ({ code }: RawCode, { names, numbers }: MailSigns) =>
  names.has(code.toLowerCase()) || (numbers.size > 0 && numbers.has(bareNumber(code)));

/** "TOTP" names codes. */
const isTerm = ({ hits }: TextPage, { shape, start, end }: RawCode) =>
  shape === 'letters' && hits[firstHitFrom(hits, start)]?.end === end;

const holds =
  (raw: RawCode) =>
  ({ start, end }: Span) =>
    start <= raw.start && end >= raw.end;

/** The one of which words say most first. */
const byWords = (one: ReadCase, other: ReadCase) => other.score - one.score;

const MAX_OCCURRENCES = 8;

function toRead(page: TextPage, raw: RawCode): ReadCase {
  const place = placeOf(page, raw);
  const terms = termsOf(place);
  const { lineIndex, alone } = place;
  const score = scoreOf(terms);
  const occurrences = [place];
  return { page, raw, lineIndex, alone, terms, score, occurrences, elsewhere: false };
}

function keep(best: Map<string, ReadCase>, next: ReadCase): void {
  const known = best.get(next.raw.code);
  if (!known) {
    best.set(next.raw.code, next);
    return;
  }
  const [better, worse] = next.score > known.score ? [next, known] : [known, next];
  const occurrences =
    known.occurrences.length < MAX_OCCURRENCES
      ? [...known.occurrences, ...next.occurrences]
      : known.occurrences;
  const elsewhere = known.elsewhere || isOfOther(worse);
  best.set(next.raw.code, { ...better, occurrences, elsewhere });
}

/** Whether the nearest name is that of another thing. */
const isOfOther = ({ score }: ReadCase) => score < 0;

/** Beside a code with digits, a line of capitals is a name or a heading. */
function withoutCapitals(found: readonly ReadCase[]): readonly ReadCase[] {
  const hasDigits = found.some(({ raw, score }) => score > 0 && raw.shape !== 'letters');
  return hasDigits ? found.filter(({ raw }) => !isInCapitals(raw)) : found;
}

/** Groups of them are what devices show: `WDJB-MJHT`. */
const isInCapitals = ({ shape, code }: RawCode) =>
  shape === 'letters' && code !== code.toLowerCase() && !code.includes('-');

function toCandidate(one: CodeCase): FoundCode {
  const { page, raw, score } = one;
  const confidence = Math.floor(100 * probabilityOf(score)) / 100;
  return {
    code: raw.code,
    confidence: Math.min(0.99, confidence),
    source: page.source,
    context: contextOf(one),
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
function contextOf({ page, raw: { start, end }, lineIndex }: CodeCase): string {
  const { text, lines } = page;
  const own = lines[lineIndex]!;
  const isShort = own.end - own.start <= end - start + 4;
  const first = (isShort ? filledLine(page, lineIndex, -1) : null) ?? own;
  const from = Math.max(first.start, start - 2 * CONTEXT);
  const to = Math.min(lines[lineAt(lines, end)]!.end, end + CONTEXT);
  const words = text.slice(from, to).replaceAll(MASK, '').replace(/\s+/g, ' ').trim();
  return safeText(shorten(words, 200));
}
