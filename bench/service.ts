import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findPostgresOrphan, POSTGRES_END, postgresUrl } from '../src/embedded/postgres-process.js';
import { MALLOC, NODE_ARGUMENTS } from './as-started.js';
import { endProcess } from '../src/embedded/processes.js';
import { findTemporalOrphan, TEMPORAL_END } from '../src/embedded/temporal-process.js';
import { cpuOf, usageOf, type UsageByPart } from './processes.js';

/** A real service in a process of its own, with embedded servers. */
export interface BenchService {
  readonly pid: number;
  /** Base address of the REST interface. */
  readonly rest: string;
  readonly smtp: SmtpAddress;
  readonly imap: SmtpAddress;
  /** Address of the Prometheus metrics. */
  readonly metrics: string;
  readonly apiKey: string;
  readonly databaseUrl: string;
  /** Milliseconds from the start of the process until it said that it is ready. */
  readonly bootMs: number;
  /** CPU milliseconds of all its processes so far. */
  cpuMs(): Promise<number>;
  usage(): Promise<UsageByPart>;
  /** Ends it as an operator would; answers how many milliseconds that took. */
  stop(): Promise<number>;
}

/** Where an SMTP server listens. */
export interface SmtpAddress {
  readonly host: string;
  readonly port: number;
}

/** How a service is started. */
export interface ServiceOptions {
  readonly dataDir: string;
  /** Arguments of Node itself. */
  readonly nodeArguments?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
}

interface ReadyLine {
  readonly msg: string;
  readonly rest: string;
  readonly smtp: SmtpAddress;
  readonly imap: SmtpAddress;
  readonly metrics: string;
}

// Milliseconds: a first start makes the database, a stop ends within ten seconds.
const READY_WITHIN = 60_000;
const STOP_WITHIN = 20_000;
const LAST_LINES = 20;
const MAIN = fileURLToPath(new URL('../service/main.js', import.meta.url));

/** Starts a service on free ports. @throws Error with what it said when it does not get ready. */
export async function startBenchService(options: ServiceOptions): Promise<BenchService> {
  const begin = performance.now();
  const child = spawn(
    process.execPath,
    [...NODE_ARGUMENTS, ...(options.nodeArguments ?? []), MAIN],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        ...MALLOC,
        DATA_DIR: options.dataDir,
        LOG_LEVEL: 'info',
        HTTP_PORT: '0',
        SMTP_PORT: '0',
        IMAP_PORT: '0',
        METRICS_PORT: '0',
        TEMPORAL_UI_PORT: '0',
        ...options.settings,
      },
    },
  );
  const forget = endWithThisProcess(child);
  const pid = child.pid!;
  const stop = async () => {
    const from = performance.now();
    await endService(child);
    await endLeftServers(options.dataDir);
    forget();
    return performance.now() - from;
  };
  try {
    const { rest, smtp, imap, metrics } = await readyLine(child);
    return {
      ...{ pid, rest, smtp, imap, metrics, stop, bootMs: performance.now() - begin },
      apiKey: (await readFile(join(options.dataDir, 'api-key'), 'utf8')).trim(),
      databaseUrl: await databaseUrlOf(options.dataDir),
      cpuMs: () => cpuOf(pid),
      usage: () => usageOf(pid),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs `work` with a service that is stopped afterwards, whatever happens. */
export async function withService<T>(
  options: ServiceOptions,
  work: (service: BenchService) => Promise<T>,
): Promise<T> {
  const service = await startBenchService(options);
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

/** A bench that is interrupted leaves no service behind. */
function endWithThisProcess(child: ChildProcess): () => void {
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  return () => process.off('exit', end);
}

async function readyLine(child: ChildProcess): Promise<ReadyLine> {
  const said: string[] = [];
  const timer = setTimeout(() => child.kill('SIGTERM'), READY_WITHIN);
  const lines = createInterface(child.stdout!);
  // Read to the end, so that the pipe never fills up; a figure taken beside a warning means something else.
  lines.on('line', (line) => {
    if (/^\{"level":"(warn|error|fatal)"/.test(line)) process.stderr.write(`${line}\n`);
  });
  for await (const line of lines) {
    const ready = asReady(line);
    if (ready) {
      clearTimeout(timer);
      return ready;
    }
    said.push(line);
  }
  clearTimeout(timer);
  throw new Error(`The service did not get ready:\n${said.slice(-LAST_LINES).join('\n')}`);
}

function asReady(line: string): ReadyLine | null {
  if (!line.startsWith('{')) return null;
  const parsed = JSON.parse(line) as ReadyLine;
  return parsed.msg === 'ready' ? parsed : null;
}

async function endService(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN);
  child.kill('SIGTERM');
  await once(child, 'exit');
  clearTimeout(timer);
}

/** A service that crashed leaves its embedded servers for the next start to take over. */
async function endLeftServers(dataDir: string): Promise<void> {
  const postgres = await findPostgresOrphan(join(dataDir, 'postgres'));
  if (postgres) await endProcess(postgres.process, POSTGRES_END);
  const temporal = await findTemporalOrphan(dataDir);
  if (temporal) await endProcess(temporal.process, TEMPORAL_END);
}

/** The same way in that the service takes. */
async function databaseUrlOf(dataDir: string): Promise<string> {
  const directory = join(dataDir, 'postgres');
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
  const server = await findPostgresOrphan(directory);
  if (!server) throw new Error('the embedded PostgreSQL does not run');
  return postgresUrl({ directory, password }, server.port);
}
