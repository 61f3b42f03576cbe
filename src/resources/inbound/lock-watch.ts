import { setTimeout as delay } from 'node:timers/promises';
import { createBatcher } from '../../batcher.js';
import type { Database } from '../../db/database.js';
import { unavailable } from '../../errors.js';

// Milliseconds that a mail waits for its inbox, and between looks.
const PATIENCE = 2_000;
const LOOK_EVERY = 25;
const MAX_LOOKED_AT = 500;

/**
 * Waits until nobody has one of the inboxes locked. However many are waited for, that takes one
 * connection, which waits for nothing. @throws AppError 503 when they are locked for long
 */
export function createLockWatch(
  database: Database,
): (inboxIds: readonly string[]) => Promise<void> {
  const isLocked = createBatcher(
    async (inboxIds: readonly string[]) => {
      const rows = await database.query<{ id: string }>(LOCKED, [[...new Set(inboxIds)]]);
      const locked = new Set(rows.map(({ id }) => id));
      return inboxIds.map((id) => locked.has(id));
    },
    { maxItems: MAX_LOOKED_AT },
  );
  return async (inboxIds) => {
    for (const end = Date.now() + PATIENCE; ; await delay(LOOK_EVERY)) {
      const locked = await Promise.all(inboxIds.map(isLocked));
      if (!locked.includes(true)) return;
      if (Date.now() > end) throw unavailable();
    }
  };
}

// Shared, so that those who look do not find each other.
const LOCKED = `
SELECT inbox_id AS id FROM inbox_counters
WHERE inbox_id = ANY ($1) AND inbox_id <> ALL (ARRAY(
  SELECT inbox_id FROM inbox_counters WHERE inbox_id = ANY ($1)
  ORDER BY inbox_id FOR SHARE SKIP LOCKED))`;
