import type { CodeCandidate } from '../analysis.js';
import { findRawCodes } from './code-candidates.js';
import type { RawCode } from './code-forms.js';
import { toCases, type CodeCase, type RankedCase, type WeighedCase } from './code-case.js';
import { weighCode } from './code-evidence.js';
import { linkedPieces } from './code-links.js';
import { isCalledCode, isCalledOther, hasUnknownQualifier, labelOf } from './code-labels.js';
import { mailWeight, type MailSigns, type MailWeight } from './code-mail.js';
import { createCodeScorer } from './code-scorer.js';
import { arePaired, firstOfPairFirst, joinSpots, type NamedSpot } from './code-pairs.js';
import { bareNumber } from '../markup/markup.js';
import type { Hit } from '../text/lexicon.js';
import { probabilityOf, readModel, type Scorer } from '../model/model.js';
import { lineAt, type TextPage } from '../text/page.js';
import { safeText, shorten } from '../text/safe-text.js';
import { MASK, type Span } from '../text/text-urls.js';

/** From here on a candidate counts as a code. */
export const SURE = 0.5;

const MAX_CANDIDATES = 20;
/** More than these is a table of figures: those that the rules say least for are left out. */
const MAX_CASES = 64;
const MIN_CONFIDENCE = 0.05;
const SAID_TWICE = 0.5;
/** "Code 505050" in the subject, "promotion code 505050" below. */
const CALLED_OTHER = 2.5;
/** The same of what the subject begins with. */
const FILED = 2.5;
/** What the subject tells without a name, where the body has a code with a label. */
const OF_TITLE = 2;
/** Few mails have a second code, and hardly any leaves it without a name. */
const SECOND = 1;
const SECOND_UNNAMED = 2.5;
/** Below, nothing makes a candidate a code. */
const MIN_TWIN = -2;
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
    .map((one) => ({ page: one.page, raw: one.raw, spots: one.spots, score: scorer.sum(one) }))
    .sort((a, b) => b.score - a.score);
  const codes = firstOfPairFirst(weighed).map(toCandidate).filter(isLikely);
  return withoutTails(codes).slice(0, MAX_CANDIDATES);
}

/** The candidates of a mail with all that their features ask for, best first as far as rules tell. */
export function codeCases(
  pages: readonly TextPage[],
  mail: MailSigns,
  exclusions: Exclusions,
): RankedCase[] {
  const found = pages.map((page) => candidatesOf(page, mail, exclusions));
  if (found.every(({ length }) => length === 0)) return [];
  const linked = linkedPieces(mail.urls);
  const weight = mailWeight(mail, linked);
  const best = new Map<string, Weighed>();
  pages.forEach((page, i) => {
    for (const raw of found[i]!) keep(best, toWeighed(page, raw, weight));
  });
  const hasList = [...exclusions.values()].some(({ length }) => length > 0);
  const ranked = rank([...best.values()], hasList).slice(0, MAX_CASES);
  return toCases(ranked, pages, { signs: mail, linked });
}

/** What in a page has the form of a code, and is not known to be something else. */
function candidatesOf(page: TextPage, mail: MailSigns, exclusions: Exclusions): RawCode[] {
  const excluded = [...(exclusions.get(page) ?? []), ...(mail.wordLinks.get(page) ?? [])];
  const isOther = (raw: RawCode) => isNumbered(raw, mail) || excluded.some(holds(raw));
  return findRawCodes(page.text).filter((raw) => !isOther(raw));
}

/** Whether the markup of the mail says what else it is. */
const isNumbered = ({ code }: RawCode, { numbers }: MailSigns) =>
  numbers.size > 0 && numbers.has(bareNumber(code));

const holds =
  (raw: RawCode) =>
  ({ start, end }: Span) =>
    start <= raw.start && end >= raw.end;

/** Best first, but of codes that stand side by side the first one; a list of recovery codes is a code, too. */
function rank(weighed: readonly Weighed[], hasList: boolean): readonly Weighed[] {
  const isLabelled = weighed.some(({ score, spots }) => score >= 0 && spots.length > 0);
  const ranked = withoutCapitals(weighed)
    .map((one) => rescored(one, totalOf(one) - (isLabelled && isOfTitle(one) ? OF_TITLE : 0)))
    .sort((a, b) => b.score - a.score);
  const [main] = ranked;
  if (!main) return [];
  const totals = ranked.map((one, i) => {
    if (i === 0) return rescored(one, one.score - (hasList ? SECOND : 0));
    const isPaired = main.score >= 0 && arePaired(main, one);
    return rescored(one, one.score - (isPaired ? 0 : rarity(one)));
  });
  return firstOfPairFirst(totals);
}

/** "Vote 2204" in the subject, where the mail has a code with a label: what it is about. */
const isOfTitle = ({ page, name, spots }: Weighed) =>
  page.source === 'subject' && !name && spots.length === 0;

interface Weighed extends WeighedCase {
  /** Texts of the mail it stands in. */
  readonly sources: number;
}

/** The same with another score. Fields are written out: a spread takes several times as long. */
const rescored = (one: Weighed, score: number): Weighed => ({
  page: one.page,
  raw: one.raw,
  place: one.place,
  name: one.name,
  score,
  spots: one.spots,
  sources: one.sources,
  occurrences: one.occurrences,
});

const MAX_OCCURRENCES = 8;

function toWeighed(page: TextPage, raw: RawCode, weight: MailWeight): Weighed {
  const { score, name, place } = weighCode(page, raw, weight);
  const label = name && score > MIN_TWIN ? labelOf(page, raw, name) : null;
  const spots = name && label ? [toSpot(page, raw, name.hit, label)] : [];
  const occurrences = [{ page, raw }];
  return { page, raw, place, name, score, spots, sources: 1, occurrences };
}

function toSpot(
  page: TextPage,
  { start, end }: RawCode,
  name: Hit,
  label: NamedSpot['label'],
): NamedSpot {
  const line = lineAt(page.lines, start);
  const isEntry = page.text.slice(end, page.lines[line]!.end).trim() === '';
  return { page, start, line, name, label, isEntry };
}

function keep(best: Map<string, Weighed>, next: Weighed): void {
  const known = best.get(next.raw.code);
  if (!known) {
    best.set(next.raw.code, next);
    return;
  }
  const [better, worse] = next.score > known.score ? [next, known] : [known, next];
  const sources = known.page === next.page ? known.sources : known.sources + 1;
  const score = better.score - (isOfOther(worse) ? otherWeight(better) : 0);
  const occurrences =
    known.occurrences.length < MAX_OCCURRENCES
      ? [...known.occurrences, ...next.occurrences]
      : known.occurrences;
  const { page, raw, place, name } = better;
  const spots = joinSpots(known, next);
  best.set(raw.code, { page, raw, place, name, score, spots, sources, occurrences });
}

/** "[771204] The code does not arrive": in the subject nothing leads to what the body calls a case. */
const otherWeight = ({ page, name }: Weighed) =>
  page.source === 'subject' && name && !name.leads ? CALLED_OTHER + FILED : CALLED_OTHER;

/** Another thing's number, or one that a word of its own stands before: "Membership 20004829" on its line. */
const isOfOther = ({ page, name, raw }: Weighed) =>
  isCalledOther(page, name) || (!name && isEntryOf(page, raw));

function isEntryOf({ source, text, lines }: TextPage, { start, end }: RawCode): boolean {
  if (source === 'subject') return false;
  const line = lines[lineAt(lines, start)]!;
  const lead = text.slice(Math.max(line.start, start - MAX_ENTRY), start);
  return line.end - end <= 1 && start - line.start < MAX_ENTRY && ENTRY.test(lead);
}

const MAX_ENTRY = 32;
const ENTRY = /^\p{Lu}\p{L}{2,}(?: \p{L}+)?[ :]{1,3}$/u;

/** Beside a code with digits, a line of capitals is a name or a heading. */
function withoutCapitals(found: readonly Weighed[]): readonly Weighed[] {
  const hasDigits = found.some(({ raw, score }) => score >= 0 && raw.shape !== 'letters');
  return hasDigits ? found.filter(({ raw }) => !isInCapitals(raw)) : found;
}

const isInCapitals = ({ shape, code }: RawCode) =>
  shape === 'letters' && code !== code.toLowerCase();

/** "Operation code: 88120447" beside a code is what the bank knows the payment by. */
const rarity = ({ page, raw, name }: Weighed) =>
  isCalledCode(name) && !name?.hit.term.isApproval && !hasUnknownQualifier(page, raw, name)
    ? SECOND
    : SECOND_UNNAMED;

const totalOf = ({ score, sources }: Weighed) => score + (sources > 1 ? SAID_TWICE : 0);

function toCandidate({ page, raw, score }: Pick<RankedCase, 'page' | 'raw' | 'score'>): FoundCode {
  const confidence = Math.round(100 * probabilityOf(score)) / 100;
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
function contextOf({ text, lines }: TextPage, { start, end }: RawCode): string {
  let first = lineAt(lines, start);
  const own = lines[first]!;
  if (own.end - own.start <= end - start + 4) first = lastFilled(text, lines, first - 1) ?? first;
  const from = Math.max(lines[first]!.start, start - 2 * CONTEXT);
  const to = Math.min(lines[lineAt(lines, end)]!.end, end + CONTEXT);
  const words = text.slice(from, to).replaceAll(MASK, '').replace(/\s+/g, ' ').trim();
  return safeText(shorten(words, 200));
}

function lastFilled(text: string, lines: readonly Span[], from: number): number | undefined {
  for (let i = from; i >= Math.max(0, from - 3); i--)
    if (text.slice(lines[i]!.start, lines[i]!.end).trim() !== '') return i;
  return undefined;
}
