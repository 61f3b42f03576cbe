import type { z } from 'zod';
import type { Mailbox } from '../../mail/analysis.js';
import type { MailDraft } from './preparing.js';
import type { newForward, newMessage, newReply } from './schema.js';

type GivenAs<Schema extends z.ZodType> = Omit<z.output<Schema>, 'id'>;

/** A new mail as a client gives it. */
export type NewMessage = GivenAs<typeof newMessage>;

/** An answer as a client gives it; what a draft says of its recipients and its subject counts more. */
export type NewReply = Omit<
  GivenAs<typeof newReply>,
  'email_id' | 'reply_to_email_id' | 'reply_all'
> & {
  readonly emailId: string;
  readonly all: boolean;
  readonly to?: Mailbox[] | undefined;
  readonly reply_to?: Mailbox[] | undefined;
  readonly subject?: string | undefined;
};

/** A mail that is passed on, as a client gives it. */
export type Forward = Omit<GivenAs<typeof newForward>, 'email_id' | 'as_attachment'> & {
  readonly emailId: string;
  readonly asAttachment: boolean;
};

/** A mail as it is meant, from what a client gives. */
export const draftOf = (
  given: Partial<NewMessage> & Pick<NewMessage, 'to' | 'subject'>,
): MailDraft => ({
  to: given.to,
  cc: given.cc ?? [],
  bcc: given.bcc ?? [],
  replyTo: given.reply_to ?? [],
  subject: given.subject,
  text: given.text,
  html: given.html,
  headers: given.headers ?? {},
  files: (given.attachments ?? []).map((file) => ({
    filename: file.filename ?? null,
    contentType: file.content_type ?? null,
    content: Buffer.from(file.content, 'base64'),
    contentId: file.content_id ?? null,
  })),
  metadata: given.metadata ?? {},
  sendAt: given.send_at ?? null,
  answer: null,
  repliesTo: null,
  awaitReply: given.await_reply,
});
