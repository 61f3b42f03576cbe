import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MALLOC, NODE_ARGUMENTS } from '../../bench/as-started.js';
import type { Role } from '../../src/config.js';
import { RAN } from '../ran/digest.js';

/** What the ready line of the log names. */
export interface Ready {
  readonly rest: string;
  readonly smtp: { readonly host: string; readonly port: number };
  readonly imap: { readonly host: string; readonly port: number; readonly certFile: string | null };
  readonly metrics: string;
}

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A line of the service's log. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string };

/** The service in a process of its own, as an operator starts it. */
export interface ServiceProcess {
  readonly pid: number;
  /** The addresses once it is ready. @throws Error with its output when it ends before that. */
  readonly ready: Promise<Ready>;
  readonly ended: Promise<Ended>;
  hasEnded(): boolean;
  /** Everything it printed, both streams. */
  output(): string;
  log(): LogLine[];
  kill(signal: NodeJS.Signals): void;
  /** Sends SIGTERM, and SIGKILL when that does not help; the milliseconds it took to end. */
  stop(): Promise<number>;
}

/** Environment variables of the service. */
export type Settings = Readonly<Record<string, string>>;

/** Free ports everywhere, so that any number of services run side by side. */
export const FREE_PORTS: Settings = {
  HTTP_PORT: '0',
  SMTP_PORT: '0',
  IMAP_PORT: '0',
  METRICS_PORT: '0',
  TEMPORAL_UI_PORT: '0',
};

/** The compiled project: child processes do not load TypeScript. */
export const dist = join(packageRoot(dirname(fileURLToPath(import.meta.url))), 'dist');

const MAIN = join(dist, 'service/main.js');
const STOP_WITHIN = 15_000;
// Most of these processes live for seconds: optimizing their code so soon is a fifth of what they cost.
const SHORT_LIVED = '--interrupt-budget=1000000';
// What a shell would pass on; everything else is a setting.
const INHERITED = [
  ...['PATH', 'HOME', 'TMPDIR', 'RESTANTE_CACHE_DIR', 'TEMPORAL_CLI'],
  ...['NODE_OPTIONS', RAN],
];

/** Starts all roles, or one of them. */
export function startService(settings: Settings, { role }: { role?: Role } = {}): ServiceProcess {
  const command = [...NODE_ARGUMENTS, SHORT_LIVED, MAIN, ...(role ? [role] : [])];
  const child = spawn(process.execPath, command, {
    cwd: '/',
    env: { ...inherited(), ...MALLOC, ...FREE_PORTS, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = collect(child);
  const ended = endOf(child);
  return {
    pid: child.pid ?? 0,
    ready: readiness(printed, ended),
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    output: () => printed.text,
    log: () => logLines(printed.text),
    kill: (signal) => void child.kill(signal),
    async stop() {
      const began = performance.now();
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN);
      await ended;
      clearTimeout(timer);
      return performance.now() - began;
    },
  };
}

function packageRoot(directory: string): string {
  return existsSync(join(directory, 'package.json')) ? directory : packageRoot(dirname(directory));
}

function inherited(): Record<string, string> {
  const given = INHERITED.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(given.filter((entry): entry is [string, string] => !!entry[1]));
}

interface Printed {
  text: string;
  onMore: () => void;
}

function collect({ stdout, stderr }: ChildProcess): Printed {
  const printed: Printed = { text: '', onMore: () => undefined };
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      printed.text += chunk;
      printed.onMore();
    });
  return printed;
}

function endOf(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }));
    // Not 'exit': the rest of what it printed comes after that.
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

function readiness(printed: Printed, ended: Promise<Ended>): Promise<Ready> {
  const ready = new Promise<Ready>((resolve) => {
    printed.onMore = () => {
      const line = logLines(printed.text).find(({ msg }) => msg === 'ready');
      if (!line) return;
      printed.onMore = () => undefined;
      resolve(line as unknown as Ready);
    };
  });
  const failed = ended.then(({ code, signal }) => {
    throw new Error(`the service ended (${signal ?? code}) before it was ready:\n${printed.text}`);
  });
  const outcome = Promise.race([ready, failed]);
  // Who only wants to kill it does not ask.
  outcome.catch(() => undefined);
  return outcome;
}

function logLines(text: string): LogLine[] {
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  return complete
    .split('\n')
    .filter((line) => line.startsWith('{"level"'))
    .map((line) => JSON.parse(line) as LogLine);
}
