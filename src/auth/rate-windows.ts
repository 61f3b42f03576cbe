import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Queries } from '../db/queries.js';

/** How far a counter has come: what the `X-RateLimit-…` headers show. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which counting starts anew. */
  readonly resetAt: number;
  /** Seconds to wait when this request was one too many; null when it may go on. */
  readonly refusedFor: number | null;
}

type LimiterOptions = Omit<
  ConstructorParameters<typeof RateLimiterPostgres>[0],
  'storeClient' | 'storeType' | 'tableCreated' | 'clearExpiredByTimeout'
>;

/** Fixed windows in a table that is there already. */
export const createLimiter = (database: Queries, options: LimiterOptions) =>
  new RateLimiterPostgres({
    ...options,
    storeClient: asClient(database),
    storeType: 'client',
    tableCreated: true,
    clearExpiredByTimeout: false,
  });

/** Counts one request for each of `keys`, in order; requests of the same key share a statement. */
export async function countAll(
  limiter: RateLimiterPostgres,
  keys: readonly string[],
): Promise<(Allowance | Error)[]> {
  const asked = new Map<string, number>();
  for (const key of keys) asked.set(key, (asked.get(key) ?? 0) + 1);
  const counts = new Map<string, Count | Error>();
  await Promise.all(
    Array.from(asked, async ([key, points]) => counts.set(key, await count(limiter, key, points))),
  );
  return keys.map((key) => {
    const counted = counts.get(key)!;
    return counted instanceof Error ? counted : allowance(limiter.points, counted);
  });
}

/** How far a window has come. */
interface Count {
  /** The place of the next request in its window, from 1. */
  next: number;
  readonly msBeforeNext: number;
}

async function count(
  limiter: RateLimiterPostgres,
  key: string,
  points: number,
): Promise<Count | Error> {
  try {
    return countOf(await limiter.consume(key, points), points);
  } catch (error) {
    if (error instanceof RateLimiterRes) return countOf(error, points);
    return error instanceof Error ? error : new Error('The limiter failed', { cause: error });
  }
}

const countOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes, points: number): Count => ({
  // Nothing consumed: refused from memory.
  next: consumedPoints === 0 ? Infinity : consumedPoints - points + 1,
  msBeforeNext,
});

function allowance(limit: number, count: Count): Allowance {
  const place = count.next++;
  return {
    limit,
    remaining: Math.max(limit - place, 0),
    resetAt: Math.ceil((Date.now() + count.msBeforeNext) / 1000),
    refusedFor: place > limit ? Math.max(1, Math.ceil(count.msBeforeNext / 1000)) : null,
  };
}

/** The one method of a Postgres client that the limiter calls. */
const asClient = (database: Queries) => ({
  async query({ text, values }: { text: string; values: readonly unknown[] }) {
    const rows = await database.query(text, values);
    return { rows, rowCount: rows.length };
  },
});
