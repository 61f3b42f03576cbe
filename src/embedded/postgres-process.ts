import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Log } from '../log.js';
import { type Cluster, POSTGRES_NAME } from './postgres-cluster.js';
import { postgresArguments, type PostgresSettings, socketDirectory } from './postgres-settings.js';
import {
  adopted,
  commandOf,
  type EndStep,
  endProcess,
  hurried,
  type ServerProcess,
} from './processes.js';
import { becomesReady } from './readiness.js';
import { spawnServer } from './spawn-server.js';

/** A cluster's server, which answers. */
export interface PostgresProcess {
  readonly process: ServerProcess;
  readonly port: number;
}

/** What a server is started with. */
export interface Launch {
  readonly cluster: Cluster;
  readonly settings: PostgresSettings;
  readonly log: Log;
}

/** How it is ended: by a fast shutdown, or else an immediate one, after which the next start recovers. */
export const POSTGRES_END: readonly EndStep[] = [
  ['SIGINT', 6_000],
  ['SIGQUIT', 2_000],
  ['SIGKILL', 1_000],
];

const GIVEN_UP = hurried(POSTGRES_END, 2_000);
// Replaying the log of a crashed server may take a while; a server that is away for good ends by itself.
const READY_WITHIN_MS = 300_000;

/** Takes over the server that an earlier service left running, or starts one on `port`. */
export async function launchPostgres(
  launch: Launch,
  port: number,
  stopping?: AbortSignal,
): Promise<PostgresProcess> {
  const orphan = await findPostgresOrphan(launch.cluster.directory);
  if (orphan && (await mayStay(launch, orphan))) {
    launch.log.info(
      { pid: orphan.process.pid },
      'embedded PostgreSQL was still running: taken over',
    );
    return orphan;
  }
  if (orphan) await endProcess(orphan.process, POSTGRES_END);
  await disarmPidFile(launch.cluster.directory);
  await removeSockets(launch.cluster.directory);
  return { process: await startPostgres(launch, port, stopping), port };
}

/** The address of a database of the cluster: by its socket where it has one, else by TCP. */
export function postgresUrl(
  { directory, password }: Pick<Cluster, 'directory' | 'password'>,
  port: number,
  database = POSTGRES_NAME,
): string {
  const socket = socketDirectory(directory, port);
  const query = socket === null ? '' : `?host=${encodeURIComponent(socket)}`;
  return `postgres://${POSTGRES_NAME}:${password}@127.0.0.1:${port}/${database}${query}`;
}

const pidFile = (directory: string) => join(directory, 'postmaster.pid');

async function pidFileLines(directory: string): Promise<string[] | null> {
  const text = await readFile(pidFile(directory), 'utf8').catch(() => null);
  return text === null ? null : text.split('\n');
}

/** The server that a service which is gone left on a cluster's directory, if it still runs. */
export async function findPostgresOrphan(directory: string): Promise<PostgresProcess | null> {
  // Who served the directory last: process id, directory, start, port, …
  const [pid, , , port] = (await pidFileLines(directory)) ?? [];
  const command = Number(pid) > 0 ? await commandOf(Number(pid)) : null;
  // The process id may be another program's by now.
  if (!command?.includes(` -D ${directory} `)) return null;
  return { process: adopted(Number(pid)), port: Number(port) };
}

/** The address of the server that runs on the cluster of `dataDir`; null while none does. */
export async function runningPostgresUrl(dataDir: string): Promise<string | null> {
  const directory = join(dataDir, 'postgres');
  const running = await findPostgresOrphan(directory);
  if (!running) return null;
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
  return postgresUrl({ directory, password }, running.port);
}

// A server of other settings or of another version of the program is ended and started anew.
async function mayStay(
  { cluster, settings }: Launch,
  { process, port }: PostgresProcess,
): Promise<boolean> {
  const expected = [cluster.program, ...postgresArguments(cluster.directory, port, settings)];
  return (
    (await commandOf(process.pid)) === expected.join(' ') && (await answers(cluster, port)) === true
  );
}

// PostgreSQL refuses to start while the process of a stale file lives, which after a restart of the
// machine may be anything. It ignores its own parent's id there, and still makes sure that no backend
// of the old server is left.
async function disarmPidFile(directory: string): Promise<void> {
  const lines = await pidFileLines(directory);
  if (!lines) return;
  await writeFile(pidFile(directory), [String(process.pid), ...lines.slice(1)].join('\n'));
}

// A server that was killed leaves its socket, with a lock that names a process of its own.
async function removeSockets(directory: string): Promise<void> {
  const left = (await readdir(directory)).filter((name) => name.startsWith('.s.PGSQL.'));
  for (const name of left) await rm(join(directory, name), { force: true });
}

async function startPostgres(
  { cluster, settings }: Launch,
  port: number,
  stopping?: AbortSignal,
): Promise<ServerProcess> {
  const args = postgresArguments(cluster.directory, port, settings);
  const command = cluster.runAs.command(cluster.program, args);
  const { process: server, output } = await spawnServer(command, cluster.logFile);
  const limit = { timeoutMs: READY_WITHIN_MS, stopping };
  if (await becomesReady(server, () => answers(cluster, port), limit)) return server;
  await endProcess(server, stopping?.aborted ? GIVEN_UP : POSTGRES_END);
  throw new Error(`PostgreSQL did not start:\n${await output()}`);
}

async function answers(cluster: Cluster, port: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: postgresUrl(cluster, port, 'postgres'),
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    return rows[0]?.data_directory === cluster.directory;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
