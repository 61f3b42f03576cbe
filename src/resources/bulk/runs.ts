import { firstRow } from '../../db/queries.js';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { HELD } from '../../restores/hold.js';
import type { QueuedMail, SendAttempts } from '../sending/attempts.js';
import { isQueued, queueRuns } from '../../store/outbox.js';
import { notify, statement } from '../../store/statement.js';
import { cancelSends } from '../sending/cancelling.js';
import { AT_REST, finishBulk } from './ending.js';
import { expandNext, type ExpandListDeps } from './expand-list.js';
import type { BulkStatus } from './schema.js';
import { findBulk } from './views.js';

interface BulkRunsDeps extends ExpandListDeps {
  readonly attempts: Pick<SendAttempts, 'attemptInTurn'>;
}

/** What the run of a bulk send is to do next: to send more, to wait for what goes on, or for something. */
export interface BulkStep {
  readonly next: 'send' | 'settle' | 'wait' | 'end';
  /** Messages some of which go on by themselves: from this index, and up to but without that one. */
  readonly from: number;
  readonly to: number;
  /** Seconds until the next look, where nothing is to be sent. */
  readonly retryInSeconds: number;
  /** Mails that have left, failed or were cancelled. */
  readonly done: number;
  readonly total: number;
}

/** From one index up to but without another. */
type Messages = Pick<BulkStep, 'from' | 'to'>;

/** What became of a chunk: some attempts go on, or none was begun as the server has enough to do. */
type Became = 'done' | 'slow' | 'held';

/** For whom attempts are made, and for how long. */
interface BulkRun {
  readonly workflowId: string;
  /** Milliseconds in which attempts are begun. */
  readonly sending: number;
  /** Milliseconds to wait for the answer to an attempt; then it goes on by itself. */
  readonly answerWithin: number;
}

interface BulkStanding {
  readonly status: BulkStatus;
  readonly total: number;
  readonly filled: boolean;
  /** Whether no mail leaves at all, until an operator says so. */
  readonly held: boolean;
  /** Messages that nobody has tried to send, and whose inbox may: the first, and the last of the next hundred. */
  readonly first: number | null;
  readonly last: number | null;
  /** Mails that nobody has tried to send. */
  readonly queued: number;
  /** Mails that may still be sent. */
  readonly open: number;
  readonly accepted: number;
  /** Seconds until the next of those that were tried is due; null where none is left of them. */
  readonly due_in: number | null;
}

// The part of that time that a chunk is in line, so that what is begun has the rest.
const IN_LINE = 0.9;
// Messages of a chunk, and chunks under way at once.
const CHUNK_MESSAGES = 20;
const MAX_CHUNKS = 2;
// Seconds until mails that others are at are looked at again, at least and at most.
const SHORTEST_SECONDS = 1;
const LONGEST_SECONDS = 15 * 60;
// Milliseconds between looks at attempts that go on.
const SETTLING_MS = 300;
// Seconds until a bulk send is looked at again that is paused, or whose inboxes are, should nobody tell.
const PAUSED_SECONDS = 3_600;
// Seconds until one is looked at again that is held with all other mail.
const HELD_SECONDS = 60;

// A paused inbox sends nothing, and tells when it is resumed.
const MAY_SEND = `i.status <> 'PAUSED' AND i.deleted_at IS NULL`;

// Marks the bulk send as looked at, so that its run is not taken for lost.
const LOOK = `
WITH bulk AS (
  UPDATE bulks SET touched_at = now(), look_at = NULL WHERE id = $1 AND completed_at IS NULL
  RETURNING id, status, total, accepted, filled_at, inbox_ids
)
SELECT bulk.status, bulk.total, bulk.accepted, bulk.filled_at IS NOT NULL AS filled, ${HELD} AS held,
  waiting.first, waiting.last, tried.open, tried.queued, tried.due_in
FROM bulk CROSS JOIN LATERAL (
  SELECT min(bulk_index) AS first, max(bulk_index) AS last FROM (
    SELECT bulk_index FROM sends
    WHERE bulk_id = $1 AND completed_at IS NULL AND status = 'queued'
      AND inbox_id = ANY (ARRAY(
        SELECT i.id FROM inboxes i WHERE i.id = ANY (bulk.inbox_ids) AND ${MAY_SEND}))
    ORDER BY bulk_index LIMIT 100) AS queued) AS waiting
CROSS JOIN LATERAL (
  SELECT count(*)::int AS open, count(*) FILTER (WHERE status = 'queued')::int AS queued,
    min(coalesce(extract(epoch FROM next_attempt_at - now()), ${SHORTEST_SECONDS}))
      FILTER (WHERE status = 'sending')::float8 AS due_in
  FROM sends WHERE bulk_id = $1 AND completed_at IS NULL) AS tried`;

// Requests wait no longer where all that is left waits for a person.
const LOOK_LATER = statement([
  `later AS (
  UPDATE bulks SET look_at = now() + make_interval(secs => $2)
  WHERE id = $1 AND completed_at IS NULL RETURNING id)`,
  notify('bulk_ended', `SELECT b.id FROM later JOIN bulks b ON b.id = later.id WHERE ${AT_REST}`),
]);

// Whoever unsubscribed since the mail was made gets none.
const QUEUED = `
WITH unsubscribed AS (
  UPDATE sends s SET status = 'cancelled', completed_at = now(), touched_at = now(),
    error = 'unsubscribed from the list'
  FROM bulks b JOIN contacts c ON c.list_id = b.contact_list_id AND c.status = 'unsubscribed'
  WHERE b.id = $1 AND s.bulk_id = $1 AND s.bulk_index >= $2 AND s.bulk_index < $3
    AND s.status = 'queued' AND s.completed_at IS NULL
    AND c.address_key = lower(s.recipients->0->>'address')
  RETURNING s.email_id)
SELECT s.email_id AS "emailId", s.org_id AS "orgId", i.domain, s.recipients->0->>'address' AS recipient
FROM sends s JOIN inboxes i ON i.id = s.inbox_id
WHERE bulk_id = $1 AND bulk_index >= $2 AND bulk_index < $3 AND completed_at IS NULL
  AND s.status = 'queued' AND email_id NOT IN (SELECT email_id FROM unsubscribed) AND ${MAY_SEND}
ORDER BY bulk_index`;

// Mails of the messages $2 to $3 that were tried and have not ended.
const TRIED = `bulk_id = $1 AND bulk_index >= $2 AND bulk_index < $3 AND completed_at IS NULL
  AND status = 'sending'`;

const UNDER_WAY = `SELECT EXISTS (SELECT FROM sends WHERE ${TRIED} AND next_attempt_at IS NULL) AS some`;

// They go on in runs of their own.
const HAND_ON = statement([
  queueRuns(
    { workflow: 'sendEmail' },
    { again: true },
    `SELECT org_id, email_id FROM sends s WHERE ${TRIED} AND NOT ${isQueued('s.email_id')}`,
  ),
]);

/** What runs of bulk sends do. Everything is safe to run twice, and in several processes at once. */
export class BulkRuns {
  constructor(private readonly deps: BulkRunsDeps) {}

  /**
   * Makes first attempts of messages that have had none, makes mail for a list, and ends what is over;
   * says what is to be done next.
   */
  async advance(bulkId: string, run: BulkRun): Promise<BulkStep> {
    const until = Date.now() + run.sending;
    for (;;) {
      const step = await this.next(bulkId);
      if (step.next !== 'send') return step;
      const { next, ...messages } = await this.send(bulkId, step, run);
      if (next === 'settle') return { ...step, ...messages, next };
      if (next === 'wait') return this.later(bulkId, step, SHORTEST_SECONDS);
      if (Date.now() >= until) return step;
    }
  }

  /** Waits for attempts that go on, wherever that is; mails that have not ended get runs of their own. */
  async settle(
    bulkId: string,
    messages: Messages,
    { milliseconds, signal }: { readonly milliseconds: number; readonly signal: AbortSignal },
  ): Promise<void> {
    const until = Date.now() + milliseconds;
    while (Date.now() < until && (await this.areUnderWay(bulkId, messages)))
      await sleep(SETTLING_MS, undefined, { signal });
    await this.handOn(bulkId, messages);
  }

  private async next(bulkId: string): Promise<BulkStep> {
    const now = await this.standing(bulkId);
    if (!now) {
      const bulk = await findBulk(this.deps.database, bulkId);
      return stepOf(bulk && { ...bulk, open: 0 }, 'end');
    }
    const { status, first, last, held } = now;
    if (status === 'RUNNING' && first !== null && !held)
      return { ...stepOf(now, 'send'), from: first, to: last! + 1 };
    if (isToBeExpanded(now)) return stepOf(now, 'wait');
    if (await this.finish(bulkId, now)) return stepOf({ ...now, open: 0 }, 'end');
    return this.later(bulkId, stepOf(now, 'wait'), secondsUntilLook(now));
  }

  /** In chunks, some at a time, while servers are quick; answers what is to be done about the messages. */
  private async send(
    bulkId: string,
    { from, to }: Messages,
    run: BulkRun,
  ): Promise<Pick<BulkStep, 'next' | 'from' | 'to'>> {
    // Others may be in line before: what is not begun by then is asked about anew, as it may be paused.
    const deadline = AbortSignal.timeout(run.answerWithin * IN_LINE);
    // Each mail in line listens.
    setMaxListeners(0, deadline);
    const became = new Set<Became>();
    const ended: number[] = [];
    // From the first chunk on: whoever waited in line is to get something done.
    const isTime = () => ended.length === 0 || Date.now() < ended[0]! + run.sending;
    let next = from;
    const lane = async () => {
      while (next < to && isTime() && !became.has('slow') && !became.has('held')) {
        const chunk = { from: next, to: Math.min(next + CHUNK_MESSAGES, to) };
        next = chunk.to;
        became.add(await this.attempt(bulkId, chunk, { ...run, deadline }));
        ended.push(Date.now());
      }
    };
    await Promise.all(Array.from({ length: MAX_CHUNKS }, lane));
    if (became.has('slow')) return { next: 'settle', from, to: next };
    const isHeld = became.has('held') && !became.has('done');
    return { next: isHeld ? 'wait' : 'send', from, to: next };
  }

  /** Makes first attempts of those whose turn comes. */
  private async attempt(
    bulkId: string,
    messages: Messages,
    { workflowId, answerWithin, deadline }: BulkRun & { readonly deadline: AbortSignal },
  ): Promise<Became> {
    const { database, attempts } = this.deps;
    const { from, to } = messages;
    const mails = await database.query<QueuedMail>(QUEUED, [bulkId, from, to]);
    const limits = { milliseconds: answerWithin, deadline };
    const steps = await attempts.attemptInTurn(mails, workflowId, limits);
    if (steps.length === 0 && mails.length > 0) return 'held';
    if (steps.every(({ retryInSeconds }) => retryInSeconds === null)) return 'done';
    if (await this.areUnderWay(bulkId, messages)) return 'slow';
    await this.handOn(bulkId, messages);
    return 'done';
  }

  private async areUnderWay(bulkId: string, { from, to }: Messages): Promise<boolean> {
    const [row] = await this.deps.database.query<{ some: boolean }>(UNDER_WAY, [bulkId, from, to]);
    return row!.some;
  }

  private async handOn(bulkId: string, { from, to }: Messages): Promise<void> {
    await this.deps.database.query(HAND_ON, [bulkId, from, to]);
  }

  /** With the next mails of its list where none are left to send. */
  private async standing(bulkId: string): Promise<BulkStanding | null> {
    const now = await this.look(bulkId);
    if (!now || !isToBeExpanded(now)) return now;
    await expandNext(this.deps, bulkId);
    return (await this.look(bulkId)) ?? now;
  }

  private look(bulkId: string): Promise<BulkStanding | null> {
    return firstRow<BulkStanding>(this.deps.database, LOOK, [bulkId]);
  }

  private async finish(bulkId: string, { status, open }: BulkStanding): Promise<boolean> {
    if (open > 0 && status !== 'CANCELLED') return false;
    return this.deps.database.transaction(async (manager) => {
      // What was under way when it was cancelled, and was not taken, is not tried again.
      if (open > 0) await cancelSends(manager, 'bulk_id', bulkId);
      return finishBulk(manager, bulkId);
    });
  }

  private async later(bulkId: string, step: BulkStep, retryInSeconds: number): Promise<BulkStep> {
    await this.deps.database.query(LOOK_LATER, [bulkId, retryInSeconds]);
    return { ...step, next: 'wait', retryInSeconds };
  }
}

/** The mails there are come first, so that few wait at a time. */
const isToBeExpanded = ({ status, filled, queued }: BulkStanding) =>
  status === 'RUNNING' && !filled && queued === 0;

/** Somebody tells when a bulk send or an inbox goes on; others are waited for. */
function secondsUntilLook({ held, status, due_in: dueIn }: BulkStanding): number {
  if (held) return HELD_SECONDS;
  if (status === 'PAUSED' || dueIn === null) return PAUSED_SECONDS;
  return Math.min(Math.max(dueIn, 0) + SHORTEST_SECONDS, LONGEST_SECONDS);
}

const stepOf = (
  now: Pick<BulkStanding, 'accepted' | 'open' | 'total'> | null,
  next: BulkStep['next'],
): BulkStep => ({
  next,
  from: 0,
  to: 0,
  retryInSeconds: 0,
  done: now ? now.accepted - now.open : 0,
  total: now?.total ?? 0,
});
