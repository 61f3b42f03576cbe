import type { Database } from '../../db/database.js';
import { keptBytes } from '../usage.js';

// Any number, the same in every process: two that correct one count would correct it twice.
const RECOUNT_LOCK = 7_211_004;

const DUE = `
SELECT id FROM orgs WHERE storage_counted_at < now() - interval '20 hours'
ORDER BY storage_counted_at LIMIT 1`;

// What is there and what is counted are of one moment: rows and their count are committed together.
const CORRECT = `
SELECT add_storage($1, drift) FROM (
  SELECT (SELECT coalesce(sum(size), 0) FROM emails WHERE org_id = $1)::bigint
    + (SELECT coalesce(sum(size), 0) FROM drafts WHERE org_id = $1)::bigint
    - ${keptBytes('$1')} AS drift) AS counted
WHERE drift <> 0`;

const COUNTED = 'UPDATE orgs SET storage_counted_at = now() WHERE id = $1';

/** Puts right what is counted of up to `limit` organizations; true when all were counted within a day. */
export async function recountStorage(database: Database, limit: number): Promise<boolean> {
  for (let counted = 0; counted < limit; counted++) if (!(await recountOne(database))) return true;
  return false;
}

const recountOne = (database: Database): Promise<boolean> =>
  database.transaction(async (manager) => {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [RECOUNT_LOCK]);
    const [org]: { id: string }[] = await manager.query(DUE);
    if (!org) return false;
    await manager.query(CORRECT, [org.id]);
    await manager.query(COUNTED, [org.id]);
    return true;
  });
