import type { Attachment, Mailbox } from '../mail/analysis.js';
import { attachedBytes } from '../mail/mime/attachments.js';
import { parseMail, type ParsedMail } from '../mail/mime/parse.js';
import type { OutgoingMail } from './provider.js';

/** An attachment, or an image within the text. */
interface PartAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly base64: string;
  /** Set where the HTML shows it. */
  readonly contentId: string | null;
}

/** A mail in parts, as providers take it that do not take a whole one. */
export interface MailParts {
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly bcc: readonly string[];
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  readonly text: string | null;
  readonly html: string | null;
  /** Threading, lists, and what the sender added: no provider keeps them unless it is told. */
  readonly headers: readonly PartHeader[];
  readonly attachments: readonly PartAttachment[];
}

/** A field of the header. */
interface PartHeader {
  readonly name: string;
  readonly value: string;
}

const KEPT = /^(?:message-id|in-reply-to|references|auto-submitted|list-.+|x-.+)$/;
const UNNAMED = 'attachment';

/** Reads a mail back. @throws Error when it has no header. */
export async function partsOf({ raw, recipients }: OutgoingMail): Promise<MailParts> {
  const mail = parseMail(raw);
  const { from, to, cc, replyTo, subject } = mail.envelope;
  const html = joined(mail.sections.map((section) => section.html));
  const text = joined(mail.sections.map((section) => section.text));
  return {
    from,
    ...shownRecipients(to, cc, recipients),
    replyTo: replyTo.filter(({ address }) => address !== ''),
    subject,
    text: text ?? (html === null ? '' : null),
    html,
    headers: keptHeaders(mail),
    attachments: mail.attachments.map((attachment) => ({
      filename: attachment.filename ?? UNNAMED,
      contentType: attachment.contentType,
      base64: attachedBytes(raw, attachment).toString('base64'),
      contentId: shownId(attachment, html),
    })),
  };
}

const shownId = ({ contentId }: Attachment, html: string | null) =>
  contentId !== null && html?.includes(`cid:${contentId}`) ? contentId : null;

const joined = (texts: readonly (string | null)[]) => {
  const present = texts.filter((text) => text !== null);
  return present.length > 0 ? present.join('\n') : null;
};

/** Who gets this attempt, and how: a provider sends to whom it is told, not to whom a header names. */
function shownRecipients(
  to: readonly Mailbox[],
  cc: readonly Mailbox[],
  recipients: readonly string[],
): Pick<MailParts, 'to' | 'cc' | 'bcc'> {
  const open = new Map(recipients.map((address) => [address.toLowerCase(), address]));
  const take = (mailboxes: readonly Mailbox[]) =>
    mailboxes.filter(({ address }) => open.delete(address.toLowerCase()));
  const shown = { to: take(to), cc: take(cc) };
  return { ...shown, bcc: [...open.values()] };
}

function keptHeaders({ headers }: ParsedMail): PartHeader[] {
  const names = Object.keys(headers.toRecord()).filter((name) => KEPT.test(name));
  return names.flatMap((name) =>
    headers.all(name).map((value) => ({ name: spelled(name), value })),
  );
}

/** `message-id` as `Message-ID`. */
const spelled = (name: string) =>
  name
    .split('-')
    .map((word) => (word === 'id' ? 'ID' : `${word.charAt(0).toUpperCase()}${word.slice(1)}`))
    .join('-');

/** `"Name" <address>`. */
export function written({ name, address }: Mailbox): string {
  return name === null || name === ''
    ? address
    : `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`;
}

/** Headers by name; several of one name in one. */
export function headerRecord(headers: readonly PartHeader[]): Record<string, string> {
  const record: Record<string, string> = {};
  for (const { name, value } of headers)
    record[name] = record[name] === undefined ? value : `${record[name]}, ${value}`;
  return record;
}
