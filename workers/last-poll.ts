import type { NativeConnection } from '@temporalio/worker';
import type { TemporalOptions } from '../src/temporal/options.js';
import { withTimeout } from '../src/deadline.js';

// Milliseconds for an answer: whoever asks wants one at once.
const DEADLINE = 1_000;
// temporal.api.enums.v1.TaskQueueType: WORKFLOW
const WORKFLOW_QUEUE = 1;

/** When Temporal last saw the worker `identity` ask for work; null when it does not say. */
export async function lastPoll(
  connection: NativeConnection,
  { namespace, taskQueue }: TemporalOptions,
  identity: string,
): Promise<Date | null> {
  const asked = connection
    .withDeadline(Date.now() + DEADLINE, () =>
      connection.workflowService.describeTaskQueue({
        namespace,
        taskQueue: { name: taskQueue },
        taskQueueType: WORKFLOW_QUEUE,
      }),
    )
    .then(({ pollers }) => pollers?.find((poller) => poller.identity === identity)?.lastAccessTime)
    .catch(() => null);
  const seconds = (await withTimeout(DEADLINE, asked, null))?.seconds;
  return seconds ? new Date(Number(seconds) * 1_000) : null;
}
