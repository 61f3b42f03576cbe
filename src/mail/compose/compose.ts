import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type Mail from 'nodemailer/lib/mailer';
import { clip } from '../text/safe-text.js';

/** A mail in parts, as `POST /v1/inbound` hands it over. */
export interface MessageParts {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject?: string | undefined;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  /** Further fields; a `Message-ID` and a `Date` given here are kept. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly attachments?: readonly ComposedAttachment[] | undefined;
}

/** An attachment in parts. */
export interface ComposedAttachment {
  readonly filename?: string | undefined;
  readonly content_type?: string | undefined;
  /** Base64. */
  readonly content: string;
}

/** Made from the parts, or telling who else received the mail. */
const OWN_FIELDS = new Set([
  ...['from', 'to', 'subject', 'bcc', 'resent-bcc', 'mime-version', 'content-type'],
  ...['content-transfer-encoding', 'content-disposition', 'message-id', 'date'],
]);
/** Of each part; hashing all of a large mail would hold the caller up. */
const MAX_HASHED = 64 * 1024;
const FIELD_NAME = /^[!-9;-~]{1,76}$/;
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(?:;[^\r\n]{0,300})?$/;

/**
 * The message as it would have come over SMTP: RFC 5322, every line ends in CRLF, no Bcc.
 *
 * A To field among `headers` is the one shown, since `to` also holds who got a blind copy. Without a
 * Message-ID the message gets a new one; its body is the same bytes for the same parts.
 */
export async function composeRaw(message: MessageParts): Promise<Buffer> {
  const given = readFields(message.headers ?? {});
  const composer = new MailComposer({
    from: oneLine(message.from),
    to: given.first('to') ?? message.to.map(oneLine),
    subject: oneLine(message.subject || (given.first('subject') ?? '')),
    text: message.text ?? (message.html === undefined ? '' : undefined),
    html: message.html,
    messageId: given.first('message-id'),
    date: given.first('date'),
    headers: given.others,
    attachments: (message.attachments ?? []).map(toAttachment),
    baseBoundary: contentHash(message),
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

interface ComposedFields {
  readonly others: { key: string; value: string }[];
  first(name: string): string | undefined;
}

function readFields(headers: NonNullable<MessageParts['headers']>): ComposedFields {
  const fields = Object.entries(headers).flatMap(([key, values]) =>
    [values].flat().map((value) => ({ key, name: key.toLowerCase(), value: oneLine(value) })),
  );
  return {
    others: fields
      .filter(({ key, name }) => FIELD_NAME.test(key) && !OWN_FIELDS.has(name))
      .map(({ key, value }) => ({ key, value })),
    first: (wanted) => fields.find(({ name, value }) => name === wanted && value !== '')?.value,
  };
}

function toAttachment({
  filename,
  content_type: type,
  content,
}: ComposedAttachment): Mail.Attachment {
  return {
    filename: filename === undefined ? false : oneLine(filename),
    content: Buffer.from(content, 'base64'),
    contentDisposition: 'attachment',
    ...(type !== undefined && MEDIA_TYPE.test(type) ? { contentType: type } : {}),
  };
}

/** Names the boundaries between parts, so that a message handed in twice has one body. */
function contentHash({ text = '', html = '', attachments = [] }: MessageParts): string {
  const hash = createHash('sha256');
  for (const part of [text, html, ...attachments.map(({ content }) => content)])
    hash.update(`${part.length}:${clip(part, MAX_HASHED)}`);
  return hash.digest('hex').slice(0, 32);
}

/** A line end inside a field would start a field of the sender's own. */
const oneLine = (value: string) => value.replace(/[\r\n\0]+/g, ' ').trim();
