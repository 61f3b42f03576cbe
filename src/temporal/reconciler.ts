import type { Database } from '../db/database.js';
import type { Log } from '../log.js';
import { createWakeSignal } from '../wake-signal.js';
import { RUNS } from '../catalogue.js';
import type { LostRows, Run } from '../store/run.js';
import { queueRuns, wasQueued } from '../store/outbox.js';
import { statement } from '../store/statement.js';
import type { Starter } from './starter.js';
import { withTimeout } from '../deadline.js';

interface ReconcilerDeps {
  readonly database: Database;
  readonly starter: Pick<Starter, 'isRunning'>;
  readonly log: Log;
}

// Runs that Temporal is asked for in one go.
const MAX_SUSPECTS = 100;
// Milliseconds to end a look.
const STOP_WITHIN_MS = 2_000;

type Suspects = Extract<LostRows, { readonly suspects: string }>;

interface Suspect {
  readonly workflow_id: string;
  readonly ids: readonly string[];
  readonly given_up: boolean;
}

/** Looks every `seconds` for work that made no progress for as long, and is lost. A look that fails is made up for by the next one. */
export class Reconciler {
  private readonly wakeSignal = createWakeSignal();
  private readonly running: Promise<void>;
  private stopped = false;

  constructor(
    private readonly deps: ReconcilerDeps,
    private readonly seconds: number,
  ) {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.wakeSignal.wake();
    await withTimeout(STOP_WITHIN_MS, this.running, undefined);
  }

  private async run(): Promise<void> {
    const { deps, seconds, wakeSignal } = this;
    await wakeSignal.wait(seconds * 1_000);
    while (!this.stopped) {
      // The dispatcher says what is away.
      await reconcile(deps, seconds).catch((err: unknown) =>
        deps.log.debug({ err }, 'lost runs could not be looked up'),
      );
      await wakeSignal.wait(seconds * 1_000);
    }
  }
}

/**
 * Queues work that rows say remains and that made no progress for `seconds`; answers how much.
 * Temporal is asked only whether a run is still at it: what is to be done is in Postgres alone.
 */
export async function reconcile(deps: ReconcilerDeps, seconds: number): Promise<number> {
  const queued: Record<string, number> = {};
  for (const run of RUNS)
    for (const lost of run.lost ?? []) {
      const count = await queueLost(deps, run, lost, seconds);
      if (count > 0) queued[run.workflow] = (queued[run.workflow] ?? 0) + count;
    }
  const total = Object.values(queued).reduce((sum, count) => sum + count, 0);
  if (total > 0) deps.log.info({ queued }, 'lost work queued again');
  return total;
}

async function queueLost(
  deps: ReconcilerDeps,
  run: Run,
  lost: LostRows,
  seconds: number,
): Promise<number> {
  const { database } = deps;
  if ('requeue' in lost)
    return (await database.query(withParameters(lost.requeue), [seconds])).length;
  if ('suspects' in lost) return queueIfGone(deps, run, lost, seconds);
  const age = seconds + (lost.extraSeconds ?? 0);
  return (await database.query(queueAgain(run, lost), [age])).length;
}

/**
 * Of many suspects some are asked for at each look, in turns. A run that is lost is seldom alone: then
 * the next ones are asked for at once.
 */
async function queueIfGone(
  deps: ReconcilerDeps,
  run: Run,
  lost: Suspects,
  seconds: number,
): Promise<number> {
  const { database, starter } = deps;
  const suspects = await database.query<Suspect>(withParameters(lost.suspects), [
    seconds,
    MAX_SUSPECTS,
  ]);
  const gone: string[] = [];
  for (const { workflow_id, ids, given_up } of suspects)
    if (given_up || !(await starter.isRunning(workflow_id))) gone.push(...ids);
  if (gone.length === 0) return 0;
  // Temporal was asked: what was done a moment ago does not say that somebody is at it.
  const queued = await database.query(queueAgain(run, lost), [0, gone]);
  const more = suspects.length === MAX_SUSPECTS ? await queueIfGone(deps, run, lost, seconds) : 0;
  return queued.length + more;
}

type LostSelection = Extract<LostRows, { readonly rows: string }>;

/** SQL of a declaration with its parameters: `$1` seconds, `$2` a limit or ids. */
const withParameters = (sql: string): string =>
  sql
    .replaceAll('$age', 'make_interval(secs => $1)')
    .replaceAll('$limit', '$2')
    .replaceAll('$ids', '$2');

/**
 * The statement that queues lost runs again, those whose run is not queued and was not started within the
 * last $1 seconds; answers a row for each. A run that is still at it is met by the start and goes on.
 */
function queueAgain(run: Run, lost: LostSelection): string {
  const signal = 'signal' in lost ? { signal: lost.signal } : {};
  const each = ('each' in lost && lost.each) || 'SELECT org_id, id FROM lost';
  const select = `SELECT org_id, id FROM (${each}) AS one WHERE NOT ${wasQueued(run, 'one.id', '$1')}`;
  return statement(
    [`lost AS (${withParameters(lost.rows)})`, queueRuns(run, { ...signal, again: true }, select)],
    'SELECT FROM queued',
  );
}
