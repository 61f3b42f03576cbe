import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import type Mail from 'nodemailer/lib/mailer';
import type MimeNode from 'nodemailer/lib/mime-node';
import type { Mailbox } from '../analysis.js';
import { hasOverlongLine, inWords, isFoldable } from './folding.js';
import { composedText } from './outgoing-text.js';

/** A file that goes with a mail. */
export interface OutgoingFile {
  readonly filename: string | null;
  readonly contentType: string | null;
  readonly content: Buffer;
  /** Without brackets: what `cid:` in the HTML refers to. */
  readonly contentId?: string | null;
}

/** What an outgoing mail is made of; nothing in it holds a line end where a field is due. */
export interface OutgoingParts {
  /** With its angle brackets. */
  readonly messageId: string;
  readonly date: Date;
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  readonly inReplyTo?: string | null | undefined;
  readonly references?: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly files: readonly OutgoingFile[];
}

/** The message in RFC 5322 form: CRLF line ends, no Bcc, text made of the HTML where it is missing. */
export async function composeOutgoing(parts: OutgoingParts): Promise<Buffer> {
  const { html, messageId, inReplyTo, references = [] } = parts;
  const composer = new MailComposer({
    from: toAddress(parts.from),
    to: parts.to.map(toAddress),
    cc: parts.cc.map(toAddress),
    replyTo: parts.replyTo.map(toAddress),
    ...(isFoldable(parts.subject) && { subject: parts.subject }),
    text: composedText(parts),
    html,
    messageId,
    date: parts.date,
    ...(inReplyTo && { inReplyTo }),
    ...(references.length > 0 && { references: [...references] }),
    headers: [
      ...(isFoldable(parts.subject) ? [] : [inWords('Subject', parts.subject)]),
      ...Object.entries(parts.headers).map(([key, value]) => ({ key, value })),
    ],
    attachments: parts.files.map((file) => toAttachment(file, html)),
    // As long as its own, which waits for the system's random numbers each time.
    baseBoundary: randomUUID().replaceAll('-', '').slice(16),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const message = composer.compile();
  return withLineEnds(textAlone(message) ?? (await written(message)));
}

/** A message that is one text, whose lines go as they are; null of any other. Streams would take as long as all else. */
function textAlone(message: MimeNode): Buffer | null {
  const { content, childNodes } = message;
  const isAlone = typeof content === 'string' && childNodes.length === 0;
  if (!isAlone || message.getTransferEncoding() !== '7bit') return null;
  return Buffer.from(`${message.buildHeaders()}\r\n\r\n${content}`);
}

/** What `build()` answers for half its cost: it leads the bytes through four streams. */
function written(message: MimeNode): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const collector = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return new Promise((resolve, reject) => {
    message.stream(collector, {}, (error) => {
      if (error) reject(error);
      else collector.end(() => resolve(Buffer.concat(chunks)));
    });
  });
}

const CR = 0x0d;
const LF = 0x0a;
const LINE_END = Buffer.from('\r\n');

/** Every line ends with CRLF, the last one as well. */
function withLineEnds(message: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = message.indexOf(LF); at >= 0; at = message.indexOf(LF, at + 1)) {
    if (message[at - 1] === CR) continue;
    parts.push(message.subarray(from, at), LINE_END);
    from = at + 1;
  }
  const isEnded = message.at(-1) === LF;
  if (from === 0 && isEnded) return message;
  const rest = message.subarray(from, message.at(-1) === CR ? -1 : undefined);
  return Buffer.concat([...parts, rest, ...(isEnded ? [] : [LINE_END])]);
}

const toAddress = ({ name, address }: Mailbox) => ({ name: name ?? '', address });

function toAttachment(file: OutgoingFile, html: string | undefined): Mail.Attachment {
  const { filename, contentType, content, contentId } = file;
  const inline = Boolean(contentId && html?.includes(`cid:${contentId}`));
  return {
    filename: filename ?? false,
    content,
    contentDisposition: inline ? 'inline' : 'attachment',
    ...(contentType && { contentType: typeThatTravels(contentType, content) }),
    ...(contentId && { cid: contentId }),
  };
}

/**
 * A message within a message goes as it is (RFC 2046 section 5.2.1), so its lines would be those of
 * the mail: one with lines no server has to take goes as bytes, which are encoded.
 */
const typeThatTravels = (type: string, content: Buffer) =>
  /^message\//i.test(type) && hasOverlongLine(content) ? 'application/octet-stream' : type;
