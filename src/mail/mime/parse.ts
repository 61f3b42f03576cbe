import { isUtf8 } from 'node:buffer';
import type { Attachment, Envelope } from '../analysis.js';
import { readMailboxes } from './addresses.js';
import { toAttachment } from './attachments.js';
import { decodeCharset, isVague } from './charset.js';
import { readDate } from './dates.js';
import { decodeFlowed } from './flowed.js';
import { MailHeaders } from './headers.js';
import type { Head } from './mime-head.js';
import { splitMessage, type Leaf, type MimeTree } from './mime.js';
import { divideParts, isHtml } from './shown-parts.js';
import { decodeTransfer, endOfBase64, isBase64, isText } from './transfer.js';
import { clip, oneLine, safeText } from '../text/safe-text.js';
import { readMessageId, readReferences, readSubject } from '../threads/threading.js';

const MAX_SUBJECT = 2000;
const MAX_BODY = 16 * 1024 * 1024;

/** One stretch of the body: the same content as text, as HTML, or as both. */
export interface BodySection {
  text: string | null;
  html: string | null;
}

/** What the MIME structure tells without reading a word. */
export interface MimeStructure {
  /** A delivery or disposition report (RFC 6522). */
  readonly report: string | null;
  /** METHOD of a calendar part (RFC 5546), upper case; '' when it names none. */
  readonly calendarMethod: string | null;
}

/** A message taken apart and decoded, nothing interpreted. */
export interface ParsedMail {
  readonly envelope: Envelope;
  readonly headers: MailHeaders;
  readonly sections: readonly BodySection[];
  readonly attachments: readonly Attachment[];
  readonly structure: MimeStructure;
  /** Messages attached as message/rfc822, raw. */
  readonly nested: readonly Buffer[];
}

/**
 * Takes a message apart; `text` is the same, one character a byte.
 *
 * @throws Error when not even its header can be read.
 */
export function parseMail(raw: Buffer, text?: string): ParsedMail {
  const tree = splitMessage(raw, text);
  const charset = tree.leaves.map(charsetOf).find((name) => name !== '');
  const headers = new MailHeaders(tree.root.fields, charset);
  const { shown, attached } = divideParts(tree.leaves);
  return {
    envelope: readEnvelope(headers),
    headers,
    sections: readSections(shown),
    attachments: attached.map((leaf) => toAttachment(leaf, charset)),
    structure: readStructure(tree),
    nested: attached.filter(({ type }) => type === 'message/rfc822').map(({ content }) => content),
  };
}

/** The header of a mail as listing and threading need it. */
export function readEnvelope(headers: MailHeaders): Envelope {
  const subject = clip(oneLine(headers.text('subject')), MAX_SUBJECT);
  const { bareSubject, isReply } = readSubject(subject);
  return {
    messageId: readMessageId(headers.text('message-id')),
    inReplyTo: readMessageId(headers.text('in-reply-to')),
    references: readReferences(headers.text('references'), headers.text('in-reply-to')),
    from: readMailboxes(headers.first('from'))[0] ?? { name: null, address: '' },
    to: readMailboxes(headers.all('to').join(', ')),
    cc: readMailboxes(headers.all('cc').join(', ')),
    replyTo: readMailboxes(headers.first('reply-to')),
    subject,
    bareSubject,
    isReply,
    date: readDate(headers.text('date')),
    headers: headers.toRecord(),
  };
}

function readSections(leaves: readonly Leaf[]): BodySection[] {
  const byGroup = new Map<unknown, BodySection>();
  for (const leaf of leaves) {
    const text = leafText(leaf);
    if (text === '') continue;
    const group = leaf.alternative ?? leaf;
    const section = byGroup.get(group) ?? { text: null, html: null };
    byGroup.set(group, section);
    if (isHtml(leaf.type)) section.html = joined(section.html, text);
    else section.text = joined(section.text, text);
  }
  return [...byGroup.values()];
}

const joined = (before: string | null, text: string) =>
  before === null ? text : `${before}\n${text}`;

function leafText(leaf: Leaf): string {
  const { head } = leaf;
  const content = head.encoding === 'base64' ? withoutFooters(leaf) : leaf.content;
  const charset = charsetOf({ ...leaf, content });
  const text = withPlainLineEnds(decodeCharset(content.subarray(0, MAX_BODY), charset));
  const isFlowed = says(head, 'format', 'flowed');
  const flowed = isFlowed ? decodeFlowed(text, says(head, 'delsp', 'yes')) : text;
  return withoutLastLineEnds(safeText(flowed));
}

const says = ({ parameters }: Head, name: string, value: string) =>
  parameters[name]?.trim().toLowerCase() === value;

function withPlainLineEnds(text: string): string {
  if (!text.includes('\r')) return text;
  const plain = text.replaceAll('\r\n', '\n');
  return plain.includes('\r') ? plain.replaceAll('\r', '\n') : plain;
}

function withoutLastLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0x0a) end--;
  return text.slice(0, end);
}

function withoutFooters({ encoded, content }: Leaf): Buffer {
  const end = endOfBase64(encoded);
  const own = encoded.subarray(0, end);
  const decoded = end === encoded.length ? content : decodeTransfer(own, 'base64');
  return isBase64(own, end < encoded.length) || isText(decoded) ? decoded : encoded;
}

/** What an HTML part names in its own head counts where the header leaves it open; '' for nothing. */
function charsetOf({ head: { charset }, type, content }: Leaf): string {
  if (!isHtml(type)) return charset;
  const isOpen = charset === '' || (isVague(charset.toLowerCase()) && !isUtf8(content));
  return (isOpen && metaCharset(content)) || charset;
}

/** Text in which it can be read is not in two bytes a character. */
function metaCharset(content: Buffer): string | undefined {
  const head = content.toString('latin1', 0, 2048);
  return /\bcharset\s{0,4}=\s{0,4}["']?(?!utf-?16|ucs-?2|unicode)([\w-]{1,40})/i.exec(head)?.[1];
}

function readStructure({ root, leaves }: MimeTree): MimeStructure {
  const calendar = leaves.find(({ type }) => type === 'text/calendar');
  return {
    report: root.multipart === 'report' ? (root.parameters['report-type'] ?? '') : null,
    calendarMethod: calendar ? (calendar.head.parameters.method ?? '').toUpperCase() : null,
  };
}
