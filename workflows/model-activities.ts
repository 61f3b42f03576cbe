import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import { modelsQueue } from '../src/temporal/queues.js';

/** Activities that ask models, which take minutes: they have a queue of their own, and say that they are alive. */
export const modelActivities = <Known extends object>(startToCloseTimeout: '6m' | '8m') =>
  proxyActivities<Known>({
    taskQueue: modelsQueue(workflowInfo().taskQueue),
    startToCloseTimeout,
    heartbeatTimeout: '30s',
    retry: { maximumInterval: '1m' },
  });
