import type { Category, Link, Mailbox } from '../analysis.js';
import type { ParsedMail } from '../mime/parse.js';
import type { Feature } from '../model/model.js';
import { findTerms, type Hit } from '../text/lexicon.js';
import type { TermCounts, TextPage } from '../text/page.js';
import type { PageLook } from '../text/page-look.js';
import { clip } from '../text/safe-text.js';
import type { TermKind } from '../words/roles.js';
import { senderLook, senderRoles, type SenderLook, type SenderRole } from './sender-role.js';

/** What a category is decided by. */
export interface CategoryClues extends Pick<ParsedMail, 'envelope' | 'headers' | 'structure'> {
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
  readonly isSentToList: boolean;
  /** What its markup says it is about, in the words of schema.org. */
  readonly markedTypes: readonly string[];
  /** Whether it has no HTML. */
  readonly isPlain: boolean;
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
  /** Its subject, and how its text begins, without the addresses in it. */
  readonly title: string;
  readonly beginning: string;
}

/** A question about a mail as a whole: its answer weighs otherwise for each category. */
export type CategoryFeature = Feature<CategoryCase>;

/** Whether a mail goes to many: it says how to leave a list. */
export const isToMany = ({ isSentToList, counts }: CategoryClues): boolean =>
  isSentToList || Boolean(counts.unsubscribe);

/** So much of a text tells what it is about. */
const SAMPLE = 2000;
/** `%5B` is no percentage. */
const ADDRESS = /https?:\/\/\S+/g;

/** Collects once what several features ask for. */
export const categoryCase = (clues: CategoryClues): CategoryCase => ({
  clues,
  isToMany: isToMany(clues),
  roles: rolesOf(clues.envelope.from),
  look: senderLook(clues.envelope.from),
  ...withoutTitles(clues),
  title: clip(clues.envelope.subject, SAMPLE),
  beginning: clip(clues.text, SAMPLE).replace(ADDRESS, ''),
});

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

/** “Invoices 2026”, «Facture», 「請求書」: how something is called. */
const QUOTED =
  /["“„”][^"“„”]{2,80}["“„”]|«[^«»]{2,80}»|‘[^‘’]{2,80}’|「[^「」]{2,80}」|『[^『』]{2,80}』|《[^《》]{2,80}》/gu;
const MAX_SUBJECT = 300;
/** A name in the subject stands in the text again, so that its terms are counted twice. */
const TOLD_TWICE = 2;

/** Terms without what the names of documents and threads in a subject say: "Ann shared “Invoices”". */
function withoutTitles({ subject: { text, hits }, counts }: CategoryClues) {
  const said = clip(text, MAX_SUBJECT).trimEnd();
  const titles = [...said.matchAll(QUOTED)].filter(([{ length }]) => length < said.length);
  const isInTitle = ({ start, end, term }: Hit) =>
    term.kind in BY_NAME &&
    titles.some(({ index, 0: { length } }) => index < start && end < index + length);
  const left = { ...counts };
  for (const { term } of hits.filter(isInTitle))
    left[term.kind] = Math.max(0, (left[term.kind] ?? 0) - TOLD_TWICE);
  const own = hits.filter((hit) => !isInTitle(hit));
  return { subject: new Set(own.map(({ term }) => term.kind)), counts: left };
}
