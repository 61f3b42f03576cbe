import { z } from 'zod';
import { CATEGORIES } from '../../mail/analysis.js';
import {
  flag,
  idOf,
  paging,
  timestamp,
  timestampInput,
  untrusted,
  whole,
} from '../../operations/shapes.js';
import { LIMITS } from '../../operations/limits.js';
import { briefly, partOf, type EmailPart } from './part.js';
import type { EmailDetail, EmailRow } from './rows.js';
import type { SenderAuth } from '../../sender/auth.js';
import { SEND_STATUSES } from '../../store/vocabulary.js';
import { category, searchText, senderAuth } from '../../store/shapes.js';

/** Any string: what does not exist is 404, not 400. */
export const emailId = z.string();

/** Characters that tools show of each email of a list or a thread, unless told. */
export const PREVIEW = 300;

/** Characters that tools show of an email that is read, unless told. */
export const READABLE = 20_000;

// Of one email, and of each of a list: a page of a hundred stays below a megabyte or so.
const MAX_CHARS = 1_000_000;
const MAX_PREVIEW = 10_000;

/** How much of each email a list shows. */
export const preview = whole(1, MAX_PREVIEW)
  .optional()
  .describe('Characters of each email: the beginning of text_body is its only body then.');

/** Which part of an email is shown; all of it without any of these. */
export const emailPart = {
  body: z
    .enum(['auto', 'text', 'html'], { error: 'must be auto, text or html' })
    .optional()
    .describe(
      'The only body to show; auto: text, of the HTML where the plain part is a placeholder.',
    ),
  offset: whole(0, LIMITS.message_bytes).optional().describe('Characters of the body to skip.'),
  max_chars: whole(1, MAX_CHARS).optional().describe('Characters of the body to show.'),
};

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
  max_chars: preview,
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
  context: untrusted(z.string()),
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
  provider_message_id: untrusted(z.string().nullable()),
  error: untrusted(z.string().nullable()),
  send_at: moment,
  sent_at: moment,
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  recipients: z.array(
    z.object({
      // Of an answer: where the mail that it answers asked for it.
      address: untrusted(z.string()),
      status: z.string(),
      response: untrusted(z.string().nullable()),
    }),
  ),
});

const cut = {
  truncated: z
    .literal(true)
    .optional()
    .describe('There is more of the body, the links or the headers than was asked for.'),
  next_offset: z.number().int().optional().describe('The offset at which the body goes on.'),
};

/** An email as lists show it. */
export const email = z.object({
  id: z.string(),
  inbox_id: z.string(),
  message_id: untrusted(z.string().nullable()),
  thread_id: z.string(),
  from_address: untrusted(z.string()),
  from_name: untrusted(z.string().nullable()),
  to_addresses: untrusted(z.array(mailbox)),
  cc_addresses: untrusted(z.array(mailbox)),
  subject: untrusted(z.string()),
  language: z.string().nullable().describe('BCP 47; null when it cannot be told.'),
  text_body: untrusted(z.string()),
  html_body: untrusted(z.string()),
  stripped_text: untrusted(z.string()),
  category: z.enum(CATEGORIES),
  category_confidence: z.number(),
  summary: untrusted(z.string()),
  otp_codes: z.array(z.string()),
  otp_candidates: z.array(candidate),
  verification_links: untrusted(z.array(z.string())),
  magic_links: untrusted(z.array(z.string())),
  links: untrusted(z.array(link)),
  backup_codes: untrusted(z.array(z.string())),
  code_expiry: timestamp.nullable(),
  hidden_content: z.boolean(),
  is_read: z.boolean(),
  is_spam: z.boolean(),
  spam_score: z.number(),
  has_attachments: z.boolean(),
  received_at: timestamp,
  ...cut,
  parse_status: z.enum(['complete', 'pending', 'failed']),
  direction: z.enum(['inbound', 'outbound']),
  status: z.enum(['received', 'held', 'quarantined', 'blocked', ...SEND_STATUSES]),
  sending: sendingFacts.nullable().describe('Of outbound mail only.'),
  size: z.number().int().describe('Bytes as received.'),
  in_reply_to: untrusted(z.string().nullable()),
  references: untrusted(z.array(z.string())),
  labels: z.array(z.string()),
  workflow_id: z.string().nullable().describe('The run that finished it.'),
  auth: senderAuth.nullable().describe('Null while the sender is not verified yet.'),
  from: untrusted(z.string().describe('from_address, for clients of the older form.')),
  to: untrusted(
    z.array(z.string()).describe('Addresses of to_addresses, for clients of the older form.'),
  ),
  parsed: z
    .object({
      otp_codes: z.array(z.string()),
      verification_links: untrusted(z.array(z.string())),
      category: z.enum(CATEGORIES),
    })
    .describe('For clients of the older form.'),
});

const attachment = z.object({
  id: z.string(),
  filename: untrusted(z.string().nullable()),
  content_type: untrusted(z.string()),
  size: z.number().int(),
  content_id: untrusted(z.string().nullable()),
  sha256: z.string(),
});

/** An email as a single read shows it. */
export const emailWithAttachments = email.extend({
  attachments: z.array(attachment),
  headers: untrusted(
    z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .describe('By lower-case name; an array where a header stands more than once.'),
  ),
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
  outcome: untrusted(z.string()),
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

/** A row as lists show it: all of it, or its beginning. */
export function presentEmail(given: EmailRow, max?: number): z.input<typeof email> {
  const row = briefly(given, max);
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

/** A row as a single read shows it: all of it, or a part. */
export function presentEmailDetail(
  given: EmailDetail,
  wanted: EmailPart = {},
): z.input<typeof emailWithAttachments> {
  const row = partOf(given, wanted);
  return { ...row, ...presentEmail(row) };
}
