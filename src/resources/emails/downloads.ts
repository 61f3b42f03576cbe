import { requireOwnedOfInbox, type AccessScope } from '../../auth/ownership.js';
import { createBatcher } from '../../batcher.js';
import type { Database } from '../../db/database.js';
import { notFound } from '../../errors.js';
import { decodeStream } from '../../mail/mime/transfer-stream.js';
import type { StreamedBytes } from '../../operations/operation.js';
import type { Owned } from '../../store/inboxes.js';
import { IN_LIVE_INBOX } from '../../store/listed.js';

/** A stored message and what its copy for one inbox begins with. */
export interface RawCopy {
  /** `from`, `by` and date of the Received header, a line each. */
  readonly trace: string;
  readonly envelope_from: string;
  readonly delivered_to: string;
  readonly raw: Buffer;
  /** What a mail that left was signed with, as a header field. */
  readonly signature: string | null;
}

/**
 * The bytes received with Return-Path, Delivered-To and Received in front, all fixed when the mail
 * was accepted (RFC 5321 section 4.4). IMAP gives the same bytes.
 */
export function rawMessage(copy: RawCopy): Buffer {
  const { trace, envelope_from, delivered_to, raw, signature } = copy;
  // What leaves was not received: its bytes are those that were sent.
  if (trace === '') return Buffer.concat([Buffer.from(signature ?? ''), raw]);
  const [from = '', by = '', date = ''] = trace.split('\n');
  const headers = [
    `Return-Path: <${envelope_from}>`,
    `Delivered-To: ${delivered_to}`,
    `Received: ${from}`,
    `\t${by}`,
    `\tfor <${delivered_to}>; ${date}`,
    '',
  ];
  return Buffer.concat([Buffer.from(headers.join('\r\n')), raw]);
}

/** An attachment with its bytes. */
export interface AttachmentContent extends StreamedBytes {
  readonly filename: string | null;
  readonly content_type: string;
}

/** The slice of stored bytes behind the first `from` ones. */
interface WantedSlice {
  readonly statement: string;
  readonly values: readonly unknown[];
  readonly from: number;
}

/** The columns of an attachment are null when the email has no such one. */
interface AttachmentHeadRow extends Owned {
  readonly filename: string | null;
  readonly content_type: string;
  readonly size: number;
  /** What it is read out of its message by; null where its bytes are stored. */
  readonly encoding: string | null;
  readonly first: Buffer | null;
  /** As they are stored. */
  readonly bytes: number;
}

// Bytes that one statement reads: few enough for its time-out on a busy machine.
const SLICE_BYTES = 512 * 1024;
// Slices that are read at once, whoever downloads: the other connections are for small requests.
const MAX_CONCURRENT = 2;

/**
 * Bytes of mail, read slice by slice, each with a statement of its own: however slow a reader is, it
 * holds no connection, and two slices in memory at most.
 */
export class Downloads {
  private readonly nextSlice: (wanted: WantedSlice) => Promise<Buffer | undefined>;

  constructor(private readonly database: Database) {
    this.nextSlice = createBatcher(async ([wanted]) => [await this.readSlice(wanted!)], {
      maxItems: 1,
      concurrency: MAX_CONCURRENT,
    });
  }

  /** The bytes received behind the trace headers of this copy. @throws AppError 403, 404 */
  async raw(access: AccessScope, emailId: string): Promise<StreamedBytes> {
    const [row] = await this.database.query<RawCopy & Owned & { bytes: number }>(RAW, [emailId]);
    const copy = requireOwnedOfInbox(access, row, 'Email');
    const head = rawMessage(copy);
    const wanted = { statement: RAW_SLICE, values: [access.orgId, emailId], from: copy.raw.length };
    return {
      length: head.length - copy.raw.length + copy.bytes,
      pieces: this.pieces(head, wanted, copy.bytes),
    };
  }

  /** An attachment of an email. @throws AppError 403, 404 */
  async attachment(
    access: AccessScope,
    emailId: string,
    attachmentId: string,
  ): Promise<AttachmentContent> {
    const [row] = await this.database.query<AttachmentHeadRow>(ATTACHMENT, [emailId, attachmentId]);
    const found = requireOwnedOfInbox(access, row, 'Email');
    const { filename, content_type, size, encoding, first, bytes } = found;
    if (first === null) throw notFound('Attachment');
    const values = [access.orgId, emailId, attachmentId];
    const wanted = { statement: ATTACHMENT_SLICE, values, from: first.length };
    const stored = this.pieces(first, wanted, bytes);
    const pieces = encoding === null ? stored : decodeStream(stored, encoding);
    return { filename, content_type, length: size, pieces };
  }

  private async *pieces(first: Buffer, wanted: WantedSlice, bytes: number): AsyncGenerator<Buffer> {
    yield first;
    for (let { from } = wanted; from < bytes;) {
      const slice = await this.nextSlice({ ...wanted, from });
      // Deleted meanwhile: a shorter answer would pass for the whole.
      if (!slice?.length) throw notFound('The rest');
      from += slice.length;
      yield slice;
    }
  }

  private async readSlice({ statement, values, from }: WantedSlice): Promise<Buffer | undefined> {
    const [row] = await this.database.query<{ slice: Buffer }>(statement, [...values, from + 1]);
    return row?.slice;
  }
}

const RAW = `
SELECT e.org_id AS "orgId", e.inbox_id AS "inboxId", s.trace, e.envelope_from, e.delivered_to,
  (SELECT dkim_signature FROM sends WHERE email_id = e.id AND s.trace = '') AS signature,
  substring(s.raw FROM 1 FOR ${SLICE_BYTES}) AS raw, octet_length(s.raw) AS bytes
FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id ${IN_LIVE_INBOX}
WHERE e.id = $1`;

const RAW_SLICE = `
SELECT substring(s.raw FROM $3::int FOR ${SLICE_BYTES}) AS slice
FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id ${IN_LIVE_INBOX}
WHERE e.org_id = $1 AND e.id = $2`;

// The bytes of an attachment `a`, as they are stored, behind the first ones.
const storedBytes = (from: string) => `
  CASE WHEN a.raw_offset IS NULL THEN substring(a.content FROM ${from} FOR ${SLICE_BYTES})
    ELSE substring(s.raw FROM a.raw_offset + ${from} FOR least(${SLICE_BYTES}, a.raw_length - ${from} + 1)) END`;

const ATTACHMENT = `
SELECT e.org_id AS "orgId", e.inbox_id AS "inboxId", a.filename, a.content_type, a.size, a.encoding,
  ${storedBytes('1')} AS first, coalesce(a.raw_length, octet_length(a.content)) AS bytes
FROM emails e ${IN_LIVE_INBOX}
LEFT JOIN attachments a ON a.stored_message_id = e.stored_message_id AND a.id = $2
LEFT JOIN stored_messages s ON s.id = a.stored_message_id
WHERE e.id = $1`;

const ATTACHMENT_SLICE = `
SELECT ${storedBytes('$4::int')} AS slice
FROM emails e ${IN_LIVE_INBOX}
JOIN attachments a ON a.stored_message_id = e.stored_message_id
JOIN stored_messages s ON s.id = a.stored_message_id
WHERE e.org_id = $1 AND e.id = $2 AND a.id = $3`;
