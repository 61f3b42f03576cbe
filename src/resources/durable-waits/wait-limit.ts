import type { Queries } from '../../db/queries.js';
import { noRoom } from '../../errors.js';
import { QUOTAS } from '../../operations/limits.js';

/** @throws AppError 429 when an organization has as many open waits as it may have. */
export async function requireFurtherWait(database: Queries, orgId: string): Promise<void> {
  const [row] = await database.query<{ open: number }>(OPEN, [orgId]);
  if (row!.open >= QUOTAS.open_durable_waits)
    throw noRoom(
      `At most ${QUOTAS.open_durable_waits} durable waits can be open in an organization; cancel some`,
    );
}

const OPEN = `
SELECT count(*)::int AS open FROM durable_waits WHERE org_id = $1 AND ended_at IS NULL`;
