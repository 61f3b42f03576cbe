import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Role } from '../../src/config.js';
import { freePort } from '../../src/embedded/free-port.js';
import { findPostgresOrphan, POSTGRES_END } from '../../src/embedded/postgres-process.js';
import { endProcess } from '../../src/embedded/processes.js';
import {
  addressOf,
  findTemporalOrphan,
  TEMPORAL_END,
} from '../../src/embedded/temporal-process.js';
import { addressOfPostgres, postgresProcesses } from '../e2e/postgres-processes.js';
import { startService, type Settings } from '../e2e/service-process.js';
import { keepRunning, type Member } from './member.js';
import { unless } from './unless.js';

/** What can be killed: the roles, the process of all roles, and the postmaster of the embedded Postgres. */
export const TARGETS = ['api', 'smtp', 'worker', 'all', 'postgres'] as const;

/** One of them. */
export type Target = (typeof TARGETS)[number];

/** A service of several processes on one database: the one of all roles owns the servers. */
export interface Fleet {
  /** Base addresses of the REST interface. */
  readonly rest: readonly string[];
  /** Ports of SMTP servers. */
  readonly smtp: readonly number[];
  readonly databaseUrl: string;
  readonly apiKey: string;
  readonly inboundSecret: string;
  ready(target: Target): Promise<void>;
  kill(target: Target): Promise<void>;
  /** Ends every process and removes the directory. */
  stop(): Promise<void>;
}

const ROLE_MEMBERS = ['api', 'smtp', 'worker'] as const;
const LOOK_EVERY = 25;
const CONNECT_WITHIN = 1_000;

interface Ports {
  readonly http: number;
  readonly smtp: number;
}

/**
 * Starts everything; `onProblem` is told of ends that nobody asked for.
 * @throws the reason of `signal` when it is aborted before all are ready.
 */
export async function startFleet(
  onProblem: (text: string) => void,
  signal: AbortSignal,
): Promise<Fleet> {
  const directory = await mkdtemp(join(tmpdir(), 'restante-crash-'));
  // PostgreSQL runs as another user where this runs as root.
  await chmod(directory, 0o711);
  const members = new Map<Target, Member>();
  const stop = () => stopAll(members, directory);
  try {
    const started = startMembers(directory, members, onProblem);
    return { ...(await unless(signal, started)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startMembers(
  directory: string,
  members: Map<Target, Member>,
  onProblem: (text: string) => void,
): Promise<Omit<Fleet, 'stop'>> {
  const secrets = {
    INBOUND_SECRET: randomBytes(24).toString('base64url'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    // Four processes share the 100 connections of the embedded server.
    DATABASE_POOL: '5',
  };
  const own = await portsOf();
  const keep = (target: Target, settings: Settings, role?: Role) =>
    members.set(
      target,
      keepRunning(target, () => startService(settings, role ? { role } : {}), onProblem),
    );

  keep('all', { ...secrets, DATA_DIR: directory, ...portSettings(own) });
  await members.get('all')!.ready();
  // Temporal listens on ports that it takes by itself: what is free is known after it has.
  const roles = await portsOf();
  const databaseUrl = await addressOfPostgres(directory);
  const temporal = await findTemporalOrphan(directory);
  const shared = {
    ...secrets,
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: addressOf(temporal!.port),
    ...portSettings(roles),
  };
  for (const role of ROLE_MEMBERS) keep(role, shared, role);
  const ready = (target: Target) =>
    target === 'postgres' ? answers(databaseUrl) : members.get(target)!.ready();
  await Promise.all(TARGETS.map(ready));
  return {
    rest: [own, roles].map(({ http }) => `http://127.0.0.1:${http}`),
    smtp: [own, roles].map(({ smtp }) => smtp),
    databaseUrl,
    apiKey: (await readFile(join(directory, 'api-key'), 'utf8')).trim(),
    inboundSecret: secrets.INBOUND_SECRET,
    ready,
    async kill(target) {
      if (target === 'postgres') await postgresProcesses(directory).kill();
      else await members.get(target)!.kill();
    },
  };
}

const portsOf = async (): Promise<Ports> => ({ http: await freePort(), smtp: await freePort() });

const portSettings = ({ http, smtp }: Ports) => ({
  HTTP_PORT: String(http),
  SMTP_PORT: String(smtp),
});

async function answers(url: string): Promise<void> {
  while (!(await answersNow(url))) await sleep(LOOK_EVERY);
}

async function answersNow(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WITHIN,
    query_timeout: CONNECT_WITHIN,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function stopAll(members: ReadonlyMap<Target, Member>, directory: string): Promise<void> {
  const { all, ...roles } = Object.fromEntries(members);
  await Promise.all(Object.values(roles).map((member) => member.stop()));
  await all?.stop();
  // Left behind where the process of all roles had to be killed.
  const postgres = await findPostgresOrphan(join(directory, 'postgres'));
  if (postgres) await endProcess(postgres.process, POSTGRES_END);
  const temporal = await findTemporalOrphan(directory);
  if (temporal) await endProcess(temporal.process, TEMPORAL_END);
  await rm(directory, { recursive: true, force: true });
}
