import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import type { Database } from '../../db/database.js';
import { firstRow } from '../../db/queries.js';
import { newId } from '../../ids.js';
import { queueRun, queueRuns } from '../../store/outbox.js';
import { createRowFinder } from '../../store/row-finder.js';
import { notify, statement } from '../../store/statement.js';
import { Conditions } from '../../db/conditions.js';
import type { Cursors } from '../../db/cursor.js';
import { listPage, newestFirst, type Page } from '../../db/page.js';
import { recordEvents } from '../../store/events/record.js';
import { IN_THREAD, REMIND_AT, WAIT_THREAD } from '../../store/waits/replies.js';
import type { FromWire } from '../../operations/wire.js';
import { requireFurtherWait } from './wait-limit.js';
import type { ListedInboxes, Owned } from '../../store/inboxes.js';
import { FITS, type WaitKind, type WaitStatus } from '../../store/waits/rows.js';
import type { durableWait, durableWaitListQuery, newDurableWait } from './schema.js';
import { cancelWait, signalTasksOf } from '../../store/waits/wake.js';

/** A wait to be. */
export type NewWait = FromWire<z.output<typeof newDurableWait>>;

/** A durable wait with what it found so far. */
export type DurableWaitRow = Owned &
  Omit<z.input<typeof durableWait>, 'since' | 'matches' | 'workflow_id'> & {
    readonly since: Date | null;
    readonly since_email_id: string | null;
    readonly matches: readonly {
      readonly email_id: string;
      readonly received_at: string;
      readonly code?: string;
      readonly link?: string;
    }[];
  };

/** Which waits a list shows, and which page of it. */
export type WaitListing = FromWire<z.output<typeof durableWaitListQuery>>;

/** How a wait stands. */
export interface WaitStanding {
  readonly status: WaitStatus;
  readonly expiresAt: Date;
  readonly found: number;
  readonly count: number;
  /** When the next reminder is to be sent; null when there is none. */
  readonly remindAt: Date | null;
}

/** What a look at a wait tells. */
interface WaitGlance {
  readonly id: string;
  readonly open: boolean;
  /** Whether there is a mail to collect, or the time is up. */
  readonly ripe: boolean;
}

/** Who looks: the run of the wait itself, or somebody after whom the run has to be told of the end. */
export type CollectedBy = 'run' | 'other';

/** Durable waits in Postgres: the one place where they are matched and ended. */
export class DurableWaitStore {
  /** Null when there is none. Many that are asked for at once, as when a crowd is told, are read together. */
  readonly find: (id: string) => Promise<DurableWaitRow | null>;

  constructor(private readonly database: Database) {
    this.find = createRowFinder(database, FIND);
  }

  /** @throws AppError 429 when an organization has as many open waits as it may have. */
  async requireFurtherWait(orgId: string): Promise<void> {
    await requireFurtherWait(this.database, orgId);
  }

  /**
   * Makes a wait and has its run started; a task that it is for is told of its end. Null when the inbox or the
   * mail it starts after is gone.
   */
  async create(
    orgId: string,
    wait: NewWait,
    taskId: string | null = null,
  ): Promise<DurableWaitRow | null> {
    const id = newId('wt');
    const { since } = wait;
    const rows = await this.database.query(CREATE, [
      id,
      orgId,
      wait.inboxId,
      wait.kind,
      wait.from ?? null,
      wait.subject ?? null,
      wait.category ?? null,
      wait.hasOtp ?? false,
      since instanceof Date ? since : null,
      typeof since === 'string' ? since : null,
      wait.count,
      wait.expiresIn,
      taskId,
    ]);
    return rows.length > 0 ? this.find(id) : null;
  }

  /** A page of waits, newest first. @throws AppError 400 for a foreign cursor */
  page(
    cursors: Cursors,
    { orgId, inboxIds }: ListedInboxes,
    { status, ...paging }: Omit<WaitListing, 'inboxId'>,
  ): Promise<Page<DurableWaitRow>> {
    const where = new Conditions()
      .add('w.org_id = ?', orgId)
      .add(`(w.deleted_at IS NULL OR w.status = 'cancelled')`);
    if (inboxIds) where.add('w.inbox_id = ANY (?)', inboxIds);
    if (status !== undefined) where.add('w.status = ?', status);
    const name = ['waits', status ?? null, inboxIds];
    const list = { orgId, name, columns: WAIT_ROW, from: 'durable_waits w', where };
    const { database } = this;
    return listPage({ database, cursors }, { ...list, order: newestFirst('w') }, paging);
  }

  /** Cancels a wait if it is open, and takes it off the list. False when that was done before. */
  async remove(id: string): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const [row]: { deleted: boolean }[] = await manager.query(
        'SELECT deleted_at IS NOT NULL AS deleted FROM durable_waits WHERE id = $1 FOR UPDATE',
        [id],
      );
      if (!row || row.deleted) return false;
      await cancelWait(manager, id);
      await manager.query('UPDATE durable_waits SET deleted_at = now() WHERE id = $1', [id]);
      return true;
    });
  }

  /**
   * Looks for mail for these waits in one statement, collects what there is and ends those that are
   * full or whose time is up. Answers those of them that are not open any more.
   */
  async look(ids: readonly string[], looker: CollectedBy): Promise<string[]> {
    const glances = await this.database.query<WaitGlance>(GLANCE, [ids]);
    const open = new Set<string>();
    for (const { id, open: isOpen, ripe } of glances)
      if (isOpen && (!ripe || (await this.collect(id, looker)))) open.add(id);
    return ids.filter((id) => !open.has(id));
  }

  /** What a run does at each look. Null when the wait is gone. */
  async lookForRun(id: string): Promise<WaitStanding | null> {
    await this.look([id], 'run');
    return firstRow<WaitStanding>(this.database, STANDING, [id]);
  }

  /** Safe to run twice and from several processes at once; true while the wait is open. */
  private async collect(id: string, looker: CollectedBy): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      // One look at a time, each of which sees what the one before it wrote.
      const [wait]: LockedWait[] = await manager.query(LOCK, [id]);
      if (!wait) return false;
      const matches: CollectedMatch[] = await manager.query(COLLECT, [id]);
      const status = endOf(wait, matches.length);
      if (status === null) return true;
      await this.end(manager, wait, status, matches);
      if (looker === 'other') await tellRun(manager, wait);
      return false;
    });
  }

  private async end(
    manager: EntityManager,
    wait: LockedWait,
    status: 'matched' | 'expired',
    matches: readonly CollectedMatch[],
  ): Promise<void> {
    const { id, org_id: orgId, inbox_id: inboxId, kind } = wait;
    await manager.query(END, [id, status]);
    const data = { wait_id: id, inbox_id: inboxId, kind, status, matches: matches.map(toTell) };
    await recordEvents(manager, [{ kind: `wait.${status}`, orgId, inboxId, resourceId: id, data }]);
  }
}

function tellRun(manager: EntityManager, { id, org_id: orgId }: LockedWait): Promise<void> {
  const run = { workflow: 'waitForEmail', orgId, resourceId: id } as const;
  return queueRun(manager, { ...run, op: 'signal', signal: 'emailArrived' });
}

interface LockedWait {
  readonly id: string;
  readonly org_id: string;
  readonly inbox_id: string;
  readonly kind: WaitKind;
  readonly count: number;
  readonly due: boolean;
}

interface CollectedMatch {
  readonly email_id: string;
  readonly received_at: Date;
  readonly code: string | null;
  readonly link: string | null;
}

function endOf({ count, due }: LockedWait, found: number): 'matched' | 'expired' | null {
  if (found >= count) return 'matched';
  return due ? 'expired' : null;
}

const toTell = ({ email_id, received_at, code, link }: CollectedMatch) => ({
  email_id,
  received_at,
  ...(code !== null && { code }),
  ...(link !== null && { link }),
});

const WAIT_ROW = `
  w.id, w.org_id AS "orgId", w.inbox_id AS "inboxId", w.inbox_id, w.kind, w.from_part AS "from",
  w.subject_part AS subject, w.category, w.has_otp, w.since, w.since_email_id, w.count, w.status,
  w.created_at, w.expires_at, w.ended_at, w.reminders_sent, ${WAIT_THREAD} AS thread_id,
  (SELECT coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('email_id', m.email_id,
     'received_at', m.received_at, 'code', m.code, 'link', m.link)) ORDER BY m.position), '[]')
   FROM durable_wait_matches m WHERE m.wait_id = w.id) AS matches`;

const FIND = `SELECT ${WAIT_ROW} FROM durable_waits w WHERE w.id = ANY ($1)`;

// The uid it starts after: of the mail it names, of the last mail before a time, or of the newest
// one. Mail that is being stored at this moment has a higher one than the counter shows.
const CREATE = statement(
  [
    `start AS (
  SELECT CASE
    WHEN $10::text IS NOT NULL THEN (SELECT uid FROM emails WHERE inbox_id = $3 AND id = $10)
    WHEN $9::timestamptz IS NOT NULL THEN coalesce((
      SELECT uid FROM emails WHERE inbox_id = $3 AND received_at < $9 ORDER BY uid DESC LIMIT 1), 0)
    ELSE next_uid - 1 END AS uid
  FROM inbox_counters WHERE inbox_id = $3
), wait AS (
  INSERT INTO durable_waits (id, org_id, inbox_id, kind, from_part, subject_part, category, has_otp,
    after_uid, since, since_email_id, count, created_at, expires_at, task_id)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, start.uid, $9, $10, $11, at, at + make_interval(secs => $12), $13
  FROM start, date_trunc('milliseconds', now()) AS at
  WHERE start.uid IS NOT NULL
  RETURNING id, org_id
)`,
    queueRuns({ workflow: 'waitForEmail' }, {}, 'SELECT org_id, id FROM wait'),
  ],
  'SELECT FROM queued',
);

const GLANCE = `
SELECT w.id, w.status = 'waiting' AS open,
  w.expires_at <= now() OR CASE WHEN w.email_id IS NOT NULL
    THEN EXISTS (SELECT FROM emails e WHERE ${IN_THREAD} AND ${FITS})
    ELSE EXISTS (SELECT FROM emails e WHERE ${FITS}) END AS ripe
FROM durable_waits w WHERE w.id = ANY ($1)`;

const STANDING = `
SELECT w.status, w.expires_at AS "expiresAt", w.count, ${REMIND_AT} AS "remindAt",
  (SELECT count(*)::int FROM durable_wait_matches m WHERE m.wait_id = w.id) AS found
FROM durable_waits w WHERE w.id = $1`;

const LOCK = `
SELECT id, org_id, inbox_id, kind, count, expires_at <= now() AS due
FROM durable_waits WHERE id = $1 AND status = 'waiting' FOR UPDATE`;

const COLLECT = `
WITH known AS (
  SELECT * FROM durable_wait_matches WHERE wait_id = $1
), found AS (
  INSERT INTO durable_wait_matches (wait_id, email_id, received_at, code, link)
  SELECT w.id, e.id, e.received_at, CASE WHEN w.kind = 'otp' THEN e.otp_codes[1] END,
    CASE WHEN w.kind = 'link' THEN coalesce(e.magic_links[1], e.verification_links[1]) END
  FROM durable_waits w JOIN emails e ON ${FITS}
  WHERE w.id = $1
  ORDER BY e.uid
  LIMIT (SELECT count FROM durable_waits WHERE id = $1) - (SELECT count(*) FROM known)
  RETURNING *
)
SELECT email_id, received_at, code, link
FROM (SELECT * FROM known UNION ALL SELECT * FROM found) AS match ORDER BY position`;

const END = statement([
  `ended AS (
  UPDATE durable_waits SET status = $2, ended_at = now() WHERE id = $1 RETURNING id, org_id, task_id
)`,
  notify('wait_ended', 'SELECT id FROM ended'),
  signalTasksOf('ended'),
]);
