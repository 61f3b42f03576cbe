import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { startEmbeddedTemporal } from '../../src/embedded/temporal.js';
import { createLog } from '../../src/log.js';
import { isHealthy } from '../support/temporal-health.js';
import { testTemporalAddress } from '../support/temporal.js';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox, newCode, processed, sendCode } from './mail.js';
import { startProxy, type Peer, type Proxy } from './proxy.js';
import type { RestClient } from './rest-client.js';

// Operations, durability 2: everything queued is processed within 60 s of the return of Temporal.
const PROCESSED_WITHIN = 120_000;
const LONG = 300_000;

const peerOf = (address: string): Peer => {
  const [host = '', port] = address.split(':');
  return { host, port: Number(port) };
};

describe('while Temporal is away', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  }, LONG);

  const behindProxy = async (address: string) => {
    const proxy = await startProxy(peerOf(address));
    closing.push(() => proxy.close());
    const installation = await createSharedInstallation({ temporal: `127.0.0.1:${proxy.port}` });
    closing.push(() => installation.remove());
    return { proxy, installation };
  };

  const startBehindProxy = async (address = testTemporalAddress()) => {
    const { proxy, installation } = await behindProxy(address);
    const service = await installation.start();
    const client = await installation.client(service);
    await runsWorker(service);
    return { proxy, installation, service, client };
  };

  it.each<[string, (proxy: Proxy) => unknown]>([
    ['refuses connections', (proxy) => proxy.refuse()],
    ['does not answer', (proxy) => proxy.stall()],
  ])(
    'because it %s, mail is accepted, read and waited for, and processed after its return',
    async (_case, takeAway) => {
      const { proxy, service, client } = await startBehindProxy();
      await takeAway(proxy);
      const emailIds = await acceptAndWait(service, client);
      for (const emailId of emailIds)
        expect(await processed(client, emailId)).toMatchObject({ at: null, outcome: 'waiting' });
      const ready = await client.get('/health/ready');
      expect([ready.status, ready.body.status]).toEqual([200, 'ok']);
      expect(ready.body.checks.temporal).not.toBe('ok');

      await proxy.restore();
      await allProcessed(client, emailIds);
    },
    LONG,
  );

  it(
    'at the start, the service is ready, and works up the mail when Temporal comes',
    async () => {
      const { proxy, installation } = await behindProxy(testTemporalAddress());
      await proxy.refuse();
      const service = await installation.start();
      const client = await installation.client(service);
      const emailIds = await acceptAndWait(service, client);
      await proxy.restore();
      await allProcessed(client, emailIds);
    },
    LONG,
  );

  it(
    'and loses its store, mail is accepted, and processed by the new store',
    async () => {
      const { installation: home } = await behindProxy(testTemporalAddress());
      const own = () =>
        startEmbeddedTemporal({
          dataDir: home.directory,
          log: createLog('silent'),
          uiPort: 0,
          isHealthy,
        });
      const before = await own();
      const { proxy, service, client } = await startBehindProxy(before.address);
      const known = await acceptAndWait(service, client);
      await allProcessed(client, known);

      await proxy.refuse();
      await before.stop();
      const lost = await acceptAndWait(service, client);
      await removeStore(home.directory);
      const after = await own();
      closing.push(() => after.stop());
      await proxy.restore(peerOf(after.address));
      await allProcessed(client, lost);
      await allProcessed(client, await acceptAndWait(service, client));
    },
    LONG,
  );

  it(
    'no more than a run that an operator terminated, the reconciler has the mail finished',
    async () => {
      const installation = await createSharedInstallation();
      closing.push(() => installation.remove());
      const service = await installation.start({ settings: { ROLES: 'api,smtp' } });
      const worker = await installation.start({ role: 'worker' });
      const client = await installation.client(service);
      const inbox = await createInbox(client);
      const release = await holdBackRuns(installation);
      const emailId = await sendCode(service, inbox, newCode());

      const { workflow_id: workflowId } = await eventually(async () => {
        const run = await startedRun(installation, emailId);
        return run?.done_at ? run : null;
      });
      await terminate(workflowId);
      // Whoever is still at it must not finish the mail after all.
      worker.kill('SIGKILL');
      await worker.ended;
      await endBackgroundWork(installation);
      await release();
      expect(await processed(client, emailId)).toMatchObject({ at: null });

      // Lost runs are looked for every second.
      await installation.start({ settings: { ROLES: 'worker', RECONCILE_SECONDS: '1' } });
      await allProcessed(client, [emailId]);
    },
    LONG,
  );
});

async function removeStore(directory: string): Promise<void> {
  const files = (await readdir(directory)).filter((name) => /^temporal-.*\.db/.test(name));
  expect(files).not.toEqual([]);
  for (const name of files) await rm(join(directory, name));
}

async function runsWorker({ log }: RunningService): Promise<void> {
  await eventually(() => log().some(({ msg }) => msg === 'worker running'));
}

/** Three mails, each waited for; their ids. */
async function acceptAndWait(service: RunningService, client: RestClient): Promise<string[]> {
  const accepted = async () => {
    const inbox = await createInbox(client);
    const code = newCode();
    const wait = client.read(`/v1/inboxes/${inbox.id}/otp?timeout=20`);
    const emailId = await sendCode(service, inbox, code);
    expect(await wait).toMatchObject({ code, email_id: emailId });
    return emailId;
  };
  return Promise.all([accepted(), accepted(), accepted()]);
}

async function allProcessed(client: RestClient, emailIds: readonly string[]): Promise<void> {
  for (const emailId of emailIds)
    await eventually(
      async () => (await processed(client, emailId)).outcome === 'ok',
      PROCESSED_WITHIN,
    );
}

/** Keeps runs from writing down that they are finished; answers how to let them go on. */
async function holdBackRuns({ database }: SharedInstallation): Promise<() => Promise<void>> {
  const runner = database.database.source.createQueryRunner();
  await runner.startTransaction();
  await runner.query('LOCK TABLE email_runs IN ACCESS EXCLUSIVE MODE');
  return async () => {
    await runner.rollbackTransaction();
    await runner.release();
  };
}

async function startedRun({ database }: SharedInstallation, emailId: string) {
  const [row] = await database.database.query<{ workflow_id: string; done_at: Date | null }>(
    'SELECT workflow_id, done_at FROM outbox WHERE resource_id = $1',
    [emailId],
  );
  return row;
}

const endBackgroundWork = ({ database }: SharedInstallation) =>
  database.database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'restante background'`,
  );

async function terminate(workflowId: string): Promise<void> {
  const connection = await Connection.connect({ address: testTemporalAddress() });
  await new Client({ connection }).workflow.getHandle(workflowId).terminate('by an operator');
  await connection.close();
}
