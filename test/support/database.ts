import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import * as entities from '../../src/composition/entities.js';
import { Database } from '../../src/db/database.js';
import { Listener } from '../../src/live/listener.js';
import { createLog } from '../../src/log.js';

/** A migrated, empty database of one test file. */
export interface TestDatabase {
  /** Its address, for what opens connections of its own. */
  readonly url: string;
  readonly database: Database;
  /** Connects a listener that is closed when the database is dropped. */
  listen(): Promise<Listener>;
  /** What is to end before, those that came last first. */
  beforeDrop(end: () => unknown): void;
  /** Closes the pool and removes the database, whoever is still connected. */
  drop(): Promise<void>;
}

// Any number, the same in every test process: who holds it makes the template.
const TEMPLATE_LOCK = 7_211_002;
// Changed migrations make another template, so that a server that keeps running is never behind.
const TEMPLATE = `template_${hashOf('src/db/migrations')}`;

/** A hash of the files of a folder. */
function hashOf(folder: string): string {
  const hash = createHash('sha1');
  for (const file of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 12);
}

/** Clones the migrated template: a few milliseconds, also while other files do the same. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withServer(async (server) => {
    await ensureTemplate(server);
    await server.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  });
  const url = addressOf(name);
  const database = await openDatabase(url);
  const ends: (() => unknown)[] = [];
  return {
    url,
    database,
    async listen() {
      const listener = await Listener.start(url, createLog('silent'));
      ends.push(() => listener.close());
      return listener;
    },
    beforeDrop: (end) => void ends.push(end),
    async drop() {
      for (const end of ends.splice(0).reverse()) await end();
      await database.close();
      await withServer((server) => server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

/** The server of this test run, started by the global set-up. @throws Error outside of a run. */
export function testServerUrl(): string {
  const url = process.env['RESTANTE_TEST_DATABASE_URL'];
  if (!url) throw new Error('RESTANTE_TEST_DATABASE_URL is not set: run tests through Jest');
  return url;
}

/** A pool of its own on a database, as another process has it. */
export const openDatabase = (url: string): Promise<Database> =>
  Database.open({
    url,
    poolSize: 10,
    // Milliseconds: longer than the service's, so that a machine that is busy is not answered by 503.
    queryTimeout: 60_000,
    connectTimeout: 60_000,
    entities: Object.values(entities),
    applicationName: 'test',
  });

function addressOf(database: string): string {
  const address = new URL(testServerUrl());
  address.pathname = `/${database}`;
  return address.href;
}

async function withServer<T>(work: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = new pg.Client(testServerUrl());
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

async function ensureTemplate(server: pg.Client): Promise<void> {
  if (await exists(server, TEMPLATE)) return;
  await server.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  // The lock ends with the connection; whoever waited for it finds the template made.
  if (await exists(server, TEMPLATE)) return;
  const unfinished = `${TEMPLATE}_new`;
  await server.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
  await server.query(`CREATE DATABASE ${unfinished}`);
  const database = await openDatabase(addressOf(unfinished));
  await database.migrate();
  await database.close();
  await server.query(`ALTER DATABASE ${unfinished} RENAME TO ${TEMPLATE}`);
}

async function exists(server: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await server.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  return Boolean(rowCount);
}
