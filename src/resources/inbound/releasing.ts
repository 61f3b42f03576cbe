import type { EntityManager } from 'typeorm';
import { PLANS, type PlanName } from '../../auth/plans.js';
import type { Database } from '../../db/database.js';
import { queueRun, queueRuns } from '../../store/outbox.js';
import { lockCounter, setWithheld } from '../../store/locks.js';
import { statement } from '../../store/statement.js';
import { announce } from '../../store/mail/insert-inbound.js';
import { mailboxOf, takeNumbers } from '../../store/mail/mailboxes.js';
import { wakeWaits } from '../../store/waits/wake.js';
import { recordEvents } from '../../store/events/record.js';
import { eventsOfMail, announcedEmails } from '../../store/events/mail-events.js';

interface HeldInboxRow {
  readonly id: string;
  readonly org_id: string;
  readonly plan: PlanName;
  readonly status: string;
}

const INBOXES = `
SELECT i.id, i.org_id, o.plan, i.status FROM inboxes i JOIN orgs o ON o.id = i.org_id
WHERE i.deleted_at IS NULL`;

/** Announces mail that was held (paused inbox) or quarantined (over quota), in order of receipt. */
export class MailReleasing {
  constructor(private readonly database: Database) {}

  /** Releases up to `limit` mails of an inbox; `done` when nothing is left that may be released. */
  async releaseChunk(inboxId: string, limit = 100): Promise<{ done: boolean; count: number }> {
    return this.database.transaction(async (manager) => {
      // Mail is stored under this lock: nothing is held behind our back.
      const inbox = await lockInbox(manager, inboxId);
      if (!inbox || inbox.status === 'PAUSED') return { done: true, count: 0 };
      const left = await quotaLeft(manager, inbox);
      const released = await release(manager, inbox, { limit, fromQuarantine: left });
      const done = released < limit;
      if (done) await setWithheld(manager, inboxId, false);
      return { done, count: released };
    });
  }

  /** Queues a release for each inbox with quarantined mail that the quota allows by now. */
  async startReleases(): Promise<number> {
    return this.database.transaction(async (manager) => {
      const rows: HeldInboxRow[] = await manager.query(
        `${INBOXES} AND i.status = 'ACTIVE' AND EXISTS (
           SELECT FROM emails e WHERE e.inbox_id = i.id AND e.status IN ('held', 'quarantined'))`,
      );
      let started = 0;
      for (const inbox of rows) {
        if ((await quotaLeft(manager, inbox)) === 0) continue;
        await setWithheld(manager, inbox.id, true);
        await queueRelease(manager, inbox);
        started++;
      }
      return started;
    });
  }
}

const queueRelease = (manager: EntityManager, { id, org_id: orgId }: HeldInboxRow): Promise<void> =>
  queueRun(manager, { op: 'start', workflow: 'releaseMail', orgId, resourceId: id, again: true });

async function lockInbox(
  manager: EntityManager,
  inboxId: string,
): Promise<HeldInboxRow | undefined> {
  await lockCounter(manager, inboxId);
  const [inbox]: HeldInboxRow[] = await manager.query(`${INBOXES} AND i.id = $1`, [inboxId]);
  return inbox;
}

async function quotaLeft(manager: EntityManager, { org_id, plan }: HeldInboxRow): Promise<number> {
  const allowed = PLANS[plan].inboundPerMonth;
  if (allowed === null) return UNLIMITED;
  const [row]: { used: string }[] = await manager.query(
    `SELECT coalesce(sum(used), 0) AS used FROM monthly_usage
     WHERE org_id = $1 AND kind = 'inbound' AND month = ${THIS_MONTH}`,
    [org_id],
  );
  return Math.max(0, allowed - Number(row!.used));
}

interface Portion {
  readonly limit: number;
  /** Quarantined mails among them at most; held ones were counted when they came, and spam never is. */
  readonly fromQuarantine: number;
}

const RELEASE = statement(
  [
    `next AS MATERIALIZED (
  SELECT id, inbox_id, status AS was, NULL::text AS mailbox, NULL::bigint AS mailbox_uid,
    row_number() OVER (PARTITION BY status ORDER BY uid) AS turn
  FROM (
    SELECT id, inbox_id, uid, status,
      count(*) FILTER (WHERE status = 'quarantined' AND NOT is_spam) OVER (ORDER BY uid) AS quarantined
    FROM emails WHERE inbox_id = $1 AND status IN ('held', 'quarantined')
    ORDER BY uid LIMIT $2) AS withheld
  WHERE quarantined <= $3
)`,
    // What was held is in its mailbox already.
    takeNumbers(`(SELECT * FROM next WHERE was = 'quarantined') AS entering`),
    `numbered AS (
  SELECT next.id, next.was,
    CASE WHEN next.was = 'quarantined' THEN counter.first_uid + next.turn - 1 END AS number
  FROM next LEFT JOIN counter USING (inbox_id)
)`,
    `released AS (
  UPDATE emails e
  SET status = 'received',
      announced_at = CASE WHEN NOT is_spam AND parse_status <> 'pending' THEN now() END,
      mailbox = ${mailboxOf(`'received'`, 'is_spam')},
      mailbox_uid = coalesce(n.number, e.mailbox_uid), modseq = coalesce(n.number, e.modseq)
  FROM numbered n WHERE e.id = n.id
  RETURNING e.id, e.org_id, e.uid, e.inbox_id, e.mailbox, e.announced_at, e.is_spam, e.routed_from, n.was
)`,
    announce('(SELECT * FROM released ORDER BY uid) AS in_order'),
    // What is withheld is not routed: its run goes on now.
    queueRuns(
      { workflow: 'processInbound' },
      { again: true },
      `SELECT org_id, id FROM released r WHERE routed_from IS NULL AND NOT is_spam
    AND EXISTS (SELECT FROM routing_versions v WHERE v.org_id = r.org_id)`,
    ),
  ],
  `SELECT id, was = 'quarantined' AND NOT is_spam AS counts FROM released`,
);

async function release(
  manager: EntityManager,
  inbox: HeldInboxRow,
  { limit, fromQuarantine }: Portion,
): Promise<number> {
  const rows: { id: string; counts: boolean }[] = await manager.query(RELEASE, [
    inbox.id,
    limit,
    fromQuarantine,
  ]);
  const emailIds = rows.map(({ id }) => id);
  const mails = await announcedEmails(manager, emailIds);
  await recordEvents(manager, mails.flatMap(eventsOfMail));
  await wakeWaits(manager, emailIds);
  const counted = rows.filter(({ counts }) => counts).length;
  if (counted > 0) await countReleased(manager, inbox.org_id, counted);
  return rows.length;
}

async function countReleased(manager: EntityManager, orgId: string, count: number): Promise<void> {
  await manager.query(
    `INSERT INTO monthly_usage (org_id, month, kind, shard, used)
     VALUES ($1, ${THIS_MONTH}, 'inbound', 0, $2)
     ON CONFLICT (org_id, month, kind, shard) DO UPDATE SET used = monthly_usage.used + $2`,
    [orgId, count],
  );
}

// More than a chunk can hold.
const UNLIMITED = 1_000_000;

const THIS_MONTH = `date_trunc('month', now() AT TIME ZONE 'UTC')::date`;
