import { createBatcher } from '../batcher.js';
import type { Queries } from '../db/queries.js';
import { rateLimited } from '../errors.js';
import type { Caller } from './caller.js';
import { countedAddress, WIDE_TIMES } from './counted-address.js';
import {
  ANONYMOUS_PER_MINUTE,
  PLAN_NAMES,
  PLANS,
  SIGNUPS_PER_HOUR,
  type PlanName,
} from './plans.js';
import { countedKeyId } from './principal.js';
import { countAll, createLimiter, type Allowance } from './rate-windows.js';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
// What the headers show where nothing is counted (docs/interface.md, Rate limits).
const UNCOUNTED = 100_000;

/** The counters of requests. Storage away is 503: nothing is let through uncounted. */
export interface RateLimits {
  /** Counts a request under the plan of the key behind it, or by its address without a valid credential. @throws AppError 503 */
  count(caller: Pick<Caller, 'principal' | 'plan' | 'address'>): Promise<Allowance>;
}

/** What the headers show where nothing is counted. */
export const uncounted = (): Allowance => ({
  limit: UNCOUNTED,
  remaining: UNCOUNTED,
  resetAt: Math.floor(Date.now() / 1000 / MINUTE_SECONDS) * MINUTE_SECONDS + MINUTE_SECONDS,
  refusedFor: null,
});

/** Counters in Postgres, shared by all processes and exact under parallel requests. */
export function createRateLimits(database: Queries): RateLimits {
  const perMinute = (keyPrefix: string, points: number) => {
    const limiter = createLimiter(database, {
      keyPrefix,
      points,
      duration: MINUTE_SECONDS,
      tableName: 'rate_windows',
      // Once the window is used up, refusals need no statement.
      inMemoryBlockOnConsumed: points,
    });
    // Requests that come together are counted together: one statement a key.
    return createBatcher((keys: readonly string[]) => countAll(limiter, keys), BATCHES);
  };
  const countNarrow = perMinute('address', ANONYMOUS_PER_MINUTE);
  const countWide = perMinute('network', ANONYMOUS_PER_MINUTE * WIDE_TIMES);
  const countKey = new Map<PlanName, (keyId: string) => Promise<Allowance>>();
  for (const plan of PLAN_NAMES) {
    const points = PLANS[plan].requestsPerMinute;
    // One prefix for all plans: a changed plan goes on with the count it finds.
    if (points !== null) countKey.set(plan, perMinute('key', points));
  }

  const countAddress = async (address: string) => {
    const { narrow, wide } = countedAddress(address);
    const own = await countNarrow(narrow);
    // A request that is refused does not use up the limit of its network.
    if (wide === null || own.refusedFor !== null) return own;
    const shared = await countWide(wide);
    return shared.refusedFor === null ? own : shared;
  };

  return {
    async count({ principal, plan, address }) {
      // The mail server itself is not limited.
      if (principal.kind === 'mail-server') return uncounted();
      if (principal.kind === 'nobody') return countAddress(address);
      return countKey.get(plan)?.(countedKeyId(principal)) ?? uncounted();
    },
  };
}

const BATCHES = { maxItems: 500, concurrency: 4 };

/**
 * Takes one of the sign-ups an address and its network have in an hour, in the transaction that creates the
 * organization: only what is committed counts, and parallel sign-ups wait for each other.
 * @throws AppError 429 when there is none left.
 */
export async function takeSignup(database: Queries, address: string): Promise<void> {
  const message = `An address may create ${SIGNUPS_PER_HOUR} organizations an hour`;
  await takeHourly(database, { keyPrefix: 'signup', points: SIGNUPS_PER_HOUR, message }, address);
}

/** The same of the programs that register for sign-in. @throws AppError 429 when there is none left. */
export async function takeRegistration(
  database: Queries,
  points: number,
  address: string,
): Promise<void> {
  const message = `An address may register ${points} programs an hour`;
  await takeHourly(database, { keyPrefix: 'registration', points, message }, address);
}

/** Something that an address may do so many times an hour, and its network ten times as often. */
interface Hourly {
  readonly keyPrefix: string;
  readonly points: number;
  /** Why it is refused. */
  readonly message: string;
}

async function takeHourly(database: Queries, hourly: Hourly, address: string): Promise<void> {
  const { narrow, wide } = countedAddress(address);
  await takeOf(database, hourly, narrow);
  const { keyPrefix, points, message } = hourly;
  const network = { keyPrefix: `${keyPrefix}-network`, points: points * WIDE_TIMES, message };
  if (wide !== null) await takeOf(database, network, wide);
}

async function takeOf(
  database: Queries,
  { message, ...window }: Hourly,
  key: string,
): Promise<void> {
  const limiter = createLimiter(database, {
    ...window,
    duration: HOUR_SECONDS,
    tableName: 'signup_windows',
  });
  const [counted] = await countAll(limiter, [key]);
  if (counted instanceof Error) throw counted;
  if (counted?.refusedFor) throw rateLimited(counted.refusedFor, message);
}
