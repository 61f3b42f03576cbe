import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { defineSearchAttributeKey } from '@temporalio/common';
import { createActivities, type Activities } from '../../activities/index.js';
import { Listener } from '../../src/live/listener.js';
import { createLog } from '../../src/log.js';
import { OutboxClaims } from '../../src/temporal/dispatch/claim.js';
import { createClient } from '../../src/temporal/client.js';
import { GatheredDeliveries, GatheredMail } from '../../src/temporal/dispatch/gathered-run.js';
import { Starter } from '../../src/temporal/starter.js';
import type { DeliveryRun, OutboxWork, RunningWorker } from '../../src/temporal/work.js';
import { startWorker } from '../../workers/run.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { NO_OUTCOME } from '../support/facts/inbound.js';
import { IDLE_ENDPOINTS, IDLE_SERVICES } from '../support/all-facts.js';
import { bundlePath, createTestTemporal, type TestTemporal } from '../support/temporal.js';
import { startProxy } from './proxy.js';
import { outboxRows, queueMails, settle, until } from './rows.js';

const log = createLog('silent');
const OrgId = defineSearchAttributeKey('OrgId', 'KEYWORD_LIST');
const ResourceId = defineSearchAttributeKey('ResourceId', 'KEYWORD_LIST');

let test: TestDatabase;
let temporal: TestTemporal;
let listener: Listener;
const running = new Set<RunningWorker>();

beforeAll(async () => {
  test = await createTestDatabase();
  temporal = await createTestTemporal();
  listener = await Listener.start(test.url, log);
});
afterEach(async () => {
  await stopWorkers();
  await test.database.query('TRUNCATE outbox, emails');
});
afterAll(async () => {
  await listener.close();
  await temporal.close();
  await test.drop();
});

/** A worker whose mails finish as `process` says; by default at once. */
function startTestWorker(
  change: Partial<Activities> = {},
  options: { address?: string; reconcileEvery?: number } = {},
): RunningWorker {
  const { address = temporal.options.address, ...rest } = options;
  const activities = createActivities({
    ...IDLE_SERVICES,
    processing: {
      ...IDLE_SERVICES.processing,
      async process(emailIds) {
        await settle(test.database, emailIds);
        return { late: [], outcome: NO_OUTCOME };
      },
    },
  });
  const worker = startWorker({
    temporal: { ...temporal.options, address },
    activities: { ...activities, ...change },
    database: test.database,
    endpoints: IDLE_ENDPOINTS,
    listener,
    log,
    bundlePath,
    reconcileEvery: 60,
    ...rest,
  });
  running.add(worker);
  return worker;
}

async function stopWorkers(): Promise<void> {
  await Promise.all([...running].map((worker) => worker.shutdown()));
  running.clear();
}

const allSettled = async () =>
  (await outboxRows(test.database)).every(({ done, settled }) => done && settled);
const runs = async (worker: RunningWorker) => (await worker.status()).state === 'running';

describe('accepted mail', () => {
  it('is processed by a run that operators find by organization, mail and inbox', async () => {
    startTestWorker();
    const [emailId] = await queueMails(test.database, 1);
    await until(allSettled);
    const run = await temporal.client.workflow.getHandle(`processInbound:${emailId}`).describe();
    expect(run.typedSearchAttributes.get(OrgId)).toEqual(['org_1']);
    expect(run.typedSearchAttributes.get(ResourceId)).toEqual([emailId, 'inb_1']);
    expect(await run.staticSummary()).toBe(`processInbound ${emailId}`);
  });

  it('goes through in batches when there is much of it', async () => {
    await queueMails(test.database, 1_020, 'org_1');
    startTestWorker();
    await until(allSettled);
    const rows = await outboxRows(test.database);
    const runs = [...new Set(rows.map(({ workflow_id }) => workflow_id!))];
    expect(runs).toHaveLength(3);
    const batch = await temporal.client.workflow.getHandle(runs[0]!).describe();
    expect(batch.typedSearchAttributes.get(ResourceId)).toEqual([runs[0]]);
    expect(await batch.staticSummary()).toBe('processInbound of 500 emails');
  });

  it('that was gathered has one run, as deliveries have', async () => {
    const client = createClient(temporal.connection, temporal.options);
    const starter = new Starter({ client, taskQueue: 'gathered', log });
    const gathered = { orgIds: ['org_1'], ageSeconds: 0 };
    const mail = (id: string): OutboxWork => ({
      ...{
        ...gathered,
        op: 'start',
        workflow: 'processInbound',
        workflowId: 'processInbound:run_1',
      },
      ...{
        rows: [id],
        resourceIds: [id],
        inboxId: 'inb_1',
        signal: null,
        signalArg: null,
        again: false,
        attempts: 1,
      },
    });
    const delivery = (id: string): DeliveryRun => ({
      ...{ ...gathered, workflowId: 'deliverWebhook:run_1', resourceIds: ['whk_1'] },
      deliveries: [{ id, webhookId: 'whk_1', orgId: 'org_1' }],
    });
    const mails = new GatheredMail(mail('eml_1'));
    mails.add(mail('eml_2'));
    const deliveries = new GatheredDeliveries(delivery('whd_1'));
    deliveries.add(delivery('whd_2'));

    await starter.tell(mails);
    await starter.deliver(deliveries);

    const described = ({ workflowId }: { workflowId: string }) =>
      temporal.client.workflow.getHandle(workflowId).describe();
    const [finishing, telling] = await Promise.all([mails, deliveries].map(described));
    expect(await finishing!.staticSummary()).toBe('processInbound of 2 emails');
    expect(finishing!.typedSearchAttributes.get(ResourceId)).toEqual(['eml_1', 'eml_2']);
    expect(await telling!.staticSummary()).toBe('deliverWebhook of 2 deliveries');
    expect(telling!.typedSearchAttributes.get(OrgId)).toEqual(['org_1']);
  });

  it('is processed once when a dispatcher died after it had started the run', async () => {
    let runs = 0;
    const mails = await queueMails(test.database, 3);
    const client = createClient(temporal.connection, temporal.options);
    const starter = new Starter({ client, taskQueue: temporal.options.taskQueue, log });
    const [lost] = await new OutboxClaims(test.database).fresh();
    await starter.tell(lost!);
    await test.database.query(`UPDATE outbox SET claimed_until = now() - interval '1 second'`);
    startTestWorker({
      async processEmails(emailIds) {
        runs++;
        await settle(test.database, emailIds);
        return { failed: [], late: [] };
      },
    });
    await until(allSettled);
    expect(runs).toBe(1);
    expect((await outboxRows(test.database)).map(({ workflow_id }) => workflow_id)).toEqual(
      mails.map(() => lost!.workflowId),
    );
  });

  it('is finished although an operator terminated its run', async () => {
    let attempts = 0;
    let end = () => {};
    const stuck = new Promise<void>((resolve) => (end = resolve));
    startTestWorker(
      {
        async processEmails(emailIds) {
          if (++attempts === 1) await stuck.then(() => Promise.reject(new Error('terminated')));
          await settle(test.database, emailIds);
          return { failed: [], late: [] };
        },
      },
      { reconcileEvery: 0.5 },
    );
    const [emailId] = await queueMails(test.database, 1);
    const id = `processInbound:${emailId}`;
    await until(() => attempts === 1);
    await temporal.client.workflow.getHandle(id).terminate('by an operator');
    await until(allSettled);
    end();
    expect(await outboxRows(test.database)).toMatchObject([
      { workflow_id: id, again: false },
      { workflow_id: id, again: true },
    ]);
  });

  it('waits in the outbox while Temporal is away and goes through when it is back', async () => {
    const proxy = await startProxy(temporal.options.address);
    const worker = startTestWorker({}, { address: proxy.address });
    await until(() => runs(worker));
    proxy.cut();
    await queueMails(test.database, 200);
    await until(async () => (await outboxRows(test.database))[0]!.attempts > 0);
    proxy.mend();
    await until(allSettled);
    await stopWorkers();
    await proxy.close();
  });
});

describe('an inbox', () => {
  it('that is released twice has two runs of the same id', async () => {
    const inboxId = temporal.options.taskQueue;
    let chunks = 0;
    startTestWorker({
      async releaseChunk() {
        chunks++;
        return { done: true, count: 0 };
      },
    });
    const release = () =>
      test.database.query(
        `WITH row AS (
           INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id)
           VALUES ('start', 'releaseMail', 'releaseMail:' || $1, 'org_1', $1) RETURNING 1)
         SELECT pg_notify('outbox_ready', '') FROM row`,
        [inboxId],
      );
    await release();
    await until(() => chunks === 1);
    await temporal.client.workflow.getHandle(`releaseMail:${inboxId}`).result();
    await release();
    await until(() => chunks === 2);
  });
});

describe('a worker', () => {
  it('makes the schedules, and keeps one that is there', async () => {
    const startedOnce = startTestWorker();
    await until(() => runs(startedOnce));
    const { taskQueue } = temporal.options;
    const handle = temporal.client.schedule.getHandle(`purgeExpired:${taskQueue}`);
    await handle.pause('for a while');
    await stopWorkers();
    const startedAgain = startTestWorker();
    await until(() => runs(startedAgain));
    const { state, policies, action } = await handle.describe();
    expect(state.paused).toBe(true);
    expect(policies.overlap).toBe('SKIP');
    expect(action).toMatchObject({ workflowType: 'purgeExpired', taskQueue });
  });

  it('runs what the schedules start', async () => {
    let releases = 0;
    const worker = startTestWorker({ startReleases: async () => ++releases });
    await until(() => runs(worker));
    const { taskQueue } = temporal.options;
    await temporal.client.schedule.getHandle(`releaseQuarantined:${taskQueue}`).trigger();
    await until(() => releases > 0);
  });

  it('says how it is', async () => {
    const worker = startTestWorker();
    await until(() => runs(worker));
    await until(async () => (await worker.status()).lastPoll !== null);
    await worker.shutdown();
    expect(await worker.status()).toEqual({ state: 'stopped', lastPoll: null });
  });

  it('connects when Temporal comes', async () => {
    const proxy = await startProxy(temporal.options.address);
    proxy.cut();
    const worker = startTestWorker({}, { address: proxy.address });
    expect(await worker.status()).toEqual({ state: 'connecting', lastPoll: null });
    proxy.mend();
    await until(() => runs(worker));
    await stopWorkers();
    await proxy.close();
  });

  it('can be stopped before Temporal comes', async () => {
    const proxy = await startProxy(temporal.options.address);
    proxy.cut();
    await startTestWorker({}, { address: proxy.address }).shutdown();
    await proxy.close();
  });
});
