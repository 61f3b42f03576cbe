import { z } from 'zod';
import type { Mailbox } from '../../mail/analysis.js';
import { isFoldable } from '../../mail/compose/folding.js';
import { parseStrictAddress } from '../../mail/mime/strict-address.js';
import {
  atMost,
  byId,
  flag,
  idOf,
  metadata,
  timestamp,
  timestampInput,
  untrusted,
  whole,
} from '../../operations/shapes.js';
import type { AwaitReply } from '../../store/waits/replies.js';
import type { SendView } from './views.js';
import { clip } from '../../mail/text/safe-text.js';
import { SEND_STATUSES } from '../../store/vocabulary.js';
import { LIMITS, QUOTAS } from '../../operations/limits.js';

const MAX_SUBJECT = 998;
const MAX_HEADER = 2_000;

// Line ends and NUL would start a field of the sender's own.
const field = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\r\n\0]*$/, 'must not hold line ends or NUL');

const mailboxText = z.string().max(600);

/** One mailbox or several, such as `user@example.com` or `Name <user@example.com>`; a string is one. */
export const mailboxes = z
  .union([mailboxText, z.array(mailboxText).min(1).max(LIMITS.recipients_per_message)], {
    error: `must be an address or an array of 1 to ${LIMITS.recipients_per_message} addresses`,
  })
  .transform((given, context) => {
    const found: Mailbox[] = [];
    for (const text of [given].flat()) {
      const mailbox = parseStrictAddress(text);
      if (mailbox) found.push(mailbox);
      else context.addIssue({ code: 'custom', message: notOneAddress(text) });
    }
    return found;
  })
  .describe('An address, or an array of them. A string is one address.');

const notOneAddress = (text: string) =>
  `must hold single addresses such as user@example.com or Name <user@example.com>, not ${JSON.stringify(clip(text, 100))}`;

const subjectInput = field(MAX_SUBJECT).refine(
  (text) => Buffer.byteLength(text) <= MAX_SUBJECT,
  `must have at most ${MAX_SUBJECT} bytes`,
);

const bodyText = z.string().regex(/^[^\0]*$/, 'must not hold NUL');

const MEDIA_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(?:;.{0,90})?$/;

/** A file to attach. */
export interface FileInput {
  readonly filename?: string | undefined;
  /** Base64; empty while it is not read yet. */
  readonly content: string;
  readonly content_type?: string | undefined;
  readonly content_id?: string | undefined;
  /** The file of an email that it stands for. */
  readonly stored?: { readonly emailId: string; readonly attachmentId: string } | undefined;
}

const fileInput = z
  .object({
    filename: field(255).optional(),
    content: z.base64({ error: 'must be base64' }).optional().describe('Base64.'),
    content_type: field(200).regex(MEDIA_TYPE, 'must be a media type').optional(),
    content_id: field(200)
      .regex(/^[^\s<>]+$/, 'must not hold blanks or brackets')
      .optional()
      .describe('What `cid:` in the HTML refers to.'),
    email_id: idOf('email').optional().describe('With attachment_id, in place of content.'),
    attachment_id: z.string().min(1).optional(),
  })
  .transform(({ email_id: emailId, attachment_id: attachmentId, ...file }, context): FileInput => {
    const { content } = file;
    if (emailId !== undefined && attachmentId !== undefined && content === undefined)
      return { ...file, content: '', stored: { emailId, attachmentId } };
    if (content !== undefined && emailId === undefined && attachmentId === undefined)
      return { ...file, content };
    const message =
      content === undefined
        ? 'is required: base64, or in place of it email_id and attachment_id'
        : 'must not be given beside email_id and attachment_id';
    context.addIssue({ code: 'custom', path: ['content'], message });
    return z.NEVER;
  });

const headerName = z
  .string()
  .regex(/^(x|list)-[a-z0-9-]{1,70}$/i, 'must be the name of an X- or List- header');

const headers = z
  .record(
    headerName,
    field(MAX_HEADER).refine(
      isFoldable,
      'must have a blank within 900 characters, where its line can be broken',
    ),
  )
  .refine(...atMost(QUOTAS.headers_per_message, 'headers'))
  .describe('X- and List- headers.');

/** What every message may have beside its recipients. */
export const contents = {
  text: bodyText.optional(),
  html: bodyText.optional(),
  attachments: z.array(fileInput).max(LIMITS.attachments_per_message).optional(),
  headers: headers.optional(),
  metadata: metadata.optional().describe('Kept with the email for you; not sent.'),
  send_at: timestampInput.optional().describe('When to send: within 30 days.'),
};

const MAX_REMINDERS = 5;
const MAX_REMINDER = 20_000;
const LONGEST_WAIT_SECONDS = 30 * 24 * 60 * 60;

const reminder = z.object({
  after_seconds: whole(1, LONGEST_WAIT_SECONDS).describe('Seconds from the sending.'),
  text: bodyText.min(1, 'must not be empty').max(MAX_REMINDER),
});

/** How long a reply is awaited, and what is sent while none came. */
export const awaitReply = z
  .object({
    timeout_seconds: whole(1, LONGEST_WAIT_SECONDS).describe('Seconds from the sending.'),
    reminders: z.array(reminder).max(MAX_REMINDERS).optional(),
  })
  .refine(
    ({ timeout_seconds: end, reminders = [] }) =>
      reminders.every(({ after_seconds: after }) => after < end),
    { path: ['reminders'], message: 'must be sent before timeout_seconds are over' },
  )
  .transform(({ timeout_seconds: timeoutSeconds, reminders = [] }): AwaitReply => ({
    timeoutSeconds,
    reminders: reminders.toSorted((a, b) => a.after_seconds - b.after_seconds),
  }))
  .describe(
    'Waits for a reply in the thread: `wait_id` of the answer is the durable wait. Reminders are sent in the thread until it came.',
  );

const copies = { cc: mailboxes.optional(), bcc: mailboxes.optional() };

/** A new message. */
export const newMessage = z.object({
  id: z.string(),
  to: mailboxes,
  subject: subjectInput,
  ...copies,
  reply_to: mailboxes.optional(),
  ...contents,
  await_reply: awaitReply.optional(),
});

/** An answer to an email. */
export const newReply = z.object({
  id: z.string(),
  email_id: idOf('email').optional(),
  reply_to_email_id: idOf('email').optional().describe('The same as email_id.'),
  reply_all: flag.default(false),
  ...copies,
  ...contents,
  await_reply: awaitReply.optional(),
});

/** An email passed on. */
export const newForward = z.object({
  id: z.string(),
  email_id: idOf('email'),
  to: mailboxes,
  ...copies,
  comment: bodyText.optional(),
  as_attachment: flag
    .default(false)
    .describe(
      'true: the original goes along unchanged, as message/rfc822, or as application/octet-stream where its lines are too long for that.',
    ),
  send_at: contents.send_at,
  metadata: contents.metadata,
});

/** How somebody found out what became of a mail whose sending is unknown. */
export const resolution = byId.extend({
  outcome: z.enum(['sent', 'failed'], { error: 'must be sent or failed' }).optional(),
  provider_message_id: field(500).optional(),
});

/** What became of a send so far. */
export const sendResult = z.object({
  ok: z.boolean(),
  id: z.string().describe('The same as email_id.'),
  email_id: z.string(),
  message_id: z.string(),
  thread_id: z.string(),
  provider_message_id: untrusted(z.string().nullable()),
  provider: z.string().nullable().describe('Null while none was asked.'),
  status: z.enum(SEND_STATUSES),
  sent_at: timestamp.nullable(),
  send_at: timestamp.nullable(),
  error: untrusted(z.string().nullable().describe("The provider's own words where it refused.")),
  approval_id: z.string().nullable().describe('What it waits for before it leaves, or waited for.'),
  wait_id: z.string().nullable().describe('The durable wait for its reply, with `await_reply`.'),
});

// What is under way may still be sent.
const NOT_OK = new Set(['failed', 'unknown', 'cancelled', 'bounced']);

/** A send as clients see it. */
export const presentSend = (send: SendView): z.input<typeof sendResult> => ({
  ...send,
  ok: !NOT_OK.has(send.status),
  id: send.email_id,
});
