import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
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
  const perMinute = (keyPrefix: string, points: number) =>
    createCounter(database, {
      keyPrefix,
      points,
      duration: MINUTE,
      tableName: 'rate_windows',
      // Once the window is used up, refusals need no statement.
      inMemoryBlockOnConsumed: points,
    });
  const addresses = perMinute('address', ANONYMOUS_PER_MINUTE);
  const keys = new Map<PlanName, RateLimiterPostgres>();
  for (const plan of PLAN_NAMES) {
    const points = PLANS[plan].requestsPerMinute;
    // One prefix for all plans: a changed plan goes on with the count it finds.
    if (points !== null) keys.set(plan, perMinute('key', points));
  }

  return {
    async countKey(keyId, plan) {
      const limiter = keys.get(plan);
      return limiter ? take(limiter, keyId) : uncounted();
    },
    countAddress: (address) => take(addresses, address),
  };
}

/**
 * Takes one of the sign-ups an address has in an hour, in the transaction that creates the
 * organization: only what is committed counts, and parallel sign-ups wait for each other.
 * @throws AppError 429 when there is none left.
 */
export async function takeSignup(database: Statements, address: string): Promise<void> {
  const limiter = createCounter(database, {
    keyPrefix: 'signup',
    points: SIGNUPS_PER_HOUR,
    duration: HOUR,
    tableName: 'signup_windows',
  });
  const { refusedFor } = await take(limiter, address);
  if (refusedFor === null) return;
  const message = `An address may create ${SIGNUPS_PER_HOUR} organizations an hour`;
  throw rateLimited(refusedFor, message);
}

/** Something that runs a statement: a pool, or a transaction. */
export interface Statements {
  query(text: string, values: readonly unknown[]): Promise<unknown[]>;
}

type CounterOptions = Omit<
  ConstructorParameters<typeof RateLimiterPostgres>[0],
  'storeClient' | 'storeType' | 'tableCreated' | 'clearExpiredByTimeout'
>;

const createCounter = (database: Statements, options: CounterOptions) =>
  new RateLimiterPostgres({
    ...options,
    storeClient: asClient(database),
    storeType: 'client',
    tableCreated: true,
    clearExpiredByTimeout: false,
  });

async function take(limiter: RateLimiterPostgres, key: string): Promise<Allowance> {
  try {
    return allowance(limiter, await limiter.consume(key), false);
  } catch (error) {
    if (error instanceof RateLimiterRes) return allowance(limiter, error, true);
    throw error;
  }
}

function allowance(limiter: RateLimiterPostgres, result: RateLimiterRes, refused: boolean) {
  const wait = Math.max(1, Math.ceil(result.msBeforeNext / 1000));
  return {
    limit: limiter.points,
    remaining: refused ? 0 : result.remainingPoints,
    resetAt: Math.ceil((Date.now() + result.msBeforeNext) / 1000),
    refusedFor: refused ? wait : null,
  };
}

/** The one method of a Postgres client that the limiter calls. */
const asClient = (database: Statements) => ({
  async query({ text, values }: { text: string; values: readonly unknown[] }) {
    const rows = await database.query(text, values);
    return { rows, rowCount: rows.length };
  },
});
