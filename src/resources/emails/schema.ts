import { z } from 'zod';
import { CATEGORIES } from '../../mail/analysis.js';
import { flag, idOf, paging, timestamp, timestampInput } from '../../operations/shapes.js';
import type { EmailDetail, EmailRow } from './rows.js';
import type { SenderAuth } from '../../sender/auth.js';
import { SEND_STATUSES } from '../../store/vocabulary.js';
import { category, searchText, senderAuth } from '../../store/shapes.js';

/** Any string: what does not exist is 404, not 400. */
export const emailId = z.string();

/** What narrows every list of emails. */
export const emailFilters = {
  from: searchText.optional().describe('Part of the sender: address or display name.'),
  category: category.optional(),
  since: timestampInput.optional().describe('Received at or after this time.'),
  unread: flag.optional().describe('true: unread mail only.'),
  include_spam: flag.default(false),
  direction: z
    .enum(['inbound', 'outbound', 'all'], { error: 'must be inbound, outbound or all' })
    .default('inbound'),
  ...paging,
};

/** What narrows a list of emails, and which page of it is meant. */
export const emailQuery = z.object(emailFilters);

/** What searches the whole organization. */
export const emailSearch = z.object({
  q: searchText
    .optional()
    .describe(
      'Words in subject, body or summary; beginnings of words count. ' +
        'One or two characters are looked for in the newest 8,000 mails.',
    ),
  inbox_id: idOf('inbox').optional(),
  ...emailFilters,
  from: emailFilters.from.describe(
    'Part of the sender: address or display name. One or two characters are looked for in the newest 8,000 mails.',
  ),
});

const mailbox = z.object({ name: z.string().nullable(), address: z.string() });

const candidate = z.object({
  code: z.string(),
  confidence: z.number(),
  source: z.enum(['subject', 'text', 'html']),
  context: z.string(),
});

const link = z.object({
  url: z.string(),
  kind: z.enum(['verify', 'magic', 'reset', 'unsubscribe', 'other']),
  text: z.string(),
  risk: z.array(z.string()),
});

const moment = z.string().nullable().describe('ISO 8601 in UTC.');

const sendingFacts = z.object({
  provider: z.string().nullable(),
  provider_message_id: z.string().nullable(),
  error: z.string().nullable(),
  send_at: moment,
  sent_at: moment,
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  recipients: z.array(
    z.object({ address: z.string(), status: z.string(), response: z.string().nullable() }),
  ),
});

/** An email as lists show it. */
export const email = z.object({
  id: z.string(),
  inbox_id: z.string(),
  message_id: z.string().nullable(),
  thread_id: z.string(),
  from_address: z.string(),
  from_name: z.string().nullable(),
  to_addresses: z.array(mailbox),
  cc_addresses: z.array(mailbox),
  subject: z.string(),
  language: z.string().nullable().describe('BCP 47; null when it cannot be told.'),
  text_body: z.string(),
  html_body: z.string(),
  stripped_text: z.string(),
  category: z.enum(CATEGORIES),
  category_confidence: z.number(),
  summary: z.string(),
  otp_codes: z.array(z.string()),
  otp_candidates: z.array(candidate),
  verification_links: z.array(z.string()),
  magic_links: z.array(z.string()),
  links: z.array(link),
  backup_codes: z.array(z.string()),
  code_expiry: timestamp.nullable(),
  hidden_content: z.boolean(),
  is_read: z.boolean(),
  is_spam: z.boolean(),
  spam_score: z.number(),
  has_attachments: z.boolean(),
  received_at: timestamp,
  parse_status: z.enum(['complete', 'pending', 'failed']),
  direction: z.enum(['inbound', 'outbound']),
  status: z.enum(['received', 'held', 'quarantined', 'blocked', ...SEND_STATUSES]),
  sending: sendingFacts.nullable().describe('Of outbound mail only.'),
  size: z.number().int().describe('Bytes as received.'),
  in_reply_to: z.string().nullable(),
  references: z.array(z.string()),
  labels: z.array(z.string()),
  workflow_id: z.string().nullable().describe('The run that finished it.'),
  auth: senderAuth.nullable().describe('Null while the sender is not verified yet.'),
  from: z.string().describe('from_address, for clients of the older form.'),
  to: z.array(z.string()).describe('Addresses of to_addresses, for clients of the older form.'),
  parsed: z
    .object({
      otp_codes: z.array(z.string()),
      verification_links: z.array(z.string()),
      category: z.enum(CATEGORIES),
    })
    .describe('For clients of the older form.'),
});

const attachment = z.object({
  id: z.string(),
  filename: z.string().nullable(),
  content_type: z.string(),
  size: z.number().int(),
  content_id: z.string().nullable(),
  sha256: z.string(),
});

/** An email as a single read shows it. */
export const emailWithAttachments = email.extend({
  attachments: z.array(attachment),
  headers: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]))
    .describe('By lower-case name; an array where a header stands more than once.'),
});

/** A step in the life of an email. */
export const timelineStep = z.object({
  step: z.enum([
    'accepted',
    'parsed',
    'authenticated',
    'classified',
    'threaded',
    'announced',
    'routed',
    'processed',
    'queued',
    'attempt',
    'finished',
    'reported',
  ]),
  at: timestamp.nullable().describe('Null while it has not happened.'),
  attempts: z.number().int(),
  outcome: z.string(),
  duration_ms: z.number().int().nullish(),
  workflow_id: z.string().nullable(),
  workflow_url: z.string().nullable().describe('Where operators see the run.'),
});

/** What was found out about a sender, as emails and codes show it. */
export const presentAuth = (auth: SenderAuth | null): z.input<typeof senderAuth> | null =>
  auth && { ...auth, policy: auth.policy ?? null, flags: [...auth.flags] };

const presentMoment = (text: string | null) => text && new Date(text).toISOString();

const presentSending = (sending: z.input<typeof sendingFacts>) => ({
  ...sending,
  send_at: presentMoment(sending.send_at),
  sent_at: presentMoment(sending.sent_at),
});

/** A row as lists show it. */
export function presentEmail(row: EmailRow): z.input<typeof email> {
  const { from_address, to_addresses, otp_codes, verification_links } = row;
  return {
    has_attachments: row.attachment_count > 0,
    references: row.references_ids,
    from: from_address,
    to: to_addresses.map(({ address }) => address),
    parsed: { otp_codes, verification_links, category: row.category },
    ...row,
    auth: presentAuth(row.auth),
    sending: row.sending && presentSending(row.sending),
  };
}

/** A row as a single read shows it. */
export const presentEmailDetail = (row: EmailDetail): z.input<typeof emailWithAttachments> => ({
  ...row,
  ...presentEmail(row),
});
