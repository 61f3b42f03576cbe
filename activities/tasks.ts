import { Context } from '@temporalio/activity';
import type { TaskDeciding } from '../src/resources/tasks/deciding.js';
import type { TaskReport, TaskRuns } from '../src/resources/tasks/runs.js';
import { STEP_NAMES } from '../src/resources/tasks/types/types.js';
import { operatorsVerdict, type ApprovalDecision } from '../src/store/approvals.js';
import { withHeartbeat } from './heartbeat.js';

interface TaskServices {
  readonly taskRuns: Pick<TaskRuns, 'look' | 'runStep' | 'undoStep' | 'cancel'>;
  readonly taskDeciding: Pick<TaskDeciding, 'decide'>;
}

/** What runs may do with tasks. Safe to run twice. */
export function taskActivities({ taskRuns, taskDeciding }: TaskServices) {
  const steps = STEP_NAMES.map((name) => [
    name,
    (taskId: string): Promise<TaskReport | null> =>
      withHeartbeat(() => taskRuns.runStep(taskId, name, Context.current().info.attempt)),
  ]);
  return {
    /** Ends what is due by the clock, and tells how the task stands; null when it is gone. */
    lookAtTask: (taskId: string): Promise<TaskReport | null> => taskRuns.look(taskId),

    /** Takes back what a finished step did. */
    undoStep: (taskId: string, name: string): Promise<TaskReport | null> =>
      taskRuns.undoStep(taskId, name),

    /** Cancels the task, as its client may. */
    cancelTask: (taskId: string): Promise<TaskReport | null> => taskRuns.cancel(taskId),

    /** Decides a task that waits for approval. */
    async decideTask(taskId: string, decision: ApprovalDecision): Promise<void> {
      await taskDeciding.decide(taskId, operatorsVerdict(decision));
    },

    // Each step is an activity, so that a history reads as what was done.
    ...(Object.fromEntries(steps) as object),
  };
}
