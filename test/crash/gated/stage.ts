import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../src/embedded/free-port.js';
import { startEmbeddedPostgres } from '../../../src/embedded/postgres.js';
import { startEmbeddedTemporal, type EmbeddedTemporal } from '../../../src/embedded/temporal.js';
import { createLog } from '../../../src/log.js';
import { createRestClient, type RestClient } from '../../e2e/rest-client.js';
import { startService, type ServiceProcess, type Settings } from '../../e2e/service-process.js';
import { isHealthy } from '../../support/temporal-health.js';
import { keepRunning } from '../member.js';
import type { Closing } from './closing.js';
import { Gates, type GateTable } from './gates.js';

/** A service whose process comes and goes, and what stays: its storage. */
export interface Stage<Step extends string> {
  readonly database: pg.Pool;
  readonly gates: Gates<Step>;
  /** Of the first organization. */
  readonly client: RestClient;
  /** By which mail servers hand mail in. */
  readonly inboundSecret: string;
  /** Another process beside it, which lives as long as whoever starts it says. */
  startBeside(settings: Settings): ServiceProcess;
  /** Kills the service; it is started again by itself. */
  kill(): Promise<void>;
  ready(): Promise<void>;
  /** Ends the service and Temporal, deletes what Temporal had stored, and starts both. */
  forgetTemporal(): Promise<void>;
}

/** How a stage is set up. */
interface StageOptions<Step extends string> {
  /** An empty directory that others can look into. */
  readonly directory: string;
  readonly gates: GateTable<Step>;
  readonly settings: Settings;
  /** Told of ends that nobody asked for. */
  readonly onProblem: (text: string) => void;
}

const log = createLog('error');

/** A directory for a stage. */
export async function makeDirectory(closing: Closing): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'restante-crash-'));
  // PostgreSQL runs as another user where this runs as root.
  await chmod(directory, 0o711);
  closing.push(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Starts all of it. */
export async function openStage<Step extends string>(
  { directory, gates, settings, onProblem }: StageOptions<Step>,
  closing: Closing,
): Promise<Stage<Step>> {
  const postgres = await startEmbeddedPostgres({ dataDir: directory, log });
  closing.push(() => postgres.stop());
  const startTemporal = () =>
    startEmbeddedTemporal({ dataDir: directory, log, uiPort: 0, isHealthy });
  const temporal = await startTemporal();
  const own: Settings = {
    DATA_DIR: join(directory, 'service'),
    DATABASE_URL: postgres.url,
    DATABASE_POOL: '5',
    INBOUND_SECRET: randomBytes(24).toString('base64url'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    ...settings,
  };
  const http = { HTTP_PORT: String(await freePort()) };
  const settingsFor = ({ address }: EmbeddedTemporal) => ({ ...own, TEMPORAL_ADDRESS: address });
  const startMember = (to: EmbeddedTemporal) =>
    keepRunning('the service', () => startService({ ...settingsFor(to), ...http }), onProblem);
  const running = { temporal, service: startMember(temporal) };
  closing.push(
    () => running.temporal.stop(),
    () => running.service.stop(),
  );
  await running.service.ready();
  const database = new pg.Pool({ connectionString: postgres.url, max: 10 });
  database.on('error', () => undefined);
  closing.push(() => database.end());
  const opened = await Gates.open(gates, database);
  closing.push(() => opened.end());
  const key = await readFile(join(own['DATA_DIR']!, 'api-key'), 'utf8');
  return {
    ...{ database, gates: opened, inboundSecret: own['INBOUND_SECRET']! },
    client: createRestClient(`http://127.0.0.1:${http.HTTP_PORT}`, key.trim()),
    startBeside: (more) => startService({ ...settingsFor(running.temporal), ...more }),
    kill: () => running.service.kill(),
    ready: () => running.service.ready(),
    async forgetTemporal() {
      await running.service.stop();
      await running.temporal.stop();
      await removeStore(directory);
      running.temporal = await startTemporal();
      running.service = startMember(running.temporal);
      await running.service.ready();
    },
  };
}

async function removeStore(directory: string): Promise<void> {
  for (const name of await readdir(directory))
    if (/^temporal-.*\.db/.test(name)) await rm(join(directory, name));
}
