import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.js';
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
import { isRecent, type TemporalBinary } from './temporal-binary.js';

/** What a development server is started with. */
export interface TemporalLaunch {
  readonly binary: TemporalBinary;
  readonly dataDir: string;
  readonly namespace: string;
  readonly log: Log;
  /** Whether the server at an address answers real calls; an open port is not enough. */
  readonly isHealthy: (address: string) => Promise<boolean>;
}

/** A development server, which answers. */
export interface TemporalProcess extends TemporalPorts {
  readonly process: ServerProcess;
}

/** How a development server is ended; it takes 1.3 s by itself. */
export const TEMPORAL_END: readonly EndStep[] = [
  ['SIGTERM', 5_000],
  ['SIGKILL', 1_000],
];

const GIVEN_UP = hurried(TEMPORAL_END, 2_000);
// Ample: a server that is not ready by then counts as one that can not read its store.
const READY_WITHIN_MS = 60_000;
const FAILED_PORT = /address already in use/;

/** Takes over the server that an earlier service left running. Ends it when it does not answer. */
export async function adoptTemporal(launch: TemporalLaunch): Promise<TemporalProcess | null> {
  const orphan = await findTemporalOrphan(launch.dataDir);
  if (!orphan) return null;
  if ((await isOfThis(launch, orphan)) && (await launch.isHealthy(addressOf(orphan.port)))) {
    launch.log.info({ pid: orphan.process.pid }, 'Temporal server was still running: taken over');
    return orphan;
  }
  await endProcess(orphan.process, TEMPORAL_END);
  return null;
}

/** Starts a server. A database file it can not read is moved aside: what it held is disposable. */
export async function startTemporal(
  launch: TemporalLaunch,
  ports: TemporalPorts,
  stopping?: AbortSignal,
): Promise<TemporalProcess> {
  const database = databaseOf(launch);
  const existed = existsSync(database);
  try {
    return await start(launch, ports, stopping);
  } catch (error) {
    if (!existed || stopping?.aborted || FAILED_PORT.test(String(error))) throw error;
    await moveAside(database);
    launch.log.warn({ database, error: String(error) }, 'Temporal store unreadable: begun anew');
    return start(launch, ports, stopping);
  }
}

/** The server that a service which is gone left on a directory, if it still runs. */
export async function findTemporalOrphan(dataDir: string): Promise<TemporalProcess | null> {
  const pid = Number(await readFile(pidFile(dataDir), 'utf8').catch(() => 0));
  const command = pid > 0 ? await commandOf(pid) : null;
  const [, port, uiPort] = / --port (\d+) --ui-port (\d+) /.exec(command ?? '') ?? [];
  // The process id may be another program's by now.
  if (!command?.includes(` --db-filename ${join(dataDir, 'temporal-')}`)) return null;
  return { process: adopted(pid), port: Number(port), uiPort: Number(uiPort) };
}

/** The address of the server on a port. */
export const addressOf = (port: number): string => `127.0.0.1:${port}`;

// A file of an older schema opens silently and half works: each server version has its own.
const databaseOf = ({ binary, dataDir }: TemporalLaunch) =>
  join(dataDir, `temporal-${binary.serverVersion}.db`);

const argumentsOf = (launch: TemporalLaunch, ports: TemporalPorts) =>
  temporalArguments(launch.binary, databaseOf(launch), ports, launch.namespace);

const commandOfLaunch = (launch: TemporalLaunch, ports: TemporalPorts) =>
  [launch.binary.path, ...argumentsOf(launch, ports)].join(' ');

const isOfThis = async (launch: TemporalLaunch, { process, ...ports }: TemporalProcess) =>
  (await commandOf(process.pid)) === commandOfLaunch(launch, ports);

async function start(
  launch: TemporalLaunch,
  ports: TemporalPorts,
  stopping?: AbortSignal,
): Promise<TemporalProcess> {
  const { binary, dataDir, isHealthy } = launch;
  // The process writes down its own id before it becomes the server: none is ever unknown.
  const script = ['-c', 'echo $$ >"$0" && exec "$@"', pidFile(dataDir)];
  const command = {
    file: 'sh',
    args: [...script, binary.path, ...argumentsOf(launch, ports)],
    options: {},
  };
  const { process: server, output } = await spawnServer(command, join(dataDir, 'temporal.log'));
  const ready = await becomesReady(server, () => isHealthy(addressOf(ports.port)), {
    timeoutMs: READY_WITHIN_MS,
    stopping,
  });
  if (ready) return { process: server, port: ports.port, uiPort: ports.uiPort };
  await endProcess(server, stopping?.aborted ? GIVEN_UP : TEMPORAL_END);
  throw new Error(`the Temporal server did not start:\n${await output()}`);
}

const pidFile = (dataDir: string) => join(dataDir, 'temporal.pid');

// The log and the index of the write-ahead log belong to the file. One damaged store is kept, to look at.
async function moveAside(database: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) {
    await rm(`${database}.damaged${suffix}`, { force: true, recursive: true });
    if (existsSync(database + suffix)) {
      await rename(database + suffix, `${database}.damaged${suffix}`);
    }
  }
}

/** Where the server listens, on the loopback interface. */
interface TemporalPorts {
  readonly port: number;
  readonly uiPort: number;
}

const PRAGMAS = ['journal_mode=WAL', 'synchronous=NORMAL', 'busy_timeout=5000'];

// JSON values. One partition and eager execution save round trips on one machine.
const SETTINGS = [
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
  'system.enableActivityEagerExecution=true',
  'matching.enableFairness=true',
  // Without these, matching waits up to 50 ms from 20 tasks a second on, and each timer below 1 s takes 1 s.
  'history.transferProcessorMaxPollRPS=100',
  'history.timerProcessorMaxPollRPS=100',
  'history.timerProcessorMaxTimeShift="10ms"',
];

const SEARCH_ATTRIBUTES = ['OrgId=KeywordList', 'ResourceId=KeywordList', 'Phase=Keyword'];

const each = (flag: string, values: readonly string[]) => values.flatMap((value) => [flag, value]);

/** The arguments of `temporal`. */
function temporalArguments(
  binary: TemporalBinary,
  database: string,
  { port, uiPort }: TemporalPorts,
  namespace: string,
): string[] {
  return [
    ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', `${port}`, '--ui-port', `${uiPort}`],
    // Programs older than those looked for have no such flag.
    ...(isRecent(binary) ? ['--ui-disable-news-fetch'] : []),
    ...['--log-level', 'warn', '--namespace', namespace, '--db-filename', database],
    ...each('--sqlite-pragma', PRAGMAS),
    ...each('--dynamic-config-value', SETTINGS),
    ...each('--search-attribute', SEARCH_ATTRIBUTES),
  ];
}
