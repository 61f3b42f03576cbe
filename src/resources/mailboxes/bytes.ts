import type { Queries } from '../../db/queries.js';
import { MessageGone } from '../../imap/session.js';
import { rawMessage, type RawCopy } from '../emails/downloads.js';
import type { MessageRow } from './rows.js';

/** A message in its mailbox. */
export interface MessagePlace {
  readonly inboxId: string;
  readonly mailbox: string;
  readonly uid: number;
}

interface SliceRow extends Omit<RawCopy, 'raw'> {
  readonly head_bytes: number;
  /** The stored bytes from where the slice begins. */
  readonly raw: Buffer;
}

const SLICE_BYTES = 256 * 1024;

// The stored bytes begin behind the head: $4 and $5 count from its first byte.
const READ = `
SELECT m.trace, m.envelope_from, m.delivered_to, m.signature, m.head_bytes,
  substring(m.stored FROM greatest($4::int - m.head_bytes, 0) + 1
    FOR greatest($5::int - greatest($4::int, m.head_bytes), 0)) AS raw
FROM (
  SELECT s.trace, e.envelope_from, e.delivered_to, e.head_bytes, s.raw AS stored,
    d.dkim_signature AS signature
  FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id
    LEFT JOIN sends d ON d.email_id = e.id AND s.trace = ''
  WHERE e.inbox_id = $1 AND e.mailbox = $2 AND e.mailbox_uid = $3 OFFSET 0) AS m`;

/**
 * Bytes `from` to `to` of `/raw`, a statement for each slice: however slow a reader is, it holds no connection.
 * @throws MessageGone, AppError 503
 */
export async function* rawBytes(
  database: Queries,
  place: MessagePlace,
  from: number,
  to: number,
): AsyncGenerator<Buffer> {
  for (let at = from; at < to;) {
    const slice = await readSlice(database, place, at, Math.min(at + SLICE_BYTES, to));
    // It was removed, or is not as long as it was said to be.
    if (!slice?.length) throw new MessageGone();
    at += slice.length;
    yield slice;
  }
}

async function readSlice(
  database: Queries,
  { inboxId, mailbox, uid }: MessagePlace,
  from: number,
  to: number,
): Promise<Buffer | undefined> {
  const [row] = await database.query<SliceRow>(READ, [inboxId, mailbox, uid, from, to]);
  if (!row || from >= row.head_bytes) return row?.raw;
  const head = rawMessage({ ...row, raw: Buffer.alloc(0) });
  return Buffer.concat([head.subarray(from, to), row.raw]);
}

const NOTHING = Buffer.alloc(0);

/** The first `count` bytes of `/raw`. */
export function beginningOf(row: MessageRow, count: number): Buffer {
  const { first: raw = NOTHING, trace = '', signature = null } = row;
  if (trace === '' && signature === null) return raw;
  const { envelope_from = '', delivered_to = '' } = row;
  return rawMessage({ raw, trace, signature, envelope_from, delivered_to }).subarray(0, count);
}
