import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createActivities } from '../../activities/index.js';
import { Listener } from '../../src/live/listener.js';
import { createLog } from '../../src/log.js';
import { RUNS, runOf } from '../../src/catalogue.js';
import { workflowId, type WorkflowName } from '../../src/store/run.js';
import { installationRunId } from '../../src/temporal/queues.js';
import type { RunningWorker } from '../../src/temporal/work.js';
import { startWorker } from '../../workers/run.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { IDLE_ENDPOINTS, IDLE_SERVICES, LEFT_BEHIND } from '../support/all-facts.js';
import { bundlePath, createTestTemporal, type TestTemporal } from '../support/temporal.js';
import { until } from './rows.js';

const log = createLog('silent');

// Events of a history from which on a run that waits has looked.
const LOOKED = 6;

let test: TestDatabase;
let temporal: TestTemporal;
let listener: Listener;
let worker: RunningWorker;

// Nothing that is done changes a row: rows say for ever that a run is needed.
const activities = createActivities({
  ...IDLE_SERVICES,
  durableWaits: {
    lookForRun: async () => ({
      status: 'waiting',
      expiresAt: new Date(Date.now() + 3_600_000),
      found: 0,
      count: 1,
      remindAt: null,
    }),
  },
});

beforeAll(async () => {
  test = await createTestDatabase();
  temporal = await createTestTemporal();
  listener = await Listener.start(test.url, log);
  for (const [workflow, { rows }] of Object.entries(LEFT_BEHIND))
    await test.database.query(rows, [idFor(workflow)]);
  worker = startWorker({
    temporal: temporal.options,
    activities,
    database: test.database,
    endpoints: IDLE_ENDPOINTS,
    listener,
    log,
    bundlePath,
    reconcileEvery: 0.3,
  });
});
afterAll(async () => {
  await worker.shutdown();
  await listener.close();
  await temporal.close();
  await test.drop();
});

const idFor = (workflow: string) => `${workflow}_${temporal.options.taskQueue}`;

/** The id that a run has on this test's queue. */
function runIdFor(workflow: WorkflowName): string {
  const of = LEFT_BEHIND[workflow]!.of ?? ((id) => id);
  return runOf(workflow).isForAll
    ? installationRunId(workflow, temporal.options.taskQueue)
    : workflowId(workflow, of(idFor(workflow)));
}

/** The newest run of an id on this test's queue once it has nothing to do; null where Temporal knows none. */
async function restingRun(id: string): Promise<string | null> {
  const { client, options } = temporal;
  const found = await client.workflow
    .getHandle(id)
    .describe()
    .catch(() => null);
  if (found?.taskQueue !== options.taskQueue) return null;
  return found.status.name !== 'RUNNING' || found.historyLength >= LOOKED ? found.runId : null;
}

let passing: Promise<unknown> | undefined;

/** What Temporal was told is long ago. One at a time: two that change all rows would wait for each other in a ring. */
const passTime = () =>
  (passing ??= test.database
    .query(`UPDATE outbox SET done_at = done_at - interval '1 hour'`)
    .finally(() => (passing = undefined)));

async function loseRun(id: string, runId: string): Promise<void> {
  const { client, options } = temporal;
  await client.workflowService.deleteWorkflowExecution({
    namespace: options.namespace,
    workflowExecution: { workflowId: id, runId },
  });
}

const lossy = RUNS.filter(({ lost }) => lost).map(({ workflow }) => workflow);

describe('runs that rows say were lost', () => {
  it('are all looked at here', () => {
    expect(Object.keys(LEFT_BEHIND).sort()).toEqual([...lossy].sort());
  });

  it.concurrent.each(lossy)(
    '%s is started again, whenever Temporal forgets it',
    async (workflow) => {
      const id = runIdFor(workflow);
      let first: string | null = null;
      await until(async () => (first = await restingRun(id)) !== null);
      await loseRun(id, first!);
      await until(async () => {
        await passTime();
        return ![null, first].includes(await restingRun(id));
      });
    },
  );
});
