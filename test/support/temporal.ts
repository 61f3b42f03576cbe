import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import type { NativeConnection } from '@temporalio/worker';
import type { Activities } from '../../activities/index.js';
import { createLog } from '../../src/log.js';
import type { TemporalOptions } from '../../src/temporal/options.js';
import { installRuntime } from '../../workers/runtime.js';
import { createSdkWorker } from '../../workers/sdk-worker.js';
import type * as workflows from '../../workflows/index.js';

type Workflows = typeof workflows;
type Name = keyof Workflows;

/** The Temporal server of this test run, with a task queue of this file's own. */
export interface TestTemporal {
  readonly options: TemporalOptions;
  readonly client: Client;
  readonly connection: NativeConnection;
  /** Starts a run; some worker has to be there for it to get on. */
  start<N extends Name>(
    workflow: N,
    args: Parameters<Workflows[N]>,
    workflowId?: string,
  ): Promise<WorkflowHandle>;
  /** Runs a workflow to its end, with these activities. */
  run<N extends Name>(
    workflow: N,
    args: Parameters<Workflows[N]>,
    activities: Partial<Activities>,
  ): ReturnType<Workflows[N]>;
  /** Keeps a worker with these activities while `work` is under way. */
  withWorker<T>(activities: Partial<Activities>, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The prebuilt workflows, as `npm run build` makes them. */
export const bundlePath = fileURLToPath(new URL('../../dist/workflow-bundle.js', import.meta.url));

/** The address of the server of this test run. @throws Error outside of a run. */
export function testTemporalAddress(): string {
  const address = process.env['RESTANTE_TEST_TEMPORAL_ADDRESS'];
  if (!address)
    throw new Error('RESTANTE_TEST_TEMPORAL_ADDRESS is not set: run tests through Jest');
  return address;
}

/** Connects to the server of this test run. */
export async function createTestTemporal(): Promise<TestTemporal> {
  installRuntime(createLog('silent'));
  const address = testTemporalAddress();
  const taskQueue = `test-${randomUUID()}`;
  const namespace = 'default';
  const environment = await TestWorkflowEnvironment.createFromExistingServer({ address });
  const { client, nativeConnection: connection } = environment;

  const start: TestTemporal['start'] = (workflow, args, workflowId = randomUUID()) => {
    const options = { taskQueue, workflowId, args: [...args] };
    return client.workflow.start(workflow as string, options);
  };

  const withWorker: TestTemporal['withWorker'] = async (activities, work) => {
    const queue = { namespace, taskQueue, bundlePath };
    const worker = await createSdkWorker(connection, { ...queue, activities });
    return worker.runUntil(work);
  };

  return {
    options: { address, namespace, taskQueue },
    client,
    connection,
    start,
    withWorker,
    run<N extends Name>(
      workflow: N,
      args: Parameters<Workflows[N]>,
      activities: Partial<Activities>,
    ) {
      const result: Promise<unknown> = withWorker(activities, async () => {
        const run = await start(workflow, args);
        return run.result() as Promise<unknown>;
      });
      return result as ReturnType<Workflows[N]>;
    },
    close: () => environment.teardown(),
  };
}
