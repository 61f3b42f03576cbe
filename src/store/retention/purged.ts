/** What a part of a purge removed. */
export interface Purged {
  /** Whether nothing is left. */
  readonly done: boolean;
  readonly emails: number;
  /** Of other tables, as far as they are counted. */
  readonly rows: number;
  /** Of emails and of rows that may be large. */
  readonly bytes: number;
}

/** A row that is to go, and its bytes. */
export interface RemovableRow {
  readonly id: string;
  readonly size: number;
}

/** Bytes that one statement removes: far fewer than it has time for. A larger row goes alone. */
export const CHUNK_BYTES = 64 * 1024 * 1024;

/** Nothing was to be removed. */
export const NOTHING_LEFT: Purged = { done: true, emails: 0, rows: 0, bytes: 0 };

/** Both parts. */
export const plus = (one: Purged, other: Purged): Purged => ({
  done: one.done && other.done,
  emails: one.emails + other.emails,
  rows: one.rows + other.rows,
  bytes: one.bytes + other.bytes,
});

/** Removes the first of the rows that a look for `limit` of them found, as many as a chunk holds. */
export async function purgeFirst(
  found: readonly RemovableRow[],
  { limit, of }: { readonly limit: number; readonly of: 'emails' | 'rows' },
  remove: (ids: readonly string[]) => Promise<unknown>,
): Promise<Purged> {
  let bytes = 0;
  const chunk = found.filter(({ size }, index) => (bytes += size) <= CHUNK_BYTES || index === 0);
  await remove(chunk.map(({ id }) => id));
  return {
    ...NOTHING_LEFT,
    done: chunk.length < limit && chunk.length === found.length,
    [of]: chunk.length,
    bytes: chunk.reduce((sum, { size }) => sum + size, 0),
  };
}
