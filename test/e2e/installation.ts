import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '../../src/config.js';
import { findPostgresOrphan, POSTGRES_END } from '../../src/embedded/postgres-process.js';
import { endProcess } from '../../src/embedded/processes.js';
import { findTemporalOrphan, TEMPORAL_END } from '../../src/embedded/temporal-process.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { testTemporalAddress } from '../support/temporal.js';
import { createRestClient, type RestClient } from './rest-client.js';
import { startService, type Ready, type ServiceProcess, type Settings } from './service-process.js';

/** A service that runs. */
export interface RunningService extends ServiceProcess, Ready {}

/** How a service is started. */
export interface StartOptions {
  readonly role?: Role;
  readonly settings?: Settings;
}

/** A directory, settings and the processes that were started with them. */
export interface Installation {
  readonly directory: string;
  /** Starts the service without waiting for it. */
  launch(options?: StartOptions): ServiceProcess;
  /** Starts the service and waits until it is ready. */
  start(options?: StartOptions): Promise<RunningService>;
  /** The first organization's key. */
  apiKey(): Promise<string>;
  /** A client of a service, with the first organization's key. */
  client(service: Ready): Promise<RestClient>;
  /** Ends everything that was started and removes the directory. */
  remove(): Promise<void>;
}

/** An installation on the servers of this test run, with a database and a task queue of its own. */
export interface SharedInstallation extends Installation {
  readonly database: TestDatabase;
  readonly taskQueue: string;
}

/** An installation with embedded servers in its directory. */
export const createInstallation = (settings: Settings = {}): Promise<Installation> =>
  install(settings);

/** An installation on the servers of this test run; quick to start. `temporal` is another server than the run's. */
export async function createSharedInstallation({
  temporal = testTemporalAddress(),
  ...settings
}: Settings & { temporal?: string } = {}): Promise<SharedInstallation> {
  const database = await createTestDatabase();
  const taskQueue = `e2e-${randomUUID()}`;
  const installation = await install({
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: temporal,
    TEMPORAL_TASK_QUEUE: taskQueue,
    INBOUND_SECRET: randomBytes(24).toString('base64url'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    ...settings,
  });
  return {
    ...installation,
    database,
    taskQueue,
    async remove() {
      await installation.remove();
      await database.drop();
    },
  };
}

async function install(common: Settings): Promise<Installation> {
  const directory = await mkdtemp(join(tmpdir(), 'restante-e2e-'));
  // PostgreSQL runs as another user where the tests run as root.
  await chmod(directory, 0o711);
  const started: ServiceProcess[] = [];
  const launch: Installation['launch'] = ({ settings = {}, ...program } = {}) => {
    const service = startService({ DATA_DIR: directory, ...common, ...settings }, program);
    started.push(service);
    return service;
  };
  const apiKey = async () => (await readFile(join(directory, 'api-key'), 'utf8')).trim();
  return {
    directory,
    launch,
    async start(options) {
      const service = launch(options);
      return { ...service, ...(await service.ready) };
    },
    apiKey,
    client: async ({ rest }) => createRestClient(rest, await apiKey()),
    async remove() {
      for (const service of started) service.kill('SIGKILL');
      await Promise.all(started.map(({ ended }) => ended));
      await endServers(directory);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function endServers(directory: string): Promise<void> {
  const postgres = await findPostgresOrphan(join(directory, 'postgres'));
  const temporal = await findTemporalOrphan(directory);
  await Promise.all([
    postgres && endProcess(postgres.process, POSTGRES_END),
    temporal && endProcess(temporal.process, TEMPORAL_END),
  ]);
}
