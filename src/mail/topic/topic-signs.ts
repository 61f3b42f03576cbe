import type { CategoryClues } from './category.js';
import type { Hit } from '../text/lexicon.js';
import { withHits, type TermCounts, type TextPage } from '../text/page.js';
import type { TermKind } from '../words/roles.js';
import { clip } from '../text/safe-text.js';

/** A subject about fraud in mail to many readers may be a news story. */
const WARNS_MANY = 0.6;
const WARNS_IN_SUBJECT = 3;
/** A mail that speaks of thieves again and again warns of them; once, it says so at its end. */
const WARNS = 1.8;
const AGAIN = 2;

/** So much of a text tells what it is about. */
export const SAMPLE = 2000;

/** What the figures of a mail show. */
export interface Figures {
  readonly percent: boolean;
  readonly amount: boolean;
  /** An amount in the subject. */
  readonly announced: boolean;
}

const PERCENT = /\d ?[%％٪]|[%٪]\d/;
const AMOUNT =
  /[€£¥₹₽₩₪฿₫$￥₺₴₱]\s?\d|\d\s?(?:[€£¥₹₽₩₪฿₫$￥₺₴₱元円원]|(?:EUR|USD|GBP|CHF|TL|TRY|PLN|zł|kr|SEK|NOK|DKK|Kč|CZK|Ft|HUF|lei|RON|лв|грн|UAH|руб|RUB|AED|SAR|EGP|Rs|INR|บาท|บ\.|THB|VND|đ|تومان|ريال|درهم|جنيه|دينار|रुपये|ש"ח)(?!\p{L}))|(?:Rp|RM|Rs\.?|NT\$|HK\$|R\$|US\$)\s?\d/u;

/** Reads the figures of the subject and the beginning of the text. */
export function readFigures({ envelope: { subject }, text }: CategoryClues): Figures {
  const sample = `${clip(subject, SAMPLE)}\n${clip(text, SAMPLE)}`;
  const amount = AMOUNT.test(sample);
  return {
    percent: PERCENT.test(sample),
    amount,
    announced: amount && AMOUNT.test(clip(subject, SAMPLE)),
  };
}

/** How far a mail is a warning against fraud: banks send those, and they report no payment. */
export function warningWeight(
  { subject, counts }: CategoryClues,
  { amount }: Figures,
  isBulk: boolean,
): number {
  const told = counts.fraud ?? 0;
  if (told === 0) return 0;
  if (subject.hits.some(isOfFraud)) return isBulk ? WARNS_MANY : WARNS_IN_SUBJECT;
  const isAside = amount || subject.hits.some(isOfGoods);
  return (told >= AGAIN || !isAside) && !isBulk ? WARNS : 0;
}

const isOfGoods = ({ term: { kind } }: Hit) => kind === 'money' || kind === 'order';

const REPORTS = 1.5;

/** "Your payment method was removed. Not you?": what became of an account, no payment. */
export function reportWeight({ subject, counts }: CategoryClues, { amount }: Figures): number {
  if (amount || !counts.ignore) return 0;
  return subject.hits.some(({ term }) => term.kind === 'notice') ? REPORTS : 0;
}

/** Orders and payments are reported with their number, or what they cost. */
const LONG_NUMBER = /\d{5}/;

/**
 * Whether a mail that names orders or payments only warns of those who speak of them. Below statements, and in
 * the mail of those whose address tells that they send orders, such a warning may stand again and again.
 */
export function isWarning(clues: CategoryClues, { amount }: Figures, hasRole: boolean): boolean {
  const { subject, counts, text } = clues;
  if (subject.hits.some(isOfFraud)) return true;
  if ((counts.fraud ?? 0) < AGAIN || amount || hasRole) return false;
  if (subject.hits.some(({ term }) => term.kind === 'money')) return false;
  return !LONG_NUMBER.test(clip(text, SAMPLE));
}

const isOfFraud = ({ term }: Hit): boolean => term.kind === 'fraud';

const BY_FAMILIAR = 0.8;
const MAX_FAMILIAR = 3;
const UNCEREMONIOUS = 0.5;
/** A mail that reports an order or a payment names its number or its price. */
const UNCOUNTED = 0.5;
const FIGURE = /\d{3}|\d[.,]\d\d/;
/** "lunch on friday": people begin a subject in small letters, firms do not. */
const SMALL = /^\p{Ll}/u;

/** What only those write who know each other. */
export function familiarWeight({ counts, envelope, text }: CategoryClues): number {
  const said = Math.min(MAX_FAMILIAR, counts.familiar ?? 0) * BY_FAMILIAR;
  const isCounted = FIGURE.test(clip(text, SAMPLE));
  return said + (SMALL.test(envelope.subject) ? UNCEREMONIOUS : 0) + (isCounted ? 0 : UNCOUNTED);
}

/** “Invoices 2026”, «Facture», 「請求書」: how something is called. */
const QUOTED =
  /["“„”][^"“„”]{2,80}["“„”]|«[^«»]{2,80}»|‘[^‘’]{2,80}’|「[^「」]{2,80}」|『[^『』]{2,80}』|《[^《》]{2,80}》/gu;
/** What they begin with: most subjects name nothing so. */
const QUOTES = /["“„”«‘「『《]/;
const MAX_SUBJECT = 300;
const NAMED: ReadonlySet<TermKind> = new Set(['order', 'money', 'offer', 'support', 'news']);
/** A name in the subject stands in the text again, so that its terms are counted twice. */
const TOLD_TWICE = 2;

/** A mail without what the names of documents and threads in its subject say: "Ann shared “Invoices”". */
export function withoutTitles(clues: CategoryClues): CategoryClues {
  const { subject } = clues;
  const titles = QUOTES.test(subject.text) ? titlesOf(subject) : [];
  if (titles.length === 0) return clues;
  const isInTitle = ({ start, end, term }: Hit) =>
    NAMED.has(term.kind) && titles.some((title) => title.start < start && end < title.end);
  const named = subject.hits.filter(isInTitle);
  if (named.length === 0) return clues;
  const hits = subject.hits.filter((hit) => !named.includes(hit));
  return { ...clues, subject: withHits(subject, hits), counts: less(clues.counts, named) };
}

function titlesOf({ text }: TextPage): { start: number; end: number }[] {
  const said = clip(text, MAX_SUBJECT).trimEnd();
  return [...said.matchAll(QUOTED)]
    .map(({ index, 0: { length } }) => ({ start: index, end: index + length }))
    .filter(({ start, end }) => end - start < said.length);
}

function less(counts: TermCounts, named: readonly Hit[]): TermCounts {
  const left: Partial<Record<TermKind, number | undefined>> = { ...counts };
  for (const { term } of named) left[term.kind] = Math.max(0, (left[term.kind] ?? 0) - TOLD_TWICE);
  return left;
}
