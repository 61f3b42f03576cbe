import { z } from 'zod';
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
import type { Extent } from './rows.js';
import type { SenderAuth } from '../../sender/auth.js';
import { email, type sendingFacts } from '../../store/email-shape.js';
import { category, searchText, type senderAuth } from '../../store/shapes.js';

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

/** How much a list shows of each email. */
export const view = z
  .enum(['whole', 'summary'], { error: 'must be whole or summary' })
  .default('whole')
  .describe('summary: no bodies, candidates or links, whatever max_chars says.');

/** How much is read of each email. */
export const extentOf = (asked: {
  readonly view: z.output<typeof view>;
  readonly max_chars?: number | undefined;
}): Extent => {
  if (asked.view === 'summary') return 'summary';
  return asked.max_chars === undefined ? 'whole' : { characters: asked.max_chars };
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
  view,
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

const attachment = z.object({
  id: z.string(),
  filename: untrusted(z.string().nullable()),
  content_type: untrusted(z.string()),
  size: z.number().int(),
  content_id: untrusted(z.string().nullable()),
  sha256: z.string(),
});

/** What a single read shows besides. */
export const detailFields = z.object({
  attachments: z.array(attachment),
  headers: untrusted(
    z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .describe('By lower-case name; an array where a header stands more than once.'),
  ),
});

/** An email as a single read shows it. */
export const emailWithAttachments = email.extend(detailFields.shape);

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
    'approval',
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
  auth && {
    spf: auth.spf,
    dkim: auth.dkim,
    dmarc: auth.dmarc,
    policy: auth.policy ?? null,
    arc: auth.arc,
    aligned_domain: auth.aligned_domain,
    verdict: auth.verdict,
    flags: [...auth.flags],
  };

const presentMoment = (text: string | null) => text && new Date(text).toISOString();

/** What is known of mail that leaves. */
export const presentSending = (sending: z.input<typeof sendingFacts>) => ({
  ...sending,
  send_at: presentMoment(sending.send_at),
  sent_at: presentMoment(sending.sent_at),
});
