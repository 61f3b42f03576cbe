import type { Queries } from '../db/queries.js';

// To the minute: it is for people.
const NOTED_EVERY_MS = 60_000;
const MAX_REMEMBERED = 10_000;
const NOTE = `
  UPDATE oauth_grants SET last_used_at = now()
  WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`;

/** Notes when grants are used, once a minute each. Nobody waits for it, and nothing depends on it. */
export function createLastUsed(database: Queries): (grantId: string) => void {
  const noted = new Map<string, number>();
  return (grantId) => {
    const now = performance.now();
    if (now - (noted.get(grantId) ?? -Infinity) < NOTED_EVERY_MS) return;
    if (noted.size >= MAX_REMEMBERED) noted.clear();
    noted.set(grantId, now);
    void database.query(NOTE, [grantId]).catch(() => undefined);
  };
}
