import type { z } from 'zod';
import type { SenderAuth } from '../../sender/auth.js';
import type { email, emailWithAttachments } from './schema.js';

/** An email as the list statements select it. */
export type EmailRow = Omit<
  z.input<typeof email>,
  'has_attachments' | 'references' | 'from' | 'to' | 'parsed' | 'auth'
> & {
  readonly org_id: string;
  readonly uid: string;
  readonly attachment_count: number;
  readonly references_ids: string[];
  /** Null while the sender is not checked. */
  readonly auth: SenderAuth | null;
  /** Of a preview: its links are more than is read along with others. */
  readonly lacks_links?: boolean | undefined;
};

/** An email as a single read selects it. */
export type EmailDetail = EmailRow &
  Pick<z.input<typeof emailWithAttachments>, 'attachments' | 'headers'>;

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

// Bytes of a mail whose links are read for a preview: a page of a hundred stays below 8 MiB.
const LINKS_READ = `${LISTED_BYTES} <= ${64 * 1024}`;

/** Columns of texts of which `max` characters are read, and one more, which tells that there are more. */
const previews = (max: number): Record<keyof EmailTexts, string> => ({
  text_body: `left(s.text_body, ${max + 1})`,
  html_body: `''`,
  stripped_text: `''`,
  links: `CASE WHEN ${LINKS_READ} THEN s.links ELSE '[]' END`,
  verification_links: `CASE WHEN ${LINKS_READ} THEN e.verification_links ELSE '{}' END`,
  magic_links: `CASE WHEN ${LINKS_READ} THEN e.magic_links ELSE '{}' END`,
});

/**
 * Columns of `EmailRow` from `emails e` and the tables of `EMAIL_JOINS`; its texts are null unless `shown`.
 * With `preview` no more than so many characters of them are read.
 */
export const emailRow = (shown: string, preview?: number): string => `
  e.id, e.org_id, e.inbox_id, e.uid, e.message_id, e.thread_id, e.from_address, e.from_name,
  e.to_addresses, e.cc_addresses, e.subject, e.language, e.category,
  e.category_confidence, e.summary, e.otp_codes, s.otp_candidates, e.backup_codes, e.code_expiry,
  e.hidden_content, e.is_read, e.is_spam,
  e.spam_score, e.attachment_count, e.received_at, e.parse_status, e.direction, coalesce(d.status, e.status) AS status, e.size,
  e.in_reply_to, s.references_ids, e.labels, coalesce(r.workflow_id, d.workflow_id) AS workflow_id, c.auth,
  ${textsIf(shown, preview === undefined ? TEXTS : previews(preview))},
  ${preview === undefined ? '' : `NOT (${LINKS_READ}) AS lacks_links,`}
  CASE WHEN d.email_id IS NOT NULL THEN jsonb_build_object('provider', d.provider,
    'provider_message_id', d.provider_message_id, 'error', d.error, 'send_at', d.send_at,
    'sent_at', d.sent_at, 'metadata', d.metadata, 'recipients', d.recipients) END AS sending`;

const textsIf = (shown: string, texts: Readonly<Record<keyof EmailTexts, string>>) =>
  Object.entries(texts)
    .map(([name, column]) => `CASE WHEN ${shown} THEN ${column} END AS ${name}`)
    .join(', ');

/** The tables of `emailRow`, for a statement that has `emails e` already. */
export const EMAIL_JOINS = `
  JOIN stored_messages s ON s.id = e.stored_message_id
  LEFT JOIN email_runs r ON r.email_id = e.id
  LEFT JOIN sender_checks c ON c.stored_message_id = e.stored_message_id
  LEFT JOIN sends d ON d.email_id = e.id`;
