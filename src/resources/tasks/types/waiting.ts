import { conflict } from '../../../errors.js';
import { cancelWait } from '../../../store/waits/wake.js';
import type { DurableWaitRow } from '../../durable-waits/store.js';
import type { JsonObject } from '../rows.js';
import type { StepContext, StepOutcome } from '../task-type.js';

/** The name of the step that opens the wait of a task. */
export const START = 'startWaiting';

const waitIdOf = ({ results }: Pick<StepContext, 'results'>) => String(results[START]!['wait_id']);

/** Cancels the wait that the first step opened. */
export async function stopWaiting(context: StepContext<unknown>): Promise<void> {
  await cancelWait(context.database, waitIdOf(context));
}

/** What the wait of a task came to; `ended` says what that means. @throws AppError 409 when it was cancelled */
export async function outcomeOfWait(
  context: StepContext<unknown>,
  ended: (wait: DurableWaitRow) => Promise<StepOutcome> | StepOutcome,
): Promise<StepOutcome> {
  const waitId = waitIdOf(context);
  // Its own run looks as well; where that is lost, this is how it ends.
  await context.durableWaits.look([waitId], 'other');
  const wait = await context.durableWaits.find(waitId);
  if (!wait || wait.status === 'cancelled') throw conflict('The wait for it was cancelled');
  return wait.status === 'waiting' ? { kind: 'waiting' } : ended(wait);
}

const THREAD_OF = 'SELECT thread_id FROM emails WHERE id = $1 AND org_id = $2';

/** What a wait found first; null where it found nothing. */
export async function firstMatch(
  { database, task }: Pick<StepContext, 'database' | 'task'>,
  { matches: [match] }: DurableWaitRow,
): Promise<JsonObject | null> {
  if (!match) return null;
  const { email_id: emailId, code = null, link = null } = match;
  const [email] = await database.query<{ thread_id: string }>(THREAD_OF, [emailId, task.orgId]);
  return { email_id: emailId, thread_id: email?.thread_id ?? null, code, link };
}
