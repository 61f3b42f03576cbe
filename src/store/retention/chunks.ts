/** Bytes that one statement removes: far fewer than it has time for. A larger row goes alone. */
export const CHUNK_BYTES = 64 * 1024 * 1024;

/** The first of `rows` that are removed together. */
export function chunkOf<Row extends { readonly size: number }>(
  rows: readonly Row[],
): readonly Row[] {
  let bytes = 0;
  const end = rows.findIndex(({ size }, index) => (bytes += size) > CHUNK_BYTES && index > 0);
  return end < 0 ? rows : rows.slice(0, end);
}
