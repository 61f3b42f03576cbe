import type { Context } from '@temporalio/activity';
import { Worker, type ActivityInterceptors, type NativeConnection } from '@temporalio/worker';
import { failureInterceptor } from '../activities/failures.js';

/** What a worker runs, and for whom. */
export interface SdkWorkerOptions {
  readonly namespace: string;
  readonly taskQueue: string;
  /** Functions by name; what a workflow does not call may be missing. */
  readonly activities: object;
  /** The prebuilt workflows. */
  readonly bundlePath: string;
  /** Called with the id of a run when one of its activities has ended. */
  readonly onActivityEnded?: (workflowId: string) => void;
}

// For two cores. Eager starts need free workflow-task slots; activities use the database pool.
const CONCURRENCY = {
  maxConcurrentWorkflowTaskExecutions: 40,
  maxConcurrentLocalActivityExecutions: 16,
  maxConcurrentActivityTaskExecutions: 16,
  maxCachedWorkflows: 500,
  workflowTaskPollerBehavior: { type: 'autoscaling' },
  activityTaskPollerBehavior: { type: 'autoscaling' },
} as const;
// The whole service stops within ten seconds.
const SHUTDOWN = { shutdownGraceTime: '2s', shutdownForceTime: '4s' } as const;

/** A worker that is not running yet. */
export function createSdkWorker(
  connection: NativeConnection,
  { activities, bundlePath, onActivityEnded, ...queue }: SdkWorkerOptions,
): Promise<Worker> {
  return Worker.create({
    connection,
    ...queue,
    ...CONCURRENCY,
    ...SHUTDOWN,
    activities,
    workflowBundle: { codePath: bundlePath },
    interceptors: {
      activity: [() => ({ inbound: failureInterceptor }), endInterceptor(onActivityEnded)],
    },
  });
}

/** Tells of ends, however they come. */
const endInterceptor =
  (onEnded: SdkWorkerOptions['onActivityEnded']) =>
  ({ info }: Context): ActivityInterceptors => ({
    inbound: {
      async execute(input, next) {
        try {
          return await next(input);
        } finally {
          if (info.workflowExecution) onEnded?.(info.workflowExecution.workflowId);
        }
      },
    },
  });
