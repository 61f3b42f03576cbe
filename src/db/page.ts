/** Which page of a list is asked for. */
export interface Paging {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page of a list. */
export interface Page<T> {
  readonly data: readonly T[];
  /** Where the next one starts; null after the last. */
  readonly cursor: string | null;
  readonly has_more: boolean;
}

/** A page of `limit` rows, of which one more was read if there is one. */
export function pageOf<T>(
  rows: readonly T[],
  limit: number,
  cursorAfter: (last: T) => string,
): Page<T> {
  const data = rows.slice(0, limit);
  const last = rows.length > limit ? data.at(-1) : undefined;
  return {
    data,
    cursor: last === undefined ? null : cursorAfter(last),
    has_more: last !== undefined,
  };
}
