import type { Database } from '../db/database.js';
import type { Log } from '../log.js';
import { createWakeSignal } from '../wake-signal.js';
import {
  QUEUE_BULKS_AGAIN,
  QUEUE_DUE_WAITS,
  QUEUE_DELIVERIES_AGAIN,
  QUEUE_INBOX_WORK,
  QUEUE_SENDS_AGAIN,
  QUEUE_MAIL_AGAIN,
  QUEUE_ORDERED_AGAIN,
  QUEUE_UNKNOWN_SENDERS,
  QUEUE_WAITS_AGAIN,
  UNSETTLED,
  WAITS_TO_CHECK,
} from './reconcile-statements.js';
import type { Starter } from './starter.js';
import { withTimeout } from '../deadline.js';

/** What reconciling needs. */
export interface ReconcilerDeps {
  readonly database: Database;
  readonly starter: Pick<Starter, 'isRunning'>;
  readonly log: Log;
}

/** Looks for lost work now and then. */
export interface Reconciler {
  stop(): Promise<void>;
}

/** Seconds between looks, and the age from which work without progress is looked at. */
export const RECONCILE_EVERY = 60;
// Runs looked at in one go.
const RUNS = 100;
// Seconds after which a run is not waited for any more, although it is open.
const GIVEN_UP_AFTER = 15 * 60;
// Seconds that verifySenders may sleep beyond what is due while the DNS is away.
const UNKNOWN_LAG = 5 * 60;
// Milliseconds to end a look.
const STOP_WITHIN = 2_000;

interface UnsettledRun {
  readonly workflow_id: string;
  readonly rows: readonly string[];
  readonly given_up: boolean;
}

/** Looks every `seconds`. A look that fails is made up for by the next one. */
export function startReconciler(deps: ReconcilerDeps, seconds = RECONCILE_EVERY): Reconciler {
  const wakeSignal = createWakeSignal();
  let stopped = false;

  const run = async () => {
    await wakeSignal.wait(seconds * 1_000);
    while (!stopped) {
      // The dispatcher says what is away.
      await reconcile(deps, seconds).catch((err: unknown) =>
        deps.log.debug({ err }, 'not reconciled'),
      );
      await wakeSignal.wait(seconds * 1_000);
    }
  };

  const running = run();
  return {
    async stop() {
      stopped = true;
      wakeSignal.wake();
      await withTimeout(STOP_WITHIN, running, undefined);
    },
  };
}

/**
 * Queues work that rows say remains and that made no progress for `seconds`; answers how much.
 * Temporal is asked only whether a run is still at it: what is to be done is in Postgres alone.
 */
export async function reconcile(deps: ReconcilerDeps, seconds: number): Promise<number> {
  const mails = await queueLostMail(deps, seconds);
  const inboxes = await deps.database.query(QUEUE_INBOX_WORK, [seconds]);
  const senders = await deps.database.query(QUEUE_UNKNOWN_SENDERS, [UNKNOWN_LAG + seconds]);
  const due = await deps.database.query(QUEUE_DUE_WAITS, [seconds]);
  const waits = due.length + (await queueLostWaits(deps, seconds));
  const deliveries = await queueLostDeliveries(deps, seconds);
  const sends = (await deps.database.query(QUEUE_SENDS_AGAIN, [seconds])).length;
  const bulks = (await deps.database.query(QUEUE_BULKS_AGAIN, [seconds])).length;
  const queued = mails + inboxes.length + senders.length + waits + deliveries + sends + bulks;
  if (queued > 0)
    deps.log.info(
      { mails, inboxes: inboxes.length, senders: senders.length, waits, deliveries, sends, bulks },
      'lost work queued again',
    );
  return queued;
}

async function queueLostDeliveries({ database }: ReconcilerDeps, seconds: number): Promise<number> {
  const single = await database.query(QUEUE_DELIVERIES_AGAIN, [seconds]);
  const ordered = await database.query(QUEUE_ORDERED_AGAIN, [seconds]);
  return single.length + ordered.length;
}

async function queueLostMail(deps: ReconcilerDeps, seconds: number): Promise<number> {
  const runs = await deps.database.query<UnsettledRun>(UNSETTLED, [seconds, RUNS, GIVEN_UP_AFTER]);
  const lost: string[] = [];
  for (const { workflow_id, rows, given_up } of runs)
    if (given_up || !(await deps.starter.isRunning(workflow_id))) lost.push(...rows);
  if (lost.length === 0) return 0;
  const queued = await deps.database.query(QUEUE_MAIL_AGAIN, [lost]);
  // There may be more than one go can take.
  return queued.length + (runs.length === RUNS ? await queueLostMail(deps, seconds) : 0);
}

/**
 * Of many open waits some are asked for at each look, in turns. A run that is lost is seldom alone:
 * then the next ones are asked for at once.
 */
async function queueLostWaits(deps: ReconcilerDeps, seconds: number): Promise<number> {
  const waits = await deps.database.query<{ id: string; workflow_id: string }>(WAITS_TO_CHECK, [
    seconds,
    RUNS,
  ]);
  const lost: string[] = [];
  for (const { id, workflow_id } of waits)
    if (!(await deps.starter.isRunning(workflow_id))) lost.push(id);
  if (lost.length === 0) return 0;
  const queued = await deps.database.query(QUEUE_WAITS_AGAIN, [lost]);
  return queued.length + (waits.length === RUNS ? await queueLostWaits(deps, seconds) : 0);
}
