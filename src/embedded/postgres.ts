import pg from 'pg';
import type { Log } from '../log.js';
import { prepareDataDir } from './data-dir.js';
import { onFreePort } from './free-port.js';
import { locked } from './lock.js';
import { openCluster, POSTGRES_NAME } from './postgres-cluster.js';
import { type Launch, launchPostgres, POSTGRES_END, postgresUrl } from './postgres-process.js';
import type { PostgresSettings } from './postgres-settings.js';
import { supervise } from './supervise.js';

interface EmbeddedPostgresOptions {
  /** Holds the cluster, its password and its log. One service at a time. */
  readonly dataDir: string;
  readonly log: Log;
  /** Added to those that suit a laptop. */
  readonly settings?: PostgresSettings;
  /** Gives up a start that is under way. */
  readonly signal?: AbortSignal | undefined;
}

/** A PostgreSQL that runs as a child process and is started again when it dies. */
export interface EmbeddedPostgres {
  /** Of the database `restante`, as its superuser. The same as long as the service runs. */
  readonly url: string;
  /** Ends it after a checkpoint, if `milliseconds` allow for one; connections still open are cut. */
  readonly stop: (milliseconds?: number) => Promise<void>;
}

/**
 * Starts PostgreSQL on a free port of the loopback interface, or takes over the one that a killed
 * service left running on the same directory.
 * @throws Error when another service uses the directory, or with what PostgreSQL said.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const dataDir = await prepareDataDir(options.dataDir);
  return locked(dataDir, 'postgres', () => runCluster({ ...options, dataDir }));
}

async function runCluster(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings = {}, signal } = options;
  const launch: Launch = {
    cluster: await openCluster(dataDir, settings['fsync'] !== 'off'),
    settings,
    log,
  };
  const first = await onFreePort((port) => launchPostgres(launch, port, signal));
  const server = supervise(
    {
      name: 'postgres',
      log,
      endSteps: POSTGRES_END,
      launch: async (stopping) => (await launchPostgres(launch, first.port, stopping)).process,
    },
    first.process,
  );
  await ensureDatabase(postgresUrl(launch.cluster, first.port, 'postgres')).catch(async (error) => {
    await server.stop();
    throw error;
  });
  return { url: postgresUrl(launch.cluster, first.port), stop: server.stop };
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      POSTGRES_NAME,
    ]);
    if (!rowCount) await client.query(`CREATE DATABASE ${POSTGRES_NAME}`);
  } finally {
    await client.end();
  }
}
