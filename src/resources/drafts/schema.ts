import { z } from 'zod';
import type { Mailbox } from '../../mail/analysis.js';
import { byId, idOf, timestamp, untrusted } from '../../operations/shapes.js';
import { toWire } from '../../operations/wire.js';
import { newMessage } from '../sending/schema.js';
import type { DraftRow, ListedDraft } from './store.js';

const replyToEmailId = idOf('email').describe(
  'The email it answers: sent in its thread, above the quoted original.',
);

const fields = newMessage
  .omit({ id: true, send_at: true, await_reply: true })
  .extend({ reply_to_email_id: replyToEmailId })
  .partial().shape;

/** A draft to be; what is given is valid, what is missing is asked for when it is sent. */
export const newDraft = z.object({ inbox_id: idOf('inbox'), ...fields });

/** A draft as a client gives it. */
export type NewDraft = z.output<typeof newDraft>;

/** What of a draft is to change; null takes a field away. */
export const draftChange = z.object({
  id: z.string(),
  to: fields.to.nullable(),
  cc: fields.cc.nullable(),
  bcc: fields.bcc.nullable(),
  reply_to: fields.reply_to.nullable(),
  subject: fields.subject.nullable(),
  text: fields.text.nullable(),
  html: fields.html.nullable(),
  headers: fields.headers.nullable(),
  attachments: fields.attachments.nullable(),
  metadata: fields.metadata.nullable(),
  reply_to_email_id: fields.reply_to_email_id.nullable(),
});

/** A change as a client gives it. */
export type DraftChange = Omit<z.output<typeof draftChange>, 'id'>;

/** A draft and how it is sent. */
export const draftSending = byId.extend({
  send_at: newMessage.shape.send_at,
  await_reply: newMessage.shape.await_reply,
});

/** How a draft is sent. */
export type DraftSending = Omit<z.output<typeof draftSending>, 'id'>;

// A file that is taken over from a mail is called as its sender called it.
const draftFile = z.object({
  filename: untrusted(z.string().nullable()),
  content_type: untrusted(z.string().nullable()),
  content_id: untrusted(z.string().nullable()),
  size: z.number(),
});

/** A file of a draft, its bytes aside. */
export type DraftFile = z.output<typeof draftFile>;

// Of an answer, which a task may have drafted: whom it goes to and what it quotes are words of who wrote before.
const recipients = untrusted(z.array(z.string()));

/** A draft in a list: without its texts. */
export const listedDraft = z.object({
  id: z.string(),
  inbox_id: z.string(),
  reply_to_email_id: z.string().nullable(),
  to: recipients,
  cc: recipients,
  bcc: recipients,
  reply_to: recipients,
  subject: untrusted(z.string().nullable()),
  attachments: z.array(draftFile),
  created_at: timestamp,
  updated_at: timestamp,
});

/** A draft. */
export const draft = listedDraft.extend({
  text: untrusted(z.string().nullable()),
  html: untrusted(z.string().nullable()),
  headers: z.record(z.string(), z.string()),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

/** A draft as lists show it. */
export const presentListedDraft = (row: ListedDraft): z.input<typeof listedDraft> => ({
  ...toWire(row),
  attachments: [...row.attachments],
  reply_to_email_id: row.repliesTo,
  to: written(row.message.to),
  cc: written(row.message.cc),
  bcc: written(row.message.bcc),
  reply_to: written(row.message.reply_to),
  subject: row.message.subject ?? null,
});

/** A draft as clients see it. */
export const presentDraft = (row: DraftRow): z.input<typeof draft> => ({
  ...presentListedDraft(row),
  text: row.textBody,
  html: row.htmlBody,
  headers: row.message.headers ?? {},
  metadata: row.message.metadata ?? {},
});

// RFC 5322 section 3.2.3: what stands in a name only between quotes.
const SPECIALS = /[()<>[\]:;@\\,"]/;

/** Mailboxes in the form in which they can be given again. */
const written = (mailboxes: readonly Mailbox[] = []): string[] =>
  mailboxes.map(({ name, address }) => {
    if (name === null) return address;
    const quoted = SPECIALS.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name;
    return `${quoted} <${address}>`;
  });

/** The files of a draft: what is kept of them beside their bytes, and these. */
export function filesOfDraft(given: NewDraft['attachments'] = []) {
  const contents = given.map(({ content }) => Buffer.from(content, 'base64'));
  const attachments = given.map((file, index): DraftFile => ({
    filename: file.filename ?? null,
    content_type: file.content_type ?? null,
    content_id: file.content_id ?? null,
    size: contents[index]!.length,
  }));
  return { attachments, contents };
}
