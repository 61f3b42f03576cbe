import { firstRow, type Queries } from '../../db/queries.js';
import type { Log } from '../../log.js';

/** A transaction that events wait for. What Postgres does not show its user is null. */
export interface BlockingTransaction {
  /** Seconds that the oldest event waits; 0 while there is none. */
  readonly lag: number;
  readonly pid: number | null;
  readonly database: string | null;
  readonly application: string | null;
  /** Seconds since it began. */
  readonly age: number | null;
}

// No event is told of while an older transaction is open that writes, in whichever database of the server:
// it might be about to commit one that comes before. Only the events it can hold up are looked at, and none
// while it is as short as transactions are. A prepared one has no backend.
const FIND = `
WITH bound AS MATERIALIZED (
  SELECT pg_snapshot_xmin(now) AS xmin, pg_snapshot_xmax(now) AS xmax, settled_xid() AS settled
  FROM pg_current_snapshot() AS now
), holder AS (
  SELECT pid, datname AS database, application_name AS application, xact_start AS since
  FROM pg_stat_activity WHERE backend_xid = (SELECT xmin::xid FROM bound)
  UNION ALL
  SELECT NULL, database, 'prepared transaction ' || gid, prepared
  FROM pg_prepared_xacts WHERE transaction = (SELECT xmin::xid FROM bound)
)
SELECT holder.pid, holder.database, holder.application,
  extract(epoch FROM now() - holder.since)::float8 AS age,
  coalesce(extract(epoch FROM now() - waiting.since), 0)::float8 AS lag
FROM bound LEFT JOIN holder ON true
CROSS JOIN LATERAL (
  SELECT min(created_at) AS since FROM events
  WHERE xid >= settled
    AND created_at > coalesce(holder.since - interval '1 minute', now() - interval '1 day')
) AS waiting
WHERE xmin < xmax AND (holder.since IS NULL OR holder.since < now() - interval '1 second')`;

/** Who holds up events for longer than a moment; null when nobody does. */
export function findBlockingTransaction(database: Queries): Promise<BlockingTransaction | null> {
  return firstRow<BlockingTransaction>(database, FIND);
}

/** Seconds that the oldest event waits until it can be told of. */
export const eventsLagSeconds = async (database: Queries): Promise<number> =>
  (await findBlockingTransaction(database))?.lag ?? 0;

/** When it is looked, and what is said. */
export interface BlockingTiming {
  /** Milliseconds between looks. */
  readonly lookEvery: number;
  /** Seconds that an event may wait before it is said. */
  readonly after: number;
}

const TIMING: BlockingTiming = { lookEvery: 10_000, after: 5 };

/** Warns, at each look, of a transaction that holds up events. Answers what ends it. */
export function warnOfBlockingTransactions(
  database: Queries,
  log: Pick<Log, 'warn' | 'debug'>,
  { lookEvery, after }: BlockingTiming = TIMING,
): () => void {
  const look = async () => {
    const holdUp = await findBlockingTransaction(database);
    if (holdUp && holdUp.lag > after)
      log.warn(
        holdUp,
        'streams and ordered webhooks stand still: a transaction that writes is open',
      );
  };
  const timer = setInterval(() => {
    look().catch((err: unknown) =>
      log.debug({ err }, 'blocking transactions could not be looked up'),
    );
  }, lookEvery).unref();
  return () => clearInterval(timer);
}
