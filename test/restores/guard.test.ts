import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Database } from '../../src/db/database.js';
import { recordEvents } from '../../src/store/events/record.js';
import { RestoreGuard } from '../../src/restores/guard.js';
import { readHold, resumeOutgoing } from '../../src/restores/hold.js';
import { marksIn } from '../../src/restores/marks.js';
import { collectingLog } from '../embedded/surroundings.js';
import { orgEvent } from '../resources/events/fixture.js';
import { createTestDatabase, testServerUrl, type TestDatabase } from '../support/database.js';
import { until } from '../support/mail-api.js';

let test: TestDatabase;
let directory: string;
const guards: RestoreGuard[] = [];

beforeEach(async () => {
  test = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'restante-marks-'));
});
afterEach(async () => {
  for (const guard of guards.splice(0)) guard.close();
  await test.drop();
  await rm(directory, { recursive: true });
});

/** A process that starts; answers what a new connection to Postgres makes it do. */
async function start(database = test.database, keptIn = directory) {
  const { log, lines } = collectingLog();
  let reconnected = () => {};
  const listener = { onReconnect: (handle: () => void) => void (reconnected = handle) };
  const marks = marksIn(keptIn);
  guards.push(await RestoreGuard.start({ database, listener, marks, log }));
  return { reconnect: () => reconnected(), lines };
}

const because = async (database = test.database) => (await readHold(database))?.because ?? null;

/** What recovery to an earlier moment does to the mark. */
const goBack = (marks: number) =>
  test.database.query('UPDATE installation SET mark = mark - $1', [marks]);

const offset = async (database: Database) => {
  const [row] = await database.query<{ offset: string }>('SELECT xid_offset()::text AS offset');
  return Number(row!.offset);
};

/** A copy of the database under another name, as a dump that is restored beside it. */
async function copied(name: string): Promise<Database> {
  await asSuperuser(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = '${new URL(test.url).pathname.slice(1)}'`);
  await asSuperuser(`CREATE DATABASE ${name} TEMPLATE ${new URL(test.url).pathname.slice(1)}`);
  return Database.open({ ...OPTIONS, url: at(testServerUrl(), name) });
}

const OPTIONS = { poolSize: 4, queryTimeout: 10_000, entities: [] };

function at(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client(testServerUrl());
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

describe('a start', () => {
  it('holds nothing on an empty database, again, and from another directory', async () => {
    await start();
    expect(await because()).toBeNull();
    await recordEvents(test.database, [orgEvent('org_1', 'told')]);
    await start();
    await start(test.database, join(directory, 'another'));
    expect([await because(), await offset(test.database)]).toEqual([null, 0]);
  });

  it('holds outgoing mail on a database that is older than the one that was left, and says so', async () => {
    await start();
    await start();
    await goBack(1);
    const { lines } = await start();
    expect(await because()).toContain('older');
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: expect.stringContaining('npm run outgoing -- resume') }),
    );
  });

  it('does not hold it again after it was resumed, though others know later marks', async () => {
    const other = join(directory, 'other');
    for (let i = 0; i < 2; i++) await start();
    for (let i = 0; i < 5; i++) await start(test.database, other);
    await goBack(6);
    await start();
    expect(await because()).toContain('older');
    await resumeOutgoing(test.database);
    await start(test.database, other);
    expect(await because()).toBeNull();
  });

  it('holds it on a copy, where what was told comes before what follows', async () => {
    await start();
    await recordEvents(test.database, [orgEvent('org_1', 'told')]);
    const name = `test_copy_${process.pid}`;
    const copy = await copied(name);
    try {
      await start(copy);
      expect(await because(copy)).toContain('restored from a dump');
      expect(await offset(copy)).toBeGreaterThan(0);
      await recordEvents(copy, [orgEvent('org_1', 'follows')]);
      await until(async () => {
        const rows = await copy.query<{ body: string }>(
          'SELECT body FROM events WHERE xid < settled_xid() ORDER BY xid, seq',
        );
        return rows.length === 2 && rows[1]!.body.includes('follows');
      });
    } finally {
      await copy.close();
      await asSuperuser(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  });
});

describe('a process that goes on while a backup is restored below it', () => {
  it('holds outgoing mail once it is connected again', async () => {
    const { reconnect } = await start(test.database, join(directory, 'not', 'kept'));
    await goBack(1);
    reconnect();
    await until(async () => (await because()) !== null);
  });
});

describe('where the role may not ask which cluster it is', () => {
  it('recognizes a dump by numbers that the cluster has not given out', async () => {
    const role = `limited_${process.pid}`;
    await test.database.query(`CREATE ROLE ${role} LOGIN PASSWORD 'limited'`);
    for (const statement of [
      'REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC',
      `ALTER FUNCTION xid_offset() OWNER TO ${role}`,
      `GRANT CREATE ON SCHEMA public TO ${role}`,
      `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`,
    ])
      await test.database.query(statement);
    const limited = await Database.open({ ...OPTIONS, url: as(role, test.url) });
    try {
      await start(limited);
      await recordEvents(limited, [orgEvent('org_1', 'told')]);
      await start(limited);
      expect([await because(), await offset(limited)]).toEqual([null, 0]);

      await test.database.query(`UPDATE events SET xid = '900000000'`);
      await start(limited);
      expect(await because()).toContain('restored from a dump');
      expect(await offset(limited)).toBe(900_000_001);
    } finally {
      await limited.close();
      await test.database.query(`REASSIGN OWNED BY ${role} TO CURRENT_USER`);
      await test.database.query(`DROP OWNED BY ${role}`);
      await test.database.query(`DROP ROLE ${role}`);
    }
  });
});

function as(role: string, address: string): string {
  const url = new URL(address);
  url.username = role;
  url.password = 'limited';
  return url.href;
}
