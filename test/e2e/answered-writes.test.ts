import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { testServerUrl } from '../support/database.js';
import {
  createInstallation,
  createSharedInstallation,
  type Installation,
  type SharedInstallation,
} from './installation.js';
import { addressOfPostgres, postgresProcesses } from './postgres-processes.js';
import { startProxy, type Proxy } from './proxy.js';
import type { RestClient } from './rest-client.js';

const LONG = 300_000;
const WRITERS = 8;
// Longer than any statement of a front end may take.
const STALL = 2_500;
const LOCKED = 2_600;
const STALLS = 2;
// So many that each connection of the pool is used.
const AFTERWARDS = 25;

/** A key or an inbox that a client was told it has. */
interface Answered {
  readonly id: string;
  readonly name: string;
}

const create = (client: RestClient, path: string, name: string) =>
  client.call('POST', path, {
    body: { name, display_name: name },
    headers: { 'Idempotency-Key': name },
  });
const KEYS = '/v1/orgs/me/api-keys';
// A transaction of several statements, where a key is one statement.
const INBOXES = '/v1/inboxes';

/** Makes keys and inboxes, each under an Idempotency-Key of its own that is sent again until somebody knows, until `stop`. */
async function keepWriting(client: RestClient, answered: Answered[], stop: AbortSignal) {
  for (let turn = 0; !stop.aborted; turn++) {
    const name = randomUUID();
    while (!stop.aborted) {
      const { status, body } = await create(client, turn % 2 ? KEYS : INBOXES, name);
      expect([201, 409, 503]).toContain(status);
      if (status === 201) answered.push({ id: (body as { id: string }).id, name });
      // Whether it was committed is not known for a minute: the next one is another.
      if (status !== 503) break;
    }
  }
}

/** Lets writers write while `disturb` disturbs; what they were told they have. */
async function writeThrough(client: RestClient, disturb: () => Promise<void>): Promise<Answered[]> {
  const answered: Answered[] = [];
  const stop = new AbortController();
  const writing = Promise.all(
    Array.from({ length: WRITERS }, () => keepWriting(client, answered, stop.signal)),
  );
  for (let stall = 0; stall < STALLS; stall++) {
    await sleep(STALL / 5);
    await disturb();
  }
  await sleep(STALL);
  stop.abort();
  await writing;
  return answered;
}

/** Looks by a connection that the service does not know: all that was answered is there, none is there twice. */
async function expectKept(url: string, answered: readonly Answered[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ id: string; name: string }>(
    `SELECT id, name FROM api_keys WHERE name <> 'First key'
     UNION ALL SELECT id, display_name FROM inboxes WHERE display_name IS NOT NULL`,
  );
  const { rows: open } = await client.query(
    `SELECT pid, query FROM pg_stat_activity WHERE datname = current_database()
       AND state LIKE 'idle in transaction%' AND state_change < now() - interval '1 second'`,
  );
  await client.end();
  const there = new Set(rows.map(({ id }) => id));
  expect(answered.filter(({ id }) => !there.has(id))).toEqual([]);
  const names = rows.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(open).toEqual([]);
}

describe('What was answered, behind storage that stalls', () => {
  let installation: SharedInstallation;
  let proxy: Proxy;
  let client: RestClient;

  beforeAll(async () => {
    const { hostname, port } = new URL(testServerUrl());
    proxy = await startProxy({ host: hostname, port: Number(port) });
    installation = await createSharedInstallation();
    const url = new URL(installation.database.url);
    url.port = String(proxy.port);
    // By TCP, not by the server's socket.
    url.search = '';
    const service = await installation.start({
      role: 'api',
      settings: { DATABASE_URL: url.href },
    });
    client = await installation.client(service);
  }, LONG);
  afterAll(async () => {
    await installation.remove();
    await proxy.close();
  });

  it(
    'is there after a row was locked for longer than a statement may take',
    async () => {
      const { url } = installation.database;
      // On a limited plan creations wait for each other by that row.
      await installation.database.database.query(`UPDATE orgs SET plan = 'pro'`);
      const locker = new pg.Client(url);
      await locker.connect();
      await locker.query('BEGIN');
      await locker.query('SELECT FROM orgs FOR UPDATE');
      const refused = Array.from({ length: WRITERS }, () =>
        client.call('POST', '/v1/inboxes', { body: {} }),
      );
      await sleep(LOCKED);
      for (const { status } of await Promise.all(refused)) expect(status).toBe(503);
      await locker.query('ROLLBACK');
      await locker.end();
      await installation.database.database.query(`UPDATE orgs SET plan = 'selfhost'`);
      const answered: Answered[] = [];
      for (let index = 0; index < AFTERWARDS; index++) {
        const name = randomUUID();
        const { status, body } = await create(client, KEYS, name);
        expect(status).toBe(201);
        answered.push({ id: (body as { id: string }).id, name });
      }
      await expectKept(url, answered);
    },
    LONG,
  );

  it(
    'is there, and once, after answers were swallowed',
    async () => {
      const answered = await writeThrough(client, async () => {
        proxy.stall();
        await sleep(STALL);
        proxy.resume();
      });
      expect(answered.length).toBeGreaterThan(0);
      await expectKept(installation.database.url, answered);
    },
    LONG,
  );
});

describe('What was answered, with a Postgres that is stopped and goes on', () => {
  let installation: Installation;

  beforeAll(async () => {
    installation = await createInstallation();
  });
  afterAll(async () => {
    await installation.remove();
  });

  it(
    'is there, and once',
    async () => {
      const service = await installation.start();
      const client = await installation.client(service);
      const postgres = postgresProcesses(installation.directory);
      const answered = await writeThrough(client, async () => {
        await postgres.freeze();
        await sleep(STALL);
        postgres.thaw();
      });
      expect(answered.length).toBeGreaterThan(0);
      await expectKept(await addressOfPostgres(installation.directory), answered);
    },
    LONG,
  );
});
