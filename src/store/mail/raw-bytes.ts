import type { Database } from '../../db/database.js';

// Bytes of one statement: what comes of it takes several times as much while it is read.
const SLICE_BYTES = 512 * 1024;

/** The bytes of a stored message, read slice by slice into one piece of memory; null when there is none. */
export async function readRaw(database: Database, storedMessageId: string): Promise<Buffer | null> {
  const [head] = await database.query<{ bytes: number }>(SIZE, [storedMessageId]);
  if (!head) return null;
  const raw = Buffer.allocUnsafeSlow(head.bytes);
  for (let at = 0; at < raw.length;) {
    const [row] = await database.query<{ slice: Buffer }>(RAW_SLICE, [storedMessageId, at + 1]);
    if (!row?.slice.length) return null;
    at += row.slice.copy(raw, at);
  }
  return raw;
}

/** The first bytes of a stored message, with its whole header unless that is beyond all reason. */
export async function readRawHead(
  database: Database,
  storedMessageId: string,
): Promise<Buffer | null> {
  const [row] = await database.query<{ slice: Buffer }>(RAW_SLICE, [storedMessageId, 1]);
  return row?.slice ?? null;
}

const SIZE = 'SELECT octet_length(raw) AS bytes FROM stored_messages WHERE id = $1';
const RAW_SLICE = `
SELECT substring(raw FROM $2::int FOR ${SLICE_BYTES}) AS slice FROM stored_messages WHERE id = $1`;
