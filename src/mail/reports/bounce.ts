import { fromWords, readBounceText, addressesIn, type BounceText } from './bounce-text.js';
import { isBounceMail } from './bounce-mail.js';
import { reportedRecipient, type ReportedRecipient } from './bounce-verdict.js';
import { decodeCharset } from '../mime/charset.js';
import { complainants, statusIds, statusRecipients } from './delivery-status.js';
import { readMailboxes } from '../mime/addresses.js';
import { MailHeaders } from '../mime/headers.js';
import { readHtml } from '../html/html-text.js';
import { splitMessage, type Leaf } from '../mime/mime.js';
import { fieldGroupsOf } from './report-fields.js';
import { readReportSource, type ReportSource } from './report-source.js';
import { safeText } from '../text/safe-text.js';
import { readMessageId, readReferences } from '../threads/threading.js';

/** What a mail reports of another one. */
export interface DeliveryReport {
  /** Of recipients with different fates the worst: a bounce, then delivered, then delayed. */
  readonly kind: 'bounce' | 'complaint' | 'delivered' | 'delayed';
  /** Ids of the mail it is about, with angle brackets, the most reliable first. */
  readonly originalMessageIds: readonly string[];
  /** Each once. A complaint may leave open whose it is. */
  readonly recipients: readonly ReportedRecipient[];
  readonly source: ReportSource;
}

/** Bytes of a mail that are read: what is reported stands before what is returned. */
export const REPORT_BYTES = 512 * 1024;

/**
 * Reads delivery reports (RFC 3464), bounces in words and complaints (RFC 5965). Null for any other
 * mail. It says what the mail claims: whoever acts on it checks who sent it, and that the mail it
 * names was sent to the recipients it names.
 */
export function readReport(raw: Buffer): DeliveryReport | null {
  const parts = readParts(raw.subarray(0, REPORT_BYTES));
  const found =
    parts.feedback.length > 0 ? complaintIn(parts) : (statusIn(parts) ?? proseIn(parts));
  if (!found) return null;
  const source = readReportSource(parts.headers, found.kind === 'complaint');
  return { ...found, originalMessageIds: originalIds(parts), source };
}

/** A report taken apart. */
interface ReportParts {
  readonly headers: MailHeaders;
  /** Groups of fields. */
  readonly statuses: readonly (readonly MailHeaders[])[];
  readonly feedback: readonly MailHeaders[];
  /** Headers of returned mails. */
  readonly returned: readonly MailHeaders[];
  readonly text: BounceText;
}

type ReportedOutcome = Pick<DeliveryReport, 'kind' | 'recipients'>;

const STATUS = /^message\/(?:global-)?delivery-status$/;
const RETURNED = /^(?:(?:message|text)\/rfc822|message\/global)(?:-headers)?$/;
const MAX_PARTS = 10;
const MAX_TEXT = 64 * 1024;

function readParts(raw: Buffer): ReportParts {
  const { root, leaves } = splitMessage(raw);
  const of = (wanted: RegExp) => leaves.filter(({ type }) => wanted.test(type)).slice(0, MAX_PARTS);
  const plain = of(/^text\/plain$/).map(textOf);
  const shown = plain.some((text) => text.trim() !== '')
    ? plain
    : of(/^text\/html$/).map((leaf) => readHtml(textOf(leaf)).text);
  return {
    headers: new MailHeaders(root.fields),
    statuses: of(STATUS).map(fieldGroupsOf),
    feedback: of(/^message\/feedback-report$/).flatMap(firstGroupOf),
    returned: of(RETURNED).flatMap(firstGroupOf),
    text: readBounceText(shown.join('\n\n')),
  };
}

const textOf = ({ content, head }: Leaf) =>
  decodeCharset(content.subarray(0, MAX_TEXT), head.charset || undefined);

const firstGroupOf = (leaf: Leaf) => fieldGroupsOf(leaf).slice(0, 1);

function complaintIn({ feedback }: ReportParts): ReportedOutcome | null {
  const complaints = feedback.map(complainants).filter((found) => found !== null);
  return complaints.length > 0 ? { kind: 'complaint', recipients: once(complaints.flat()) } : null;
}

function statusIn({ statuses, text }: ReportParts): ReportedOutcome | null {
  const recipients = once(statuses.flatMap(statusRecipients));
  const told = toldOf(text);
  // Some servers say why to people only.
  return kindOf(
    recipients.map((recipient) => {
      const inWords = told.get(recipient.address.toLowerCase());
      return inWords && recipient.diagnostic === '' && recipient.outcome === 'failed'
        ? reportedRecipient({ ...recipient, diagnostic: inWords.diagnostic })
        : recipient;
    }),
  );
}

const toldOf = ({ recipients }: BounceText) =>
  new Map(recipients.map((recipient) => [recipient.address, recipient]));

/** A bounce without a part for programs; the header may name the recipients. */
function proseIn({ headers, text }: ReportParts): ReportedOutcome | null {
  const named = addressesIn(headers.all('x-failed-recipients').join(', '));
  if (named.length === 0) return kindOf(text.recipients) ?? kindOf(namedBy(headers, text));
  const told = toldOf(text);
  return kindOf(
    named.map((address) => told.get(address) ?? fromWords(address, text.firstCode, text.gaveUp)),
  );
}

/** Whom a mail that does nothing but report failures names, in whatever words. */
function namedBy(headers: MailHeaders, { named }: BounceText): readonly ReportedRecipient[] {
  const from = readMailboxes(headers.first('from'))[0] ?? { name: null, address: '' };
  return isBounceMail({ from, subject: headers.text('subject'), headers }) ? named : [];
}

function kindOf(recipients: readonly ReportedRecipient[]): ReportedOutcome | null {
  const worst = (['failed', 'delivered', 'delayed'] as const).find((outcome) =>
    recipients.some((recipient) => recipient.outcome === outcome),
  );
  return worst ? { kind: worst === 'failed' ? 'bounce' : worst, recipients } : null;
}

/** Each address once: a report may repeat what another server reported. */
function once(recipients: readonly ReportedRecipient[]): ReportedRecipient[] {
  const byAddress = new Map<string, ReportedRecipient>();
  for (const recipient of recipients) {
    const key = recipient.address.toLowerCase();
    if (!byAddress.has(key)) byAddress.set(key, recipient);
  }
  return [...byAddress.values()];
}

const MAX_IDS = 50;

function originalIds({ headers, returned, statuses, text }: ReportParts): string[] {
  const ids = [
    ...returned.map((header) => readMessageId(header.first('message-id'))),
    ...text.messageIds,
    ...statuses.flatMap(statusIds).map(readMessageId),
    readMessageId(headers.text('x-original-message-id')),
    readMessageId(headers.text('x-ms-exchange-parent-message-id')),
    readMessageId(headers.text('in-reply-to')),
    // The last is what the report answers, those before it stand in its thread.
    ...readReferences(headers.text('references')).reverse(),
  ];
  return [...new Set(ids.filter((id) => id !== null).map(safeText))].slice(0, MAX_IDS);
}
