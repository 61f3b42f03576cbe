import { PLANS, type PlanName } from '../../auth/plans.js';
import { rateLimited } from '../../errors.js';
import type { Queries } from '../../db/queries.js';
import { requireStorage } from '../usage.js';
import type { StorableSend } from './insert-outbound.js';

type Countable = Pick<
  StorableSend,
  'orgId' | 'inboxId' | 'plan' | 'dailyLimit' | 'raw' | 'recipients'
>;

/** What sending costs an organization, and how many mails inboxes send that have a limit. */
export interface SendCount {
  readonly orgId: string;
  readonly plan: PlanName;
  /** Of the month: mails, or their recipients. */
  readonly cost: number;
  /** What is kept of them. */
  readonly bytes: number;
  readonly inboxes: readonly InboxCount[];
}

/** How many mails are to be sent by an inbox that has a limit. */
interface InboxCount {
  readonly inboxId: string;
  readonly dailyLimit: number;
  readonly total: number;
}

/** Mails of one organization. */
export function countOf(sends: readonly Countable[]): SendCount {
  const [{ orgId, plan }] = sends as [Countable];
  const cost = sends.reduce((sum, { recipients }) => sum + costOf(plan, recipients.length), 0);
  return { orgId, plan, cost, bytes: bytesOf(sends), inboxes: perInbox(sends) };
}

/** What a mail to so many recipients counts in a month. */
export const costOf = (plan: PlanName, recipients: number): number =>
  PLANS[plan].outboundCounts === 'recipients' ? recipients : 1;

/** What is kept of mails that are sent. */
export const bytesOf = (sends: readonly Countable[]): number =>
  sends.reduce((bytes, { raw }) => bytes + raw.length, 0);

/** Whether it has to be counted exactly. */
export const isLimited = ({ plan, inboxes }: SendCount) =>
  PLANS[plan].outboundPerMonth !== null || PLANS[plan].storageBytes !== null || inboxes.length > 0;

// One row a month: the count has to be exact, so sends of an organization with a quota take turns.
const COUNT_MONTH = `
INSERT INTO monthly_usage (org_id, month, kind, shard, used)
SELECT $1, date_trunc('month', now() AT TIME ZONE 'UTC')::date, 'outbound', $4::int, $2::int
WHERE $3::bigint IS NULL OR $2::int <= $3::bigint
ON CONFLICT (org_id, month, kind, shard) DO UPDATE SET used = monthly_usage.used + excluded.used
WHERE $3::bigint IS NULL OR monthly_usage.used + excluded.used <= $3
RETURNING used`;

const COUNT_DAY = `
INSERT INTO daily_sends (inbox_id, day, used)
SELECT $1, (now() AT TIME ZONE 'UTC')::date, $2::int WHERE $2::int <= $3::int
ON CONFLICT (inbox_id, day) DO UPDATE SET used = daily_sends.used + excluded.used
WHERE daily_sends.used + excluded.used <= $3
RETURNING used`;

const USAGE_SHARDS = 16;

/**
 * Counts mails that are about to be written in the same transaction.
 * @throws AppError 429 when there would be too many, or too much
 */
export async function countSends(queries: Queries, counted: SendCount): Promise<void> {
  if (!isLimited(counted)) return;
  const { orgId, plan, cost } = counted;
  const limit = PLANS[plan].outboundPerMonth;
  const shard = limit === null ? Math.floor(Math.random() * USAGE_SHARDS) : 0;
  const month = await queries.query(COUNT_MONTH, [orgId, cost, limit, shard]);
  if (isEmpty(month))
    throw rateLimited(
      secondsUntilNextMonth(),
      `The plan allows ${limit} ${COUNTED[PLANS[plan].outboundCounts]} a month (UTC), ` +
        `and ${more(cost)} not fit`,
    );
  await requireStorage(queries, counted, counted.bytes);
  for (const { inboxId, dailyLimit, total: size } of counted.inboxes) {
    const day = await queries.query(COUNT_DAY, [inboxId, size, dailyLimit]);
    if (isEmpty(day))
      throw rateLimited(
        secondsUntilTomorrow(),
        `daily_send_limit of the inbox is ${dailyLimit} emails a day (UTC), and ${more(size)} not fit`,
      );
  }
}

const COUNTED = { emails: 'sent emails', recipients: 'recipients of sent emails' };

const more = (count: number) => (count === 1 ? 'one more does' : `${count} more do`);

const isEmpty = (rows: unknown) => (rows as unknown[]).length === 0;

/** Inboxes that have a limit, in one order everywhere, with how many of the mails are theirs. */
function perInbox(sends: readonly Countable[]): InboxCount[] {
  const counts = new Map<string, InboxCount>();
  for (const { inboxId, dailyLimit } of sends)
    if (dailyLimit !== null)
      counts.set(inboxId, { inboxId, dailyLimit, total: (counts.get(inboxId)?.total ?? 0) + 1 });
  return [...counts.values()].sort((a, b) => (a.inboxId < b.inboxId ? -1 : 1));
}

const DAY_SECONDS = 24 * 60 * 60;
const secondsUntilTomorrow = () => DAY_SECONDS - (Math.floor(Date.now() / 1_000) % DAY_SECONDS);

function secondsUntilNextMonth(): number {
  const now = new Date();
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  return Math.ceil((next - now.getTime()) / 1_000);
}
