import type { Database } from '../../db/database.js';

/** What was written with an `Idempotency-Key`. */
export interface Keyed {
  readonly id: string;
  readonly request_hash: Buffer;
}

const ID_COLUMNS = { sends: 'email_id', bulks: 'id' } as const;

/** The row of the last day that was written with the key. What a key names after that is another request. */
export async function findByKey(
  database: Pick<Database, 'query'>,
  table: keyof typeof ID_COLUMNS,
  { orgId, key }: { readonly orgId: string; readonly key: string },
): Promise<Keyed | null> {
  const [row] = await database.query<Keyed & { old: boolean }>(
    `SELECT ${ID_COLUMNS[table]} AS id, request_hash,
       created_at < now() - interval '24 hours' AS old
     FROM ${table} WHERE org_id = $1 AND idempotency_key = $2`,
    [orgId, key],
  );
  if (!row?.old) return row ?? null;
  await database.query(
    `UPDATE ${table} SET idempotency_key = NULL
     WHERE org_id = $1 AND idempotency_key = $2 AND created_at < now() - interval '24 hours'`,
    [orgId, key],
  );
  return null;
}
