import type { Queries } from '../../db/queries.js';
import { conflict } from '../../errors.js';

/** What a request is known again by; nothing without a key. */
export interface RequestKey {
  readonly idempotencyKey: string | null;
  /** What makes two requests with one key the same. */
  readonly requestHash: Buffer | null;
}

const ID_COLUMNS = { sends: 'email_id', bulks: 'id' } as const;

/**
 * The id of what the same request wrote in the last day; null where there is none. What a key names after that
 * is another request. @throws AppError 409 where the key came with another request
 */
export async function findByKey(
  database: Queries,
  table: keyof typeof ID_COLUMNS,
  orgId: string,
  { idempotencyKey, requestHash }: RequestKey,
): Promise<string | null> {
  if (idempotencyKey === null) return null;
  const key = [orgId, idempotencyKey];
  const [row] = await database.query<{ id: string; request_hash: Buffer; old: boolean }>(
    `SELECT ${ID_COLUMNS[table]} AS id, request_hash,
       created_at < now() - interval '24 hours' AS old
     FROM ${table} WHERE org_id = $1 AND idempotency_key = $2`,
    key,
  );
  if (!row) return null;
  if (row.old) {
    await database.query(
      `UPDATE ${table} SET idempotency_key = NULL
       WHERE org_id = $1 AND idempotency_key = $2 AND created_at < now() - interval '24 hours'`,
      key,
    );
    return null;
  }
  if (!row.request_hash.equals(requestHash!))
    throw conflict('This Idempotency-Key was used with another request; take a new one');
  return row.id;
}
