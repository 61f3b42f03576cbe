import { createBatcher } from '../batcher.js';
import type { Queries } from '../db/queries.js';

// Of rows that are small.
const LIMITS = { maxItems: 200, concurrency: 2 };

/**
 * Finds rows by their ids, and null for what is not there: many that are asked for at once in one statement,
 * which answers those of the ids $1.
 */
export const createRowFinder = <Row extends { readonly id: string }>(
  database: Queries,
  statement: string,
  together = LIMITS,
): ((id: string) => Promise<Row | null>) =>
  createBatcher<string, Row | null>(async (ids) => {
    const rows = await database.query<Row>(statement, [[...new Set(ids)]]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  }, together);
