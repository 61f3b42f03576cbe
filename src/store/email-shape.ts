import { z } from 'zod';
import { CATEGORIES } from '../mail/analysis.js';
import { timestamp, untrusted } from '../operations/shapes.js';
import { senderAuth } from './shapes.js';
import { SEND_STATUSES } from './vocabulary.js';

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

/** What is known of mail that leaves, as emails show it. */
export const sendingFacts = z.object({
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
