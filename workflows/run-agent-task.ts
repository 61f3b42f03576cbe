import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  patched,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import type { TaskReport, ToldEnd } from '../src/resources/tasks/runs.js';
import type { RunInputs } from '../src/store/run.js';
import { CLOCK_DIFFERENCE_MS } from './clock.js';
import { takeDecisions } from './decisions.js';
import { localActivities, orElse } from './local-activities.js';
import { taskChanged, taskState } from './messages.js';
import { modelActivities } from './model-activities.js';
import { createPhases } from './phase.js';

// While storage is away: it may take days.
const options = { startToCloseTimeout: '30s', retry: { maximumInterval: '1m' } } as const;
const { lookAtTask, undoStep, cancelTask, decideTask } = proxyActivities<Activities>(options);
// Each step is an activity of its name.
const steps =
  proxyActivities<Record<string, (taskId: string) => Promise<TaskReport | null>>>(options);

const modelSteps = () => modelActivities<typeof steps>('6m');

/** Does one step after the other, as the row says, and undoes them where the task ends otherwise. */
export async function runAgentTask({ taskId }: RunInputs['runAgentTask']): Promise<string> {
  // Asked once, before all else: a run that began without goes on without.
  const looksInside = patched('looks inside');
  const enter = createPhases(looksInside);
  const seen: SeenTask = { report: null, changed: false, end: null };
  setHandler(taskChanged, (end) => {
    seen.changed = true;
    // Runs of earlier versions looked.
    if (end && patched('told how it ended')) seen.end = reportOf(end);
  });
  setHandler(taskState, () => seen.report);
  takeDecisions(
    async (decision) => {
      await decideTask(taskId, decision);
      seen.changed = true;
    },
    () => (seen.report?.status === 'WAITING_APPROVAL' ? null : 'the task waits for no approval'),
  );

  const read = looksInside ? readInside : lookAtTask;
  const look = async () => {
    // What was said before a look is in it. Earlier versions looked once more for what had started them.
    if (looksInside || seen.report !== null) seen.changed = false;
    return seen.end ?? read(taskId);
  };
  const lookOn = async () => afterWait(taskId, await look());

  const advance = async ({ next, usesModel, dueIn, status, summary }: TaskReport) => {
    const standing = `${status}: ${summary}`;
    if (next !== null && status !== 'WAITING_EMAIL') {
      setCurrentDetails(standing);
      return (usesModel ? modelSteps() : steps)[next]!(taskId);
    }
    const milliseconds = (dueIn ?? 0) * 1_000 + CLOCK_DIFFERENCE_MS;
    const until = new Date(Date.now() + milliseconds).toISOString();
    setCurrentDetails(`${standing}; looks again at ${until}`);
    enter(status.toLowerCase(), milliseconds);
    await condition(() => seen.changed, milliseconds);
    return lookOn();
  };

  const orCancelled = (work: () => Promise<TaskReport | null>) =>
    untilCancelled(work, () => cancelTask(taskId));

  seen.report = await orCancelled(looksInside ? lookOn : look);
  while (isOpen(seen.report) && !workflowInfo().continueAsNewSuggested)
    seen.report = await orCancelled(() => advance(seen.report!));
  if (isOpen(seen.report)) return continuedAsNew(taskId);
  await CancellationScope.nonCancellable(() => undoSteps(taskId, seen));
  return seen.report === null
    ? 'the task is gone'
    : `${seen.report.status}: ${seen.report.summary}`;
}

interface SeenTask {
  report: TaskReport | null;
  changed: boolean;
  /** How the task ended, where that was told. */
  end: TaskReport | null;
}

const reportOf = (end: ToldEnd): TaskReport => ({ ...end, next: null, undo: null, dueIn: null });

const ENDED = new Set(['COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED']);

const isOpen = (report: TaskReport | null): boolean => report !== null && !ENDED.has(report.status);

/** A wait that may have ended is looked at by the step that waits. */
const afterWait = async (taskId: string, found: TaskReport | null): Promise<TaskReport | null> =>
  found?.status === 'WAITING_EMAIL' && found.next !== null ? steps[found.next]!(taskId) : found;

const readInside = (taskId: string): Promise<TaskReport | null> =>
  orElse(localActivities.lookAtTask(taskId), () => lookAtTask(taskId));

async function undoSteps(taskId: string, seen: SeenTask): Promise<void> {
  while (typeof seen.report?.undo === 'string')
    seen.report = await undoStep(taskId, seen.report.undo);
  await condition(allHandlersFinished);
}

async function continuedAsNew(taskId: string): Promise<never> {
  await condition(allHandlersFinished);
  return continueAsNew<typeof runAgentTask>({ taskId });
}

/** What operators cancel is the task. */
async function untilCancelled<T>(work: () => Promise<T>, cancel: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isCancellation(error)) throw error;
    return CancellationScope.nonCancellable(cancel);
  }
}
