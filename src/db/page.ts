import type { Conditions } from './conditions.js';
import type { Cursors, CursorPosition } from './cursor.js';
import type { Database } from './database.js';
import type { Queries } from './queries.js';

/** Which page of a list is asked for. */
export interface Paging {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page of a list. */
export interface Page<T> {
  readonly data: T[];
  /** Where the next one starts; null after the last. */
  readonly cursor: string | null;
  readonly has_more: boolean;
}

/** Which list a cursor belongs to: `name` is the list and all that filters it, but not the page size. */
export interface PagedList {
  readonly orgId: string;
  readonly name: unknown;
}

/** Rows of a list, and the position behind which the next ones are; null after the last. */
export interface PagePart<Row> {
  readonly rows: readonly Row[];
  readonly next: CursorPosition | null;
}

/** What is read of a list: `next` is the position behind it, null after the last. */
interface ReadPart {
  readonly next: CursorPosition | null;
}

/** What a cursor asks for, as `read` finds it behind a position. @throws AppError 400 for a foreign cursor */
export async function positionedAt<Part extends ReadPart>(
  cursors: Cursors,
  { orgId, name }: PagedList,
  cursor: string | undefined,
  read: (after: CursorPosition | null) => Promise<Part>,
): Promise<Omit<Part, 'next'> & Omit<Page<never>, 'data'>> {
  const after = cursor === undefined ? null : cursors.decode(orgId, name, cursor);
  const { next, ...part } = await read(after);
  return { ...part, cursor: next && cursors.encode(orgId, name, next), has_more: next !== null };
}

/** The page a cursor asks for, of what `read` finds behind a position. @throws AppError 400 for a foreign cursor */
export async function pageAt<Row>(
  cursors: Cursors,
  list: PagedList,
  cursor: string | undefined,
  read: (after: CursorPosition | null) => Promise<PagePart<Row>>,
): Promise<Page<Row>> {
  const { rows, ...page } = await positionedAt(cursors, list, cursor, read);
  return { ...page, data: [...rows] };
}

/** The first `limit` of `rows`, of which one more was read if there is one. */
export function partOf<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (last: Row) => CursorPosition,
): PagePart<Row> {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { rows: rows.slice(0, limit), next: last === undefined ? null : positionOf(last) };
}

/** What sorts a list: columns and their types, the last of which tell rows apart. */
export interface Keyset {
  readonly columns: readonly (readonly [column: string, type: string])[];
  readonly direction: 'ASC' | 'DESC';
}

/** A keyset of these columns. */
export const keyset = (direction: Keyset['direction'], ...columns: Keyset['columns']): Keyset => ({
  columns,
  direction,
});

/** By the time of creation, of the table or alias `table`. */
export const newestFirst = (table: string): Keyset =>
  keyset('DESC', [`${table}.created_at`, 'timestamptz'], [`${table}.id`, 'text']);

/** SQL: in the order of `keyset`. */
export const orderBy = ({ columns, direction }: Keyset): string =>
  `ORDER BY ${columns.map(([column]) => `${column} ${direction}`).join(', ')}`;

/** Adds that rows are behind the one whose columns of `keyset` are `values`. */
export function addBehind(
  conditions: Conditions,
  { columns, direction }: Keyset,
  values: readonly unknown[],
): Conditions {
  const key = columns.map(([column]) => column).join(', ');
  const position = columns.map(([, type]) => `?::${type}`).join(', ');
  return conditions.add(`(${key}) ${direction === 'ASC' ? '>' : '<'} (${position})`, ...values);
}

/** A list that is one statement. */
export interface PagedQuery extends PagedList {
  readonly columns: string;
  /** The tables. */
  readonly from: string;
  readonly where: Conditions;
  readonly order: Keyset;
  /** SQL: the bytes of a row, where rows may be large. A page then ends before they pass 8 MiB; one row always comes. */
  readonly bytes?: string;
}

/** Bytes of one answer (docs/interface.md, Lists). */
export const PAGE_BYTES = 8 * 1024 * 1024;

/** By what lists are read. */
export interface ListDeps {
  readonly database: Database;
  readonly cursors: Cursors;
}

/** A page of a list: the conditions, the order and the cursor are made of its keyset. @throws AppError 400 */
export const listPage = <Row extends object>(
  deps: Pick<ListDeps, 'cursors'> & { readonly database: Queries },
  list: PagedQuery,
  { limit, cursor }: Paging,
): Promise<Page<Row>> =>
  pageAt(deps.cursors, list, cursor, async (after) => {
    const { text, values } = after ? addBehind(list.where, list.order, after) : list.where;
    const rows = await deps.database.query<Row & Placed>(
      reading(list, `${text} ${orderBy(list.order)} LIMIT $${values.length + 1}`),
      [...values, limit + 1],
    );
    const fitting = rows.filter(({ so_far: bytes = 0 }) => bytes <= PAGE_BYTES).length;
    return partOf(rows, Math.min(limit, Math.max(1, fitting)), ({ position }) => position);
  });

/** A row of a list: where it is, and, where rows may be large, the bytes of it and of those before it. */
interface Placed {
  readonly position: readonly string[];
  readonly so_far?: number;
}

/** The rows of a page, and the one behind it. */
function reading({ columns, from, order, bytes }: PagedQuery, which: string): string {
  const listed = `SELECT ${columns}, ${positionIn(order)} AS position`;
  if (bytes === undefined) return `${listed} FROM ${from} WHERE ${which}`;
  return `SELECT * FROM (
    SELECT *, row_number() OVER up_to AS turn, (sum(bytes) OVER up_to)::float8 AS so_far
    FROM (${listed}, ${bytes} AS bytes FROM ${from} WHERE ${which}) AS listed
    WINDOW up_to AS (ROWS UNBOUNDED PRECEDING)) AS sized
    WHERE so_far - bytes <= ${PAGE_BYTES} ORDER BY turn`;
}

// As text: a Date would lose the microseconds, and with them rows of the same millisecond.
const positionIn = ({ columns }: Keyset) =>
  `ARRAY[${columns.map(([column]) => `${column}::text`).join(', ')}]`;
