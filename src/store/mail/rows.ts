import type { Category, CodeCandidate, Link, Mailbox } from '../../mail/analysis.js';
import type { SendStatus } from '../vocabulary.js';
import type { SenderAuth } from '../../sender/auth.js';

/** Where an email stands: how it was received, or whether it left. */
export type EmailStatus = 'received' | 'held' | 'quarantined' | 'blocked' | SendStatus;

/** What the ledger knows of an email that leaves. */
export interface SendingFacts {
  readonly provider: string | null;
  readonly provider_message_id: string | null;
  readonly error: string | null;
  readonly send_at: string | null;
  readonly sent_at: string | null;
  readonly metadata: Record<string, string | number | boolean>;
  readonly recipients: { address: string; status: string; response: string | null }[];
}

/** Whose a row is. */
export interface Owned {
  readonly orgId: string;
  readonly inboxId: string;
}

/** An email as the list statements select it. */
export interface EmailRow {
  readonly id: string;
  readonly org_id: string;
  readonly inbox_id: string;
  readonly uid: string;
  readonly message_id: string | null;
  readonly thread_id: string;
  readonly from_address: string;
  readonly from_name: string | null;
  readonly to_addresses: Mailbox[];
  readonly cc_addresses: Mailbox[];
  readonly subject: string;
  readonly language: string | null;
  readonly text_body: string;
  readonly html_body: string;
  readonly stripped_text: string;
  readonly category: Category;
  readonly category_confidence: number;
  readonly summary: string;
  readonly otp_codes: string[];
  readonly otp_candidates: CodeCandidate[];
  readonly verification_links: string[];
  readonly magic_links: string[];
  readonly links: (Omit<Link, 'risk'> & { readonly risk: string[] })[];
  readonly backup_codes: string[];
  readonly code_expiry: Date | null;
  readonly hidden_content: boolean;
  readonly is_read: boolean;
  readonly is_spam: boolean;
  readonly spam_score: number;
  readonly attachment_count: number;
  readonly received_at: Date;
  readonly parse_status: 'complete' | 'pending' | 'failed';
  readonly direction: 'inbound' | 'outbound';
  readonly status: EmailStatus;
  /** Of outbound mail: the ledger's row as far as clients see it; null of inbound mail. */
  readonly sending: SendingFacts | null;
  readonly size: number;
  readonly in_reply_to: string | null;
  readonly references_ids: string[];
  readonly labels: string[];
  readonly workflow_id: string | null;
  /** Null while the sender is not checked. */
  readonly auth: SenderAuth | null;
}

/** An attachment without its bytes. */
export interface AttachmentRow {
  readonly id: string;
  readonly filename: string | null;
  readonly content_type: string;
  readonly size: number;
  readonly content_id: string | null;
  readonly sha256: string;
}

/** An email as a single read selects it. */
export interface EmailDetail extends EmailRow {
  readonly attachments: AttachmentRow[];
  readonly headers: Record<string, string | string[]>;
}

/** What is known about the life of an email. */
export interface TimelineRow extends RoutingRow {
  readonly direction: EmailRow['direction'];
  readonly status: EmailRow['status'];
  readonly parse_status: EmailRow['parse_status'];
  readonly category: Category;
  readonly thread_id: string;
  readonly accepted_at: Date;
  readonly parsed_at: Date | null;
  readonly announced_at: Date | null;
  readonly auth: SenderAuth | null;
  readonly checked_at: Date | null;
  readonly check_attempts: number | null;
  readonly check_workflow_id: string | null;
  readonly check_workflow_url: string | null;
  readonly finished_at: Date | null;
  readonly attempts: number | null;
  readonly outcome: string | null;
  readonly workflow_id: string | null;
  readonly workflow_url: string | null;
}

/** Bytes that `emails e` costs in an answer; of mail stored before they were counted, its size. */
export const LISTED_BYTES = 'coalesce(e.listed_bytes, e.size)';

/** Whether `emails e` is read along with others: the texts of larger mail are read by themselves. */
export const IS_SMALL = `${LISTED_BYTES} <= ${1024 * 1024}`;

/** The fields of `EmailRow` that may be large, and where they are. */
const TEXTS = {
  text_body: 's.text_body',
  html_body: 's.html_body',
  stripped_text: 's.stripped_text',
  links: 's.links',
  verification_links: 'e.verification_links',
  magic_links: 'e.magic_links',
} as const;

/** What of an email may be large. */
export type EmailTexts = Pick<EmailRow, keyof typeof TEXTS>;

/** Columns of `EmailTexts`. */
export const EMAIL_TEXTS = Object.values(TEXTS).join(', ');

/** Columns of `EmailRow` from `emails e` and the tables of `EMAIL_JOINS`; its texts are null unless `shown`. */
export const emailRow = (shown: string): string => `
  e.id, e.org_id, e.inbox_id, e.uid, e.message_id, e.thread_id, e.from_address, e.from_name,
  e.to_addresses, e.cc_addresses, e.subject, e.language, e.category,
  e.category_confidence, e.summary, e.otp_codes, s.otp_candidates, e.backup_codes, e.code_expiry,
  e.hidden_content, e.is_read, e.is_spam,
  e.spam_score, e.attachment_count, e.received_at, e.parse_status, e.direction, coalesce(d.status, e.status) AS status, e.size,
  e.in_reply_to, s.references_ids, e.labels, coalesce(r.workflow_id, d.workflow_id) AS workflow_id, c.auth,
  ${textsIf(shown)},
  CASE WHEN d.email_id IS NOT NULL THEN jsonb_build_object('provider', d.provider,
    'provider_message_id', d.provider_message_id, 'error', d.error, 'send_at', d.send_at,
    'sent_at', d.sent_at, 'metadata', d.metadata, 'recipients', d.recipients) END AS sending`;

const textsIf = (shown: string) =>
  Object.entries(TEXTS)
    .map(([name, column]) => `CASE WHEN ${shown} THEN ${column} END AS ${name}`)
    .join(', ');

/** The tables of `emailRow`, for a statement that has `emails e` already. */
export const EMAIL_JOINS = `
  JOIN stored_messages s ON s.id = e.stored_message_id
  LEFT JOIN email_runs r ON r.email_id = e.id
  LEFT JOIN sender_checks c ON c.stored_message_id = e.stored_message_id
  LEFT JOIN sends d ON d.email_id = e.id`;

/** An inbox that was deleted takes its mail out of reach at once; the rows are purged later. */
export const IN_LIVE_INBOX = 'JOIN inboxes i ON i.id = e.inbox_id AND i.deleted_at IS NULL';

/** What is known about the routing of an email. */
export interface RoutingRow {
  readonly accepted_at: Date;
  readonly finished_at: Date | null;
  readonly status: string;
  readonly is_spam: boolean;
  /** Whether a run is still to work on it. */
  readonly unsettled: boolean;
  /** The mail it is a copy of. */
  readonly routed_from: string | null;
  readonly routed_at: Date | null;
  readonly routed_agent_id: string | null;
  readonly routed_inbox_id: string | null;
  readonly copying: 'copied' | 'present' | 'gone' | null;
  readonly copy_id: string | null;
}
