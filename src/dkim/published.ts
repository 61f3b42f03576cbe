import { LRUCache } from 'lru-cache';
import { createBatcher } from '../batcher.js';
import type { Queries } from '../db/queries.js';

/** A key that a domain's alias leads to. */
export interface PublishedKey {
  readonly label: string;
  readonly publicKey: string;
  readonly isRevoked: boolean;
}

// Milliseconds that what is published is kept, also that there is nothing.
const KEPT_MS = 5_000;
const MAX_KEPT = 20_000;

const FIND = `
SELECT label, public_key AS "publicKey", state = 'revoked' AS "isRevoked"
FROM dkim_keys WHERE label = ANY ($1)`;

/** Finds the text of a key by its label; null where there is none. A revoked key is empty (RFC 6376 section 3.6.1). */
export function createKeyFinder(
  database: Queries,
  textOf: (publicKey: string) => string,
  now: () => number = Date.now,
): (label: string) => Promise<string | null> {
  const kept = new LRUCache<string, { readonly text: string | null; readonly at: number }>({
    max: MAX_KEPT,
  });
  const find = createBatcher<string, string | null>(
    async (labels) => {
      const rows = await database.query<PublishedKey>(FIND, [[...new Set(labels)]]);
      const byLabel = new Map(rows.map((row) => [row.label, row]));
      return labels.map((label) => {
        const row = byLabel.get(label);
        return row ? textOf(row.isRevoked ? '' : row.publicKey) : null;
      });
    },
    { maxItems: 200, concurrency: 2 },
  );
  return async (label) => {
    const known = kept.get(label);
    if (known && now() - known.at < KEPT_MS) return known.text;
    const text = await find(label).catch((error: unknown) => {
      // While Postgres is away: a key that was published a moment ago hardly ever is not any more.
      if (known) return known.text;
      throw error;
    });
    kept.set(label, { text, at: now() });
    return text;
  };
}
