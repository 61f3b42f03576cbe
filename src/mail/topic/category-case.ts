import type { Category, Envelope, Link, Mailbox } from '../analysis.js';
import type { MailHeaders } from '../mime/headers.js';
import type { MimeStructure } from '../mime/parse.js';
import { AMOUNT } from '../text/amounts.js';
import { findTerms, type Hit } from '../text/lexicon.js';
import { keepHits, type TermCounts, type TextPage } from '../text/page.js';
import type { PageLook } from '../text/page-look.js';
import { clip } from '../text/safe-text.js';
import type { TermKind } from '../words/roles.js';
import { senderLook, senderRoles, type SenderLook, type SenderRole } from './sender-role.js';

/** What a category is decided by. */
export interface CategoryClues {
  readonly envelope: Envelope;
  readonly headers: MailHeaders;
  readonly structure: MimeStructure;
  readonly subject: TextPage;
  readonly counts: TermCounts;
  /** Its new text. */
  readonly text: string;
  readonly links: readonly Link[];
  /** Confidence of the best code; 0 without one. */
  readonly code: number;
  /** That of the best candidate, whether it counts as a code or not. */
  readonly codeLikely: number;
  readonly hasBackupCodes: boolean;
  readonly isSpam: boolean;
  readonly isSentToList: boolean;
  /** What its markup says it is about, in the words of schema.org. */
  readonly markedTypes: readonly string[];
  /** Whether it has no HTML. */
  readonly isPlain: boolean;
  /** How much of it is in words that are not known, from 0 to 1. */
  readonly unread: number;
  readonly look: PageLook;
}

/** What mail may be about where its structure does not say it. */
export const TOPICS = [
  ...(['financial', 'marketing', 'newsletter', 'notification'] as const),
  ...(['personal', 'support', 'transactional', 'verification'] as const),
] satisfies readonly Category[];

/** One of them. */
export type Topic = (typeof TOPICS)[number];

/** A mail as the features of its category see it. */
export interface CategoryCase {
  readonly clues: CategoryClues;
  /** It says how to leave a list. */
  readonly isToMany: boolean;
  readonly roles: ReadonlySet<SenderRole>;
  readonly look: SenderLook;
  /** Kinds of terms in the subject, without what the names of documents and threads in it say. */
  readonly subject: ReadonlySet<TermKind>;
  readonly counts: TermCounts;
  /** How its text begins. */
  readonly beginning: string;
  readonly namesPercent: boolean;
  readonly namesAmount: boolean;
  readonly announcesAmount: boolean;
}

/** Whether a mail goes to many: it says how to leave a list. */
export const isToMany = ({ isSentToList, counts }: CategoryClues): boolean =>
  isSentToList || Boolean(counts.unsubscribe);

/** So much of a text tells what it is about. */
const SAMPLE = 2000;

/** Collects once what several features ask for. */
export function categoryCase(clues: CategoryClues): CategoryCase {
  const { envelope } = clues;
  const { subject, counts } = withoutTitles(clues);
  const title = clip(envelope.subject, SAMPLE);
  const beginning = clip(clues.text, SAMPLE);
  const announcesAmount = AMOUNT.test(title);
  return {
    clues,
    isToMany: isToMany(clues),
    roles: rolesOf(envelope.from),
    look: senderLook(envelope.from),
    subject: new Set(subject.hits.map(({ term }) => term.kind)),
    counts,
    beginning,
    namesPercent: PERCENT.test(title) || PERCENT.test(beginning),
    namesAmount: announcesAmount || AMOUNT.test(beginning),
    announcesAmount,
  };
}

const BY_NAME: Readonly<Partial<Record<TermKind, SenderRole>>> = {
  order: 'transactional',
  money: 'financial',
  news: 'newsletter',
  offer: 'marketing',
  support: 'support',
};

/** Roles by the address, else by the words of the name that is shown: "Customer service Northwind". */
export function rolesOf(from: Mailbox): ReadonlySet<SenderRole> {
  const roles = senderRoles(from);
  if (Object.values(BY_NAME).some((role) => roles.has(role))) return roles;
  const shown = findTerms(from.name ?? '').flatMap(({ term }) => BY_NAME[term.kind] ?? []);
  return new Set([...roles, ...shown]);
}

const PERCENT = /\d ?[%％٪]|[%٪]\d/;

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
function withoutTitles({ subject, counts }: Pick<CategoryClues, 'subject' | 'counts'>) {
  const titles = QUOTES.test(subject.text) ? titlesOf(subject) : [];
  const isInTitle = ({ start, end, term }: Hit) =>
    NAMED.has(term.kind) && titles.some((title) => title.start < start && end < title.end);
  const isOwn = (hit: Hit) => !isInTitle(hit);
  return {
    subject: keepHits(subject, isOwn),
    counts: less(counts, subject.hits.filter(isInTitle)),
  };
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
