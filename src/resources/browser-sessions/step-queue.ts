import type { Caller } from '../../auth/caller.js';
import type { Queries } from '../../db/queries.js';
import { AppError, invalid } from '../../errors.js';
import { newId } from '../../ids.js';
import type { EndWatches } from '../../live/end-watches.js';
import { sendNotification } from '../../store/statement.js';
import type { SessionAccess } from './access.js';
import type { BrowserStepOutcome, SealedSteps, StepInput } from './sealed-steps.js';
import { ADD_STEP, endLeftSteps, endOutdated, FIND_BY_KEY } from './store.js';

interface StepQueueDeps {
  readonly database: Queries;
  readonly steps: Pick<SealedSteps, 'seal' | 'open'>;
  readonly access: Pick<SessionAccess, 'whyNot'>;
  /** Requests that wait for a step. */
  readonly watches: Pick<EndWatches, 'watch'>;
}

/** A step to be. */
export interface AskedStep {
  readonly sessionId: string;
  readonly action: string;
  readonly input: StepInput;
  /** With it, what was asked for before is not done again. */
  readonly key?: string;
}

/** A step that is to be done. */
export interface OpenStep {
  readonly id: string;
  readonly sessionId: string;
}

interface EndedRow {
  readonly endedAt: Date | null;
  readonly sealedOutcome: Buffer | null;
  readonly process: string | null;
}

// Milliseconds: that a process takes a session, that an act and those before it take.
const TAKEN_WITHIN_MS = 6_000;
const DONE_WITHIN_MS = 90_000;
// Milliseconds between looks whether the process is still there.
const LOOK_EVERY_MS = 2_000;

/** Seconds until there may be room, or a browser. */
export const RETRY_AFTER_SECONDS = 30;

/** What is to be done in sessions, each a row; and what came of it. */
export class StepQueue {
  constructor(private readonly deps: StepQueueDeps) {}

  /** Has a step done, behind those before it. @throws AppError what it was refused with; 404, 410, 503 */
  async done(
    caller: Caller,
    asked: AskedStep,
    signal: AbortSignal,
  ): Promise<{ readonly n: number; readonly done: BrowserStepOutcome }> {
    const { n, step } = await this.added(caller, asked);
    return { n, done: await this.settled(caller, step, DONE_WITHIN_MS, signal) };
  }

  /** The same, with what it was refused with as an outcome. @throws AppError 404, 410, 503 */
  async outcome(
    caller: Caller,
    asked: AskedStep,
    signal: AbortSignal,
  ): Promise<{ readonly n: number; readonly done: BrowserStepOutcome }> {
    const { n, step } = await this.added(caller, asked);
    return { n, done: await this.ended(caller, step, DONE_WITHIN_MS, signal) };
  }

  private async added(caller: Caller, { sessionId, action, input, key }: AskedStep) {
    const { database, steps, access } = this.deps;
    const known = key === undefined ? undefined : await this.findByKey(sessionId, key);
    if (known) return { n: known.n, step: { id: known.id, sessionId } };
    const step = { id: newId('bst'), sessionId };
    const sealed = await steps.seal(caller.orgId, step.id, 'input', input);
    const [added] = await database.query<{ n: number }>(ADD_STEP, [
      ...[sessionId, step.id, action, sealed, key ?? null],
    ]);
    if (!added) throw await access.whyNot(caller, sessionId);
    return { n: added.n, step };
  }

  private async findByKey(sessionId: string, key: string) {
    const { database } = this.deps;
    const found = await database.query<{ id: string; n: number }>(FIND_BY_KEY, [sessionId, key]);
    return found[0];
  }

  /**
   * What a step came to, within so many milliseconds.
   * @throws AppError what it was refused with; 404, 410 where its session ended meanwhile, 503 where nobody took it
   */
  async settled(
    caller: Caller,
    step: OpenStep,
    within: number,
    signal: AbortSignal,
  ): Promise<BrowserStepOutcome> {
    return notRefused(await this.ended(caller, step, within, signal));
  }

  private async ended(
    caller: Caller,
    step: OpenStep,
    within: number,
    signal: AbortSignal,
  ): Promise<BrowserStepOutcome> {
    const { steps, access } = this.deps;
    const until = Date.now() + within;
    for (let left = within; left > 0; left = signal.aborted ? 0 : until - Date.now()) {
      const row = await this.watched(step.id, Math.min(left, LOOK_EVERY_MS), signal);
      if (row?.sealedOutcome)
        return steps.open(caller.orgId, step.id, 'outcome', row.sealedOutcome);
      if (row?.endedAt !== null) break;
      if (row.process === null && left < within - TAKEN_WITHIN_MS) throw nobody();
      // What was told before a process listened is told again.
      if (row.process === null)
        await sendNotification(this.deps.database, 'browser_work', step.sessionId);
      await endOutdated(this.deps.database);
      // A process that died while it ended the session may have left this one.
      await endLeftSteps(this.deps.database, [step.sessionId]);
    }
    throw await access.whyNot(caller, step.sessionId);
  }

  /** A step, after a while in which it may end. */
  private async watched(
    stepId: string,
    ms: number,
    signal: AbortSignal,
  ): Promise<EndedRow | undefined> {
    const watch = this.deps.watches.watch(stepId);
    const row = await this.find(stepId).catch(() => undefined);
    const isOpen = row?.endedAt === null;
    await watch.until(isOpen ? ms : 0, signal);
    return isOpen ? this.find(stepId).catch(() => row) : row;
  }

  private async find(stepId: string): Promise<EndedRow | undefined> {
    const [row] = await this.deps.database.query<EndedRow>(FIND_STEP, [stepId]);
    return row;
  }
}

const FIND_STEP = `
SELECT s.ended_at AS "endedAt", s.sealed_outcome AS "sealedOutcome", b.process
FROM browser_steps s JOIN browser_sessions b ON b.id = s.session_id WHERE s.id = $1`;

const nobody = () =>
  new AppError(503, 'No browser is free: start a process with the role browser (npm run browser)', {
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });

/** @throws AppError what it was refused with */
function notRefused(outcome: BrowserStepOutcome): BrowserStepOutcome {
  const { refused } = outcome;
  if (refused?.status === 400) throw invalid(refused.message);
  if (refused) throw new AppError(refused.status, refused.message);
  return outcome;
}
