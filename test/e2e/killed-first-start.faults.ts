import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { testServerUrl } from '../support/database.js';
import { testTemporalAddress } from '../support/temporal.js';
import { eventually } from './eventually.js';
import { createInstallation, createSharedInstallation, type Installation } from './installation.js';
import { createInbox, newCode, sendCode } from './mail.js';
import type { ServiceProcess } from './service-process.js';

const LONG = 300_000;

describe('a first start that is killed', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  }, LONG);

  const kill = async (service: ServiceProcess) => {
    service.kill('SIGKILL');
    await service.ended;
  };

  const works = async (installation: Installation) => {
    const service = await installation.start();
    const client = await installation.client(service);
    const inbox = await createInbox(client);
    const code = newCode();
    await sendCode(service, inbox, code);
    expect(await client.read(`/v1/inboxes/${inbox.id}/otp?timeout=20`)).toMatchObject({ code });
    const { data } = await client.read('/v1/inboxes?limit=100');
    const addresses = (data as { address: string }[]).map(({ address }) => address.split('@')[0]);
    expect(addresses).toEqual(expect.arrayContaining(['abuse', 'postmaster']));
    return service;
  };

  it(
    'while its servers are made and started needs nothing done by hand',
    async () => {
      const installation = await createInstallation();
      closing.push(() => installation.remove());
      const within = (name: string) => existsSync(join(installation.directory, name));
      const moments: (() => boolean | Promise<boolean>)[] = [
        // initdb is at work.
        async () =>
          (await readdir(installation.directory)).some((n) => n.startsWith('postgres.new-')),
        () => within('postgres/postmaster.pid'),
        () => within('temporal.pid'),
      ];
      for (const moment of moments) {
        const service = installation.launch();
        await eventually(moment);
        expect(service.hasEnded()).toBe(false);
        await kill(service);
      }
      const service = await works(installation);
      expect(service.output()).toContain(await installation.apiKey());
    },
    LONG,
  );

  it(
    'in the middle of a migration needs nothing done by hand',
    async () => {
      const database = await emptyDatabase();
      closing.push(() => database.drop());
      const installation = await createInstallation();
      closing.push(() => installation.remove());
      const settings = {
        DATABASE_URL: database.url,
        TEMPORAL_ADDRESS: testTemporalAddress(),
        TEMPORAL_TASK_QUEUE: `e2e-${randomBytes(6).toString('hex')}`,
        INBOUND_SECRET: randomBytes(24).toString('base64url'),
        MASTER_KEY: randomBytes(32).toString('base64'),
      };
      // The first statement of the migration waits until this transaction has ended.
      await database.query('BEGIN; CREATE EXTENSION pg_trgm');
      const killed = installation.launch({ settings });
      await eventually(() => database.migrates());
      await kill(killed);
      await database.query('ROLLBACK');

      const started = await Promise.all(
        [0, 1].map(() => installation.start({ settings: { ...settings, ROLES: 'api,smtp' } })),
      );
      const client = await installation.client(started[0]!);
      expect((await client.get('/health/ready')).status).toBe(200);
      for (const service of started) service.kill('SIGKILL');
    },
    LONG,
  );

  it('after its organization was made has kept the key', async () => {
    const installation = await createSharedInstallation();
    closing.push(() => installation.remove());
    const { database } = installation.database;
    // The inboxes of the first organization cannot be made until this transaction has ended.
    const runner = database.source.createQueryRunner();
    await runner.startTransaction();
    await runner.query('LOCK TABLE inboxes IN ACCESS EXCLUSIVE MODE');
    const killed = installation.launch();
    await eventually(async () => (await database.query(WAITS_FOR_INBOXES)).length > 0);
    await kill(killed);
    await runner.rollbackTransaction();
    await runner.release();

    await works(installation);
  });

  it('makes the directory of the key where there is none', async () => {
    const installation = await createSharedInstallation();
    closing.push(() => installation.remove());
    const directory = join(installation.directory, 'new');
    const service = await installation.start({ settings: { DATA_DIR: directory } });
    expect(service.output()).toContain(`kept in ${join(directory, 'api-key')}`);
    expect(existsSync(join(directory, 'api-key'))).toBe(true);
  });
});

const WAITS_FOR_INBOXES = `
  SELECT pid FROM pg_locks
  WHERE NOT granted AND relation = 'inboxes'::regclass
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** A database without tables, and a connection to it. */
async function emptyDatabase() {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const server = new pg.Client(testServerUrl());
  await server.connect();
  await server.query(`CREATE DATABASE ${name}`);
  const url = new URL(testServerUrl());
  url.pathname = `/${name}`;
  const client = new pg.Client(url.href);
  await client.connect();
  return {
    url: url.href,
    query: (text: string) => client.query(text),
    /** Whether some connection is held up in its migration. */
    async migrates() {
      const { rowCount } = await server.query(
        `SELECT FROM pg_stat_activity
         WHERE datname = $1 AND wait_event_type = 'Lock' AND query LIKE '%CREATE TABLE orgs%'`,
        [name],
      );
      return Boolean(rowCount);
    },
    async drop() {
      await client.end();
      await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.end();
    },
  };
}
