import type { Category, Envelope, Link } from '../analysis.js';
import type { MailHeaders } from '../mime/headers.js';
import type { TextPage, TermCounts } from '../text/page.js';
import type { MimeStructure } from '../mime/parse.js';
import { isBounceMail } from '../reports/bounce-mail.js';
import { caseNumberAt } from '../threads/case-number.js';
import { byTopic, isBulk } from './topic.js';
import type { TermKind } from '../words/roles.js';

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
  readonly hasBackupCodes: boolean;
  readonly isSpam: boolean;
  readonly isSentToList: boolean;
  /** What its markup says it is about, in the words of schema.org. */
  readonly markedTypes: readonly string[];
  /** Whether it has no HTML. */
  readonly isPlain: boolean;
}

/** A category and how sure it is. */
export interface CategoryVerdict {
  readonly category: Category;
  /** 0–1. */
  readonly confidence: number;
}

/** The one category of a mail: by its structure where that is clear, else by what it speaks of. */
export function categorize(clues: CategoryClues): CategoryVerdict {
  return byStructure(clues) ?? byRival(clues) ?? byPurpose(clues) ?? byTopic(clues);
}

/** Below this confidence a code counts less than what the mail is clearly about. */
const HARDLY = 0.65;
/** Payments and deliveries are confirmed by codes. */
const HARDLY_FOR_GOODS = 0.55;
const CLEARLY = 0.85;
const BEYOND_DOUBT = 0.95;

function byRival(clues: CategoryClues): CategoryVerdict | null {
  const { code } = clues;
  if (code < 0.5 || code >= BEYOND_DOUBT || (code >= HARDLY && !isBulk(clues))) return null;
  const topic = byTopic(clues);
  // Newsletters print codes when they warn of those who ask for them.
  if (code >= HARDLY && topic.category !== 'newsletter') return null;
  if (GOODS.has(topic.category) && code >= HARDLY_FOR_GOODS) return null;
  return topic.confidence >= CLEARLY ? topic : null;
}

/** RFC 3464 and RFC 5965: what became of a mail, and that somebody complained of one. */
const REPORTS_ON_SENT_MAIL = new Set(['delivery-status', 'feedback-report']);

function byStructure(clues: CategoryClues): CategoryVerdict | null {
  const {
    structure,
    headers,
    envelope: { from, subject },
  } = clues;
  if (clues.isSpam) return sure('spam');
  if (REPORTS_ON_SENT_MAIL.has(structure.report ?? '')) return sure('bounce');
  if (isBounceMail({ from, subject, headers })) return { category: 'bounce', confidence: 0.95 };
  if (structure.report === 'disposition-notification') return sure('auto_reply');
  if (isAutoReply(headers) || saysAway(clues)) return sure('auto_reply');
  if (structure.calendarMethod !== null && structure.calendarMethod !== 'PUBLISH')
    return sure('calendar');
  return null;
}

const sure = (category: Category): CategoryVerdict => ({ category, confidence: 0.99 });

/** Behind the number of a case stands what it is about: "[#4471] No signal since Monday". */
function saysAway(clues: CategoryClues): boolean {
  if (isBulk(clues)) return false;
  const { text, hits } = clues.subject;
  const numbered = caseNumberAt(text);
  const isFirst = (start: number) => numbered < 0 || start < numbered;
  return hits.some(({ start, term }) => term.kind === 'away' && isFirst(start));
}

/** RFC 3834, and what came before it. */
function isAutoReply(headers: MailHeaders): boolean {
  if (headers.first('auto-submitted').toLowerCase().startsWith('auto-replied')) return true;
  if (/^auto_?reply/i.test(headers.first('precedence'))) return true;
  return headers.has('x-autoreply') || headers.has('x-autorespond');
}

const GOODS: ReadonlySet<Category> = new Set(['transactional', 'financial']);
const ACTIONS: ReadonlySet<Link['kind']> = new Set(['verify', 'magic', 'reset']);

function byPurpose({
  code,
  links,
  hasBackupCodes,
  subject,
  counts,
}: CategoryClues): CategoryVerdict | null {
  if (code >= 0.5) return { category: 'verification', confidence: code };
  if (hasBackupCodes) return { category: 'verification', confidence: 0.9 };
  const acts = links.filter(({ kind }) => ACTIONS.has(kind));
  if (acts.length === 0 || (acts.every(isReset) && counts.ignore && isReport(subject))) return null;
  const inSubject = subject.hits.some(({ term }) => ACCOUNT_TERMS.has(term.kind));
  if (inSubject) return { category: 'verification', confidence: 0.95 };
  return sellingOf(counts) <= 2 ? { category: 'verification', confidence: 0.8 } : null;
}

/** What is still to be confirmed is often the subscription of a newsletter. */
const sellingOf = ({ offer = 0, news = 0, order = 0, pending = 0 }: TermCounts) =>
  offer + order + (pending > 0 ? 0 : news);

const isReset = ({ kind }: Link) => kind === 'reset';

/** "New sign-in", "Your address was changed": who does not know of it is told to set a new password. */
function isReport({ hits }: TextPage): boolean {
  const has = (wanted: TermKind) => hits.some(({ term: { kind } }) => kind === wanted);
  return !has('reset') && (has('notice') || has('signIn'));
}

const ACCOUNT_TERMS: ReadonlySet<TermKind> = new Set(['verify', 'signIn', 'reset', 'code']);
