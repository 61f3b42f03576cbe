import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { createBatcher } from '../batcher.js';
import type { Database } from '../db/database.js';
import { rateLimited } from '../errors.js';
import { PLAN_NAMES, PLANS, type PlanName } from './plans.js';

/** Requests a minute of an address without a valid credential (Interface, Limits). */
export const ANONYMOUS_PER_MINUTE = 120;
/** Organizations an address may create in an hour (Interface, Authentication 10). */
export const SIGNUPS_PER_HOUR = 3;

const MINUTE = 60;
const HOUR = 3_600;
// What the headers show where nothing is counted (Interface decisions, section 9).
const UNCOUNTED = 100_000;

/** How far a counter has come: what the `X-RateLimit-…` headers show. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which counting starts anew. */
  readonly resetAt: number;
  /** Seconds to wait when this request was one too many; null when it may go on. */
  readonly refusedFor: number | null;
}

/** The counters of requests. Storage away is 503: nothing is let through uncounted. */
export interface RateLimits {
  /** Counts a request of a key under its plan. @throws AppError 503 */
  countKey(keyId: string, plan: PlanName): Promise<Allowance>;
  /** Counts a request without a valid credential. @throws AppError 503 */
  countAddress(address: string): Promise<Allowance>;
}

/** What the headers show where nothing is counted. */
export const uncounted = (now = Date.now()): Allowance => ({
  limit: UNCOUNTED,
  remaining: UNCOUNTED,
  resetAt: Math.floor(now / 1000 / MINUTE) * MINUTE + MINUTE,
  refusedFor: null,
});

/** Counters in Postgres, shared by all processes and exact under parallel requests. */
export function createRateLimits(database: Pick<Database, 'query'>): RateLimits {
  const perMinute = (keyPrefix: string, points: number) => {
    const limiter = createLimiter(database, {
      keyPrefix,
      points,
      duration: MINUTE,
      tableName: 'rate_windows',
      // Once the window is used up, refusals need no statement.
      inMemoryBlockOnConsumed: points,
    });
    // Requests that come together are counted together: one statement a key.
    return createBatcher((keys: readonly string[]) => countAll(limiter, keys), BATCHES);
  };
  const countAddress = perMinute('address', ANONYMOUS_PER_MINUTE);
  const countKey = new Map<PlanName, (keyId: string) => Promise<Allowance>>();
  for (const plan of PLAN_NAMES) {
    const points = PLANS[plan].requestsPerMinute;
    // One prefix for all plans: a changed plan goes on with the count it finds.
    if (points !== null) countKey.set(plan, perMinute('key', points));
  }

  return {
    countAddress,
    countKey: async (keyId, plan) => countKey.get(plan)?.(keyId) ?? uncounted(),
  };
}

const BATCHES = { maxItems: 500, lanes: 4 };

/**
 * Takes one of the sign-ups an address has in an hour, in the transaction that creates the
 * organization: only what is committed counts, and parallel sign-ups wait for each other.
 * @throws AppError 429 when there is none left.
 */
export async function takeSignup(database: Statements, address: string): Promise<void> {
  const limiter = createLimiter(database, {
    keyPrefix: 'signup',
    points: SIGNUPS_PER_HOUR,
    duration: HOUR,
    tableName: 'signup_windows',
  });
  const [counted] = await countAll(limiter, [address]);
  if (counted instanceof Error) throw counted;
  const message = `An address may create ${SIGNUPS_PER_HOUR} organizations an hour`;
  if (counted?.refusedFor) throw rateLimited(counted.refusedFor, message);
}

/** Something that runs a statement: a pool, or a transaction. */
export interface Statements {
  query(text: string, values: readonly unknown[]): Promise<unknown[]>;
}

type LimiterOptions = Omit<
  ConstructorParameters<typeof RateLimiterPostgres>[0],
  'storeClient' | 'storeType' | 'tableCreated' | 'clearExpiredByTimeout'
>;

const createLimiter = (database: Statements, options: LimiterOptions) =>
  new RateLimiterPostgres({
    ...options,
    storeClient: asClient(database),
    storeType: 'client',
    tableCreated: true,
    clearExpiredByTimeout: false,
  });

/** Counts one request for each of `keys`, in order; requests of the same key share a statement. */
async function countAll(
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
const asClient = (database: Statements) => ({
  async query({ text, values }: { text: string; values: readonly unknown[] }) {
    const rows = await database.query(text, values);
    return { rows, rowCount: rows.length };
  },
});
