import type { Context } from '@temporalio/activity';
import { Worker, type ActivityInterceptors, type NativeConnection } from '@temporalio/worker';
import { failureInterceptor } from '../activities/failures.js';
import { modelsQueue, outboundQueue, webhooksQueue } from '../src/temporal/queues.js';

interface SdkWorkerOptions {
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
// Attempts wait for others and do little themselves; one endpoint gets five of them at most.
const WEBHOOKS_CONCURRENCY = {
  maxConcurrentActivityTaskExecutions: 200,
  activityTaskPollerBehavior: { type: 'autoscaling' },
} as const;
// Attempts to send that take longer than a moment: they wait for mail servers.
const OUTBOUND_CONCURRENCY = {
  maxConcurrentActivityTaskExecutions: 50,
  activityTaskPollerBehavior: { type: 'autoscaling' },
} as const;
// Models take minutes, and their answers memory.
const MODELS_CONCURRENCY = {
  maxConcurrentActivityTaskExecutions: 20,
  activityTaskPollerBehavior: { type: 'autoscaling' },
} as const;
type Concurrency =
  typeof WEBHOOKS_CONCURRENCY | typeof OUTBOUND_CONCURRENCY | typeof MODELS_CONCURRENCY;
// The whole service stops within ten seconds.
const SHUTDOWN = { shutdownGraceTime: '2s', shutdownForceTime: '4s' } as const;

/** Workflows and activities on one queue; attempts that wait for others on queues of their own. */
export interface SdkWorker {
  /** How the main queue's worker calls itself to Temporal. */
  readonly identity: string;
  /** Rejects when it cannot go on; resolves after `shutdown`. */
  run(): Promise<void>;
  /** Runs until `work` has ended. */
  runUntil<T>(work: () => Promise<T>): Promise<T>;
  shutdown(): void;
}

/** A worker that is not running yet. */
export async function createSdkWorker(
  connection: NativeConnection,
  { activities, bundlePath, onActivityEnded, ...queue }: SdkWorkerOptions,
): Promise<SdkWorker> {
  const shared = {
    connection,
    activities,
    ...SHUTDOWN,
    interceptors: {
      activity: [() => ({ inbound: failureInterceptor }), endInterceptor(onActivityEnded)],
    },
  };
  const main = await Worker.create({
    ...shared,
    ...queue,
    ...CONCURRENCY,
    workflowBundle: { codePath: bundlePath },
  });
  const beside = (name: string, concurrency: Concurrency) =>
    Worker.create({ ...shared, ...queue, ...concurrency, taskQueue: name });
  const { taskQueue } = queue;
  const webhooks = await beside(webhooksQueue(taskQueue), WEBHOOKS_CONCURRENCY);
  const outbound = await beside(outboundQueue(taskQueue), OUTBOUND_CONCURRENCY);
  const models = await beside(modelsQueue(taskQueue), MODELS_CONCURRENCY);
  const all = [main, webhooks, outbound, models];
  const shutdown = () => {
    for (const worker of all) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  const run = async () => {
    // When one cannot go on, neither does the other.
    await Promise.all(all.map((worker) => worker.run().finally(shutdown)));
  };
  return {
    identity: main.options.identity,
    run,
    shutdown,
    runUntil: (work) => all.reduceRight((inner, worker) => () => worker.runUntil(inner), work)(),
  };
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
