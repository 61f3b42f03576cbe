import { PLAN_NAMES, PLANS, type Plan, type PlanName } from '../auth/plans.js';
import { noRoom } from '../errors.js';
import type { Queries } from '../db/queries.js';

/** Whose storage it is. */
export interface StorageOwner {
  readonly orgId: string;
  readonly plan: PlanName;
}

const GIB = 1024 ** 3;

/** The names of plans without this limit. */
export const plansWithout = (limit: keyof Plan): readonly string[] =>
  PLAN_NAMES.filter((name) => PLANS[name][limit] === null);

/** SQL: the bytes that the organization `org` keeps. */
export const storedBytes = (org: string): string =>
  `(SELECT coalesce(sum(bytes), 0)::bigint FROM storage_usage WHERE storage_usage.org_id = ${org})`;

const KEPT = `SELECT ${storedBytes('$1')} AS kept`;

/** Whether an organization that keeps `kept` bytes may keep `more`. */
export function fits(plan: PlanName, kept: number, more: number): boolean {
  const { storageBytes } = PLANS[plan];
  return storageBytes === null || kept + more <= storageBytes;
}

/** Why `bytes` more cannot be kept: an error to throw; null when there is room for them. */
export async function storageRefusal(
  queries: Queries,
  { orgId, plan }: StorageOwner,
  bytes: number,
) {
  if (PLANS[plan].storageBytes === null) return null;
  const [row] = await queries.query<{ kept: string }>(KEPT, [orgId]);
  return fits(plan, Number(row!.kept), bytes) ? null : storageFull(plan);
}

/** @throws AppError 429 when `bytes` more are more than the plan keeps. */
export async function requireStorage(
  queries: Queries,
  keeper: StorageOwner,
  bytes: number,
): Promise<void> {
  const refusal = await storageRefusal(queries, keeper, bytes);
  if (refusal) throw refusal;
}

const storageFull = (plan: PlanName) =>
  noRoom(
    `The ${plan} plan keeps ${PLANS[plan].storageBytes! / GIB} GiB of mail and drafts, ` +
      'and this does not fit; delete some',
  );
