import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection } from '@temporalio/worker';
import { startEmbeddedTemporal } from '../src/embedded/temporal.js';
import { createLog } from '../src/log.js';
import { createClient, isHealthy } from '../src/temporal/client.js';
import { installRuntime } from '../workers/runtime.js';
import { createSdkWorker } from '../workers/sdk-worker.js';
import { atLeast, atMost, type Bench, type BenchOptions, type Figure } from './figures.js';
import { cpuOf } from './processes.js';
import { spreadOf, type Spread } from './statistics.js';

/** What `threeSteps` calls. */
export type StepActivities = typeof activities;

const activities = { step: async (number: number) => number + 1 };

const log = createLog('warn');
const namespace = 'default';
const taskQueue = 'bench';
const WARM_UP = { inFlight: 8, runs: 100 };

/** What a run costs: a worker as the service has it, the embedded server, three steps that do nothing. */
export const workflows: Bench = (options) =>
  withBareRuns(options, async (measure) => {
    const { full } = options;
    const alone = await measure({ inFlight: 1, runs: full ? 500 : 150 });
    const together = await measure({ inFlight: 8, runs: full ? 4_000 : 600 });
    const crowded = await measure({ inFlight: 50, runs: full ? 4_000 : 600 });
    return { figures: [latency(alone), throughput(together), throughput(crowded)] };
  });

/** How many runs there are, and how many of them at once. */
export interface Load {
  readonly inFlight: number;
  readonly runs: number;
}

/** What runs took. */
export interface Runs extends Load, Spread {
  readonly perSecond: number;
  /** CPU milliseconds of one. */
  readonly cpuMs: number;
}

/** Gives runs that do nothing to `work`, warmed up, on a server of their own. */
export async function withBareRuns<T>(
  { directory }: BenchOptions,
  work: (measure: (load: Load) => Promise<Runs>) => Promise<T>,
): Promise<T> {
  installRuntime(log);
  const server = await startEmbeddedTemporal({ dataDir: directory, log, uiPort: 0, isHealthy });
  try {
    return await withWorker(server.address, directory, async (run) => {
      await measure(run, WARM_UP);
      return work((load) => measure(run, load));
    });
  } finally {
    await server.stop();
  }
}

type Run = () => Promise<void>;

async function withWorker<T>(
  address: string,
  directory: string,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const bundlePath = join(directory, 'bundle.js');
  const workflowsPath = fileURLToPath(new URL('./workflow-code/three-steps.js', import.meta.url));
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') });
  await writeFile(bundlePath, code);
  const connection = await NativeConnection.connect({ address });
  const client = createClient(connection, { address, namespace, taskQueue });
  const queue = { namespace, taskQueue, activities, bundlePath };
  const worker = await createSdkWorker(connection, queue);
  try {
    return await worker.runUntil(() => work(() => runOnce(client)));
  } finally {
    await connection.close();
  }
}

async function runOnce(client: Client): Promise<void> {
  const steps = await client.workflow.execute('threeSteps', {
    taskQueue,
    workflowId: `threeSteps:${randomUUID()}`,
    args: [],
    requestEagerStart: true,
  });
  if (steps !== 3) throw new Error(`three steps were ${String(steps)}`);
}

async function measure(run: Run, { inFlight, runs }: Load): Promise<Runs> {
  const times: number[] = [];
  let left = runs;
  const cpuBefore = await cpuOf(process.pid);
  const begin = performance.now();
  const lane = async () => {
    while (left-- > 0) {
      const from = performance.now();
      await run();
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  const seconds = (performance.now() - begin) / 1_000;
  const cpuMs = ((await cpuOf(process.pid)) - cpuBefore) / runs;
  return { ...spreadOf(times), inFlight, runs, cpuMs, perSecond: runs / seconds };
}

function latency({ p50, p99, n, cpuMs }: Runs): Figure {
  const what = 'run of three steps, start to result';
  return { what, value: p50, unit: 'ms', p50, p99, n, cpuMs, goal: atMost(p50, 40) };
}

function throughput({ inFlight, p50, p99, n, cpuMs, perSecond }: Runs): Figure {
  const what = `${inFlight} in flight`;
  const figure = { what, value: perSecond, unit: 'runs/s', p50, p99, n, cpuMs };
  return inFlight === 50 ? { ...figure, goal: atLeast(perSecond, 80) } : figure;
}
