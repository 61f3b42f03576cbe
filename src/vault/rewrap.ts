import type { Queries } from '../db/queries.js';
import { aboutOfDataKey } from './vault.js';
import { aboutOf } from './service-keys.js';
import type { KeyRing } from './key-ring.js';

interface WrappedRow {
  readonly id: string;
  readonly wrapped: Buffer;
}

/** A column of wrapped keys. */
interface WrappedColumn {
  readonly table: string;
  readonly id: string;
  readonly column: string;
  readonly about: (id: string) => readonly string[];
}

const COLUMNS: readonly WrappedColumn[] = [
  { table: 'orgs', id: 'id', column: 'sealed_data_key', about: aboutOfDataKey },
  { table: 'service_keys', id: 'purpose', column: 'wrapped_key', about: aboutOf },
];

const AT_ONCE = 100;

const others = ({ table, column }: WrappedColumn) =>
  `FROM ${table} WHERE substring(${column} FROM 1 FOR length($1::bytea)) <> $1`;
const find = (of: WrappedColumn) => `
SELECT ${of.id} AS id, ${of.column} AS wrapped ${others(of)} AND ${of.id} > $2 ORDER BY ${of.id} LIMIT ${AT_ONCE}`;
// Only where it is still the one that was read: others may wrap it again at the same time.
const change = ({ table, id, column }: WrappedColumn) =>
  `UPDATE ${table} SET ${column} = $3 WHERE ${id} = $1 AND ${column} = $2`;

/** What came of it. */
export interface Rewrapped {
  readonly wrapped: number;
  /** Keys that another master key wraps: somebody still runs with it. */
  readonly left: number;
}

/** Wraps every key by the current master key that another wraps. It may be ended at any time and begun again. */
export async function rewrapKeys(database: Queries, ring: KeyRing): Promise<Rewrapped> {
  let wrapped = 0;
  let left = 0;
  for (const column of COLUMNS) {
    wrapped += await rewrapColumn(database, ring, column);
    const counted = `SELECT count(*)::int AS count ${others(column)}`;
    const [row] = await database.query<{ count: number }>(counted, [ring.currentName]);
    left += row?.count ?? 0;
  }
  return { wrapped, left };
}

async function rewrapColumn(
  database: Queries,
  ring: KeyRing,
  column: WrappedColumn,
): Promise<number> {
  let after = '';
  let count = 0;
  for (;;) {
    const rows = await database.query<WrappedRow>(find(column), [ring.currentName, after]);
    for (const { id, wrapped } of rows) {
      const about = column.about(id);
      const again = await ring.wrap(about, await ring.unwrap(about, wrapped));
      await database.query(change(column), [id, wrapped, again]);
    }
    count += rows.length;
    after = rows.at(-1)?.id ?? '';
    if (rows.length < AT_ONCE) return count;
  }
}
