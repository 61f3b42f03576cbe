import type { Queries } from '../db/queries.js';

const FIND = 'SELECT sealed_data_key AS key FROM orgs WHERE id = $1';

/** Reads the wrapped data keys that organizations keep in their rows, for a `Vault`. */
export const storedDataKeys =
  (database: Queries) =>
  async (orgId: string): Promise<Buffer | null> => {
    const [row] = await database.query<{ key: Buffer }>(FIND, [orgId]);
    return row?.key ?? null;
  };
