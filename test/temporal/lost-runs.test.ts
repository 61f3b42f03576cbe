import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createActivities } from '../../activities/index.js';
import { Listener } from '../../src/live/listener.js';
import { createLog } from '../../src/log.js';
import { RUNS } from '../../src/runs.js';
import { workflowId } from '../../src/store/run.js';
import type { WorkflowName } from '../../src/store/run.js';
import type { RunningWorker } from '../../src/temporal/running-worker.js';
import { startWorker } from '../../workers/run.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { IDLE_ENDPOINTS, IDLE_SERVICES } from '../support/idle-services.js';
import { bundlePath, createTestTemporal, type TestTemporal } from '../support/temporal.js';
import { until } from './rows.js';

const log = createLog('silent');
const HOUR_AGO = `now() - interval '1 hour'`;

// Events of a history from which on a run that waits has looked.
const LOOKED = 6;

const inbox = (column: string, time: string) => `
  INSERT INTO inboxes (id, org_id, address, domain, name, imap_password_hash, created_at, ${column})
  VALUES ($1, 'org_1', $1, 'restante.localhost', 'n', '', ${HOUR_AGO}, ${time})`;

const delivery = (ordered: boolean) => `
  WITH webhook AS (
    INSERT INTO webhooks (id, org_id, url, events, sealed_secret, ordered)
    VALUES ('wh_' || $1, 'org_1', '', '{*}', '', ${ordered}) RETURNING id)
  INSERT INTO webhook_deliveries (id, org_id, webhook_id, event_id, kind, queued, touched_at)
  SELECT 'whd_' || $1, 'org_1', id, 'evt_' || $1, 'email.received', false, ${HOUR_AGO} FROM webhook`;

/** Rows that were left behind when Temporal forgot the run of $1, and what the run is named after. */
const LEFT: Partial<Record<WorkflowName, { rows: string; of?: (id: string) => string }>> = {
  processInbound: {
    rows: `INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id, done_at)
      VALUES ('start', 'processInbound', 'processInbound:run_lost', 'org_1', $1, ${HOUR_AGO})`,
  },
  verifySenders: {
    rows: `INSERT INTO sender_checks (stored_message_id, auth, retry_at)
      SELECT 1, '{"verdict": "unknown"}', ${HOUR_AGO} WHERE $1 <> ''`,
    of: () => 'all',
  },
  releaseMail: {
    rows: `WITH inbox AS (${inbox('status', `'ACTIVE'`)})
      INSERT INTO inbox_counters (inbox_id, withhold) VALUES ($1, true)`,
  },
  deleteInbox: { rows: inbox('deleted_at', HOUR_AGO) },
  expireInbox: { rows: inbox('expires_at', HOUR_AGO) },
  waitForEmail: {
    rows: `INSERT INTO durable_waits (id, org_id, inbox_id, kind, after_uid, count, created_at,
        expires_at, checked_at)
      VALUES ($1, 'org_1', 'inb_1', 'email', 0, 1, ${HOUR_AGO}, now() + interval '1 hour', ${HOUR_AGO})`,
  },
  deliverWebhook: { rows: delivery(false), of: (id) => `whd_${id}` },
  deliverInOrder: { rows: delivery(true), of: (id) => `wh_${id}` },
  sendEmail: {
    rows: `INSERT INTO sends (email_id, org_id, inbox_id, recipients, touched_at)
      VALUES ($1, 'org_1', 'inb_1', '[]', ${HOUR_AGO})`,
  },
  sendBulk: {
    rows: `INSERT INTO bulks (id, org_id, inbox_ids, mode, total, touched_at)
      VALUES ($1, 'org_1', '{}', 'messages', 1, ${HOUR_AGO})`,
  },
};

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
  for (const [workflow, { rows }] of Object.entries(LEFT))
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

/** What Temporal was told is long ago. */
const passTime = () =>
  test.database.query(`UPDATE outbox SET done_at = done_at - interval '1 hour'`);

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
    expect(Object.keys(LEFT).sort()).toEqual([...lossy].sort());
  });

  it.each(lossy)(
    '%s is started again, whenever Temporal forgets it',
    async (workflow) => {
      const of = LEFT[workflow]!.of ?? ((id) => id);
      const id = workflowId(workflow, of(idFor(workflow)));
      let first: string | null = null;
      await until(async () => (first = await restingRun(id)) !== null);
      await loseRun(id, first!);
      await until(async () => {
        await passTime();
        return ![null, first].includes(await restingRun(id));
      });
    },
    60_000,
  );
});
