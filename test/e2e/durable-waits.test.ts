import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startEmbeddedTemporal, type EmbeddedTemporal } from '../../src/embedded/temporal.js';
import { createLog } from '../../src/log.js';
import { isHealthy } from '../support/temporal-health.js';
import { eventually } from './eventually.js';
import {
  createInstallation,
  createSharedInstallation,
  type Installation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox, newCode, sendCode, type Inbox } from './mail.js';
import { startProxy, type Proxy } from './proxy.js';
import type { RestClient } from './rest-client.js';
import { dist } from './service-process.js';
import { removeTemporalStore } from './temporal-store.js';

const LONG = 300_000;
// Milliseconds for everything to be back and for a wait to be told of its mail.
const MATCHED_WITHIN = 120_000;

interface Wait {
  readonly id: string;
  readonly status: string;
  readonly matches: readonly { readonly email_id: string; readonly code?: string }[];
}

describe('durable waits', () => {
  let home: Installation;
  let server: { temporal: EmbeddedTemporal };
  let proxy: Proxy;
  let installation: SharedInstallation;
  const running: RunningService[] = [];

  const startTemporal = () =>
    startEmbeddedTemporal({
      dataDir: home.directory,
      log: createLog('silent'),
      uiPort: 0,
      isHealthy,
    });
  const peer = () => {
    const [host = '', port] = server.temporal.address.split(':');
    return { host, port: Number(port) };
  };

  beforeAll(async () => {
    home = await createInstallation();
    server = { temporal: await startTemporal() };
    proxy = await startProxy(peer());
    installation = await createSharedInstallation({ temporal: `127.0.0.1:${proxy.port}` });
  }, LONG);
  afterAll(async () => {
    await installation.remove();
    await proxy.close();
    await server.temporal.stop();
    await home.remove();
  }, LONG);

  const query = <Row extends object>(text: string, ...values: unknown[]) =>
    installation.database.database.query<Row>(text, values);

  const startAll = async () => {
    const entry = join(dist, 'test/e2e/hasty-worker.js');
    const [front, worker] = await Promise.all([
      installation.start({ settings: { ROLES: 'api,smtp' } }),
      installation.start({ entry, settings: { ROLES: 'worker' } }),
    ]);
    running.push(front, worker);
    return { front, client: await installation.client(front) };
  };

  const killAll = async () => {
    const services = running.splice(0);
    for (const service of services) service.kill('SIGKILL');
    await Promise.all(services.map(({ ended }) => ended));
  };
  afterEach(killAll);

  const create = (client: RestClient, { id }: Inbox, given: object = {}) =>
    client.read<Wait>('/v1/waits', { inbox_id: id, kind: 'otp', expires_in: 3_600, ...given });

  /** The wait in the list, which nobody looks for: the run has to have done it. */
  const listed = async (client: RestClient, id: string, status: string): Promise<Wait> =>
    eventually(async () => {
      const { data } = await client.read<{ data: Wait[] }>('/v1/waits?limit=100');
      return data.find((wait) => wait.id === id && wait.status === status) ?? null;
    }, MATCHED_WITHIN);

  const startedRuns = (ids: readonly string[]) =>
    eventually(async () => {
      const rows = await query<{ resource_id: string }>(STARTED, ids);
      return rows.length === ids.length;
    }, MATCHED_WITHIN);

  const eventsOf = async (id: string) =>
    (await query<{ kind: string }>('SELECT kind FROM events WHERE resource_id = $1', id)).map(
      ({ kind }) => kind,
    );

  it(
    'survive the kill of every process, and the loss of the store of Temporal',
    async () => {
      const before = await startAll();
      const inbox = await createInbox(before.client);
      const one = await create(before.client, inbox);
      const two = await create(before.client, inbox, { count: 2 });
      const none = await create(before.client, inbox, { from: 'contoso', expires_in: 20 });
      const code = newCode();
      const first = await sendCode(before.front, inbox, code);
      expect((await listed(before.client, one.id, 'matched')).matches).toMatchObject([
        { email_id: first, code },
      ]);
      await startedRuns([one.id, two.id, none.id]);

      const fresh = await create(before.client, inbox);
      await killAll();
      await server.temporal.stop();
      await removeTemporalStore(home.directory);
      server.temporal = await startTemporal();
      await proxy.restore(peer());

      const { front, client } = await startAll();
      const other = newCode();
      const second = await sendCode(front, inbox, other);
      expect((await listed(client, two.id, 'matched')).matches).toMatchObject([
        { email_id: first, code },
        { email_id: second, code: other },
      ]);
      expect((await listed(client, fresh.id, 'matched')).matches).toMatchObject([
        { email_id: second, code: other },
      ]);
      expect((await listed(client, none.id, 'expired')).matches).toEqual([]);
      for (const { id } of [one, two, fresh]) expect(await eventsOf(id)).toEqual(['wait.matched']);
      expect(await eventsOf(none.id)).toEqual(['wait.expired']);
    },
    LONG,
  );

  it(
    'are answered while Temporal is away, and told of once when it is back',
    async () => {
      const { front, client } = await startAll();
      const inbox = await createInbox(client);
      const wait = await create(client, inbox, { kind: 'email' });
      await startedRuns([wait.id]);
      await proxy.refuse();
      const late = await create(client, inbox, { count: 2 });
      const answer = client.read<Wait>(`/v1/waits/${wait.id}?timeout=30`);
      const emailId = await sendCode(front, inbox, newCode());
      expect(await answer).toMatchObject({ status: 'matched', matches: [{ email_id: emailId }] });

      await proxy.restore();
      await sendCode(front, inbox, newCode());
      expect((await listed(client, late.id, 'matched')).matches).toHaveLength(2);
      expect(await eventsOf(wait.id)).toEqual(['wait.matched']);
    },
    LONG,
  );
});

const STARTED = `
  SELECT DISTINCT resource_id FROM outbox
  WHERE resource_id = ANY ($1) AND op = 'start' AND done_at IS NOT NULL`;
