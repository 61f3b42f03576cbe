import type { Category, CodeCandidate } from '../../mail/analysis.js';
import type { SenderAuth } from '../../sender/auth.js';
import { CANDIDATES_OF } from '../shown.js';

/** What a wait needs to know of a mail. */
export interface ArrivedMail {
  readonly id: string;
  readonly inboxId: string;
  readonly uid: number;
  readonly receivedAt: Date;
  readonly fromAddress: string;
  /** Display name and address. */
  readonly sender: string;
  readonly subject: string;
  readonly category: Category;
  readonly parsed: boolean;
  readonly codes: readonly string[];
  readonly candidates: readonly CodeCandidate[];
  readonly codeExpiry: Date | null;
  readonly expiryAfterReceipt: Date | null;
  /** Null while the sender is not verified yet. */
  readonly auth: SenderAuth | null;
}

/** Columns of `ArrivedMail` from `ARRIVED_FROM`. */
export const ARRIVED_MAIL = `
  e.id, e.inbox_id AS "inboxId", e.uid::float8 AS uid, e.received_at AS "receivedAt",
  e.from_address AS "fromAddress", e.sender, e.subject, e.category,
  e.parse_status = 'complete' AS parsed, e.otp_codes AS codes, ${CANDIDATES_OF} AS candidates,
  e.code_expiry AS "codeExpiry", e.expiry_after_receipt AS "expiryAfterReceipt", c.auth`;

/** The tables of `ARRIVED_MAIL`. */
export const ARRIVED_FROM = `emails e
  JOIN stored_messages s ON s.id = e.stored_message_id
  LEFT JOIN sender_checks c ON c.stored_message_id = e.stored_message_id`;

/** Mail in `emails e` that may end a wait: announced, so parsed or given up, and not spam. */
export const MAY_END_WAIT = `e.announced_at IS NOT NULL AND e.direction = 'inbound'`;

/** Whether the code of `emails e` has not outlived its time; see `hasExpired`. */
export const CODE_STANDS =
  'coalesce(greatest(e.code_expiry, e.expiry_after_receipt) >= now(), true)';

/** What a wait asks for. */
export interface WaitFilter {
  readonly from?: string | undefined;
  readonly subject?: string | undefined;
  readonly category?: Category | undefined;
  readonly hasOtp: boolean;
  /** With it only a code of at least this confidence counts, and only while it is valid. */
  readonly minConfidence: number | null;
  /** Only mail whose sender was verified. */
  readonly requireAuth: boolean;
}

const holds = (text: string, part: string | undefined) =>
  part === undefined || text.toLowerCase().includes(part.toLowerCase());

/** Whether a code of `mail` has outlived its time, counted from the Date header and from receipt. */
export function hasExpired(mail: ArrivedMail, now: Date): boolean {
  if (!mail.codeExpiry || !mail.expiryAfterReceipt) return false;
  return mail.codeExpiry < now && mail.expiryAfterReceipt < now;
}

/** Whether the sender of `mail` is who it says. */
export const isVerified = ({ auth }: ArrivedMail): boolean => auth?.verdict === 'pass';

/** Whether `mail` is what a wait with `filter` waits for, its sender aside. */
export function matches(mail: ArrivedMail, filter: WaitFilter, now: Date): boolean {
  const { minConfidence, hasOtp, category } = filter;
  if (!holds(mail.sender, filter.from) || !holds(mail.subject, filter.subject)) return false;
  if (category !== undefined && !(mail.parsed && mail.category === category)) return false;
  if (hasOtp && mail.codes.length === 0) return false;
  if (minConfidence === null) return true;
  return codesOf(mail, minConfidence).length > 0 && !hasExpired(mail, now);
}

/** The candidates of `mail` that count, the main code first. */
export const codesOf = (mail: ArrivedMail, minConfidence: number): readonly CodeCandidate[] =>
  mail.candidates.filter(({ confidence }) => confidence >= minConfidence);
