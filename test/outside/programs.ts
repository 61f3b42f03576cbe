import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { dist } from '../e2e/service-process.js';

const CLIENTS = join(dist, '../test/outside/clients');

/** What a program prints. @throws Error with what it complained of */
export function run(
  program: string,
  given: readonly string[],
  input: string | Buffer = '',
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, given, {
      cwd: join(dist, '..'),
      env: { ...process.env, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const printed: Buffer[] = [];
    let complaint = '';
    child.stdout.on('data', (bytes: Buffer) => printed.push(bytes));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(printed).toString());
      else reject(new Error(`${program} ended with ${code}: ${complaint}`));
    });
    // A server that has heard enough closes while there is more to say.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** What one of the Python programs prints. */
export const python = (program: string, given: readonly string[], input?: string | Buffer) =>
  run('python3', [join(CLIENTS, program), ...given], input);

/** A program that runs until it is stopped. */
export interface RunningProgram {
  /** What it printed, line by line. */
  lines(): readonly string[];
  stop(): Promise<void>;
}

/** Starts a program that goes on. */
export function start(program: string, given: readonly string[]): RunningProgram {
  const child = spawn(program, given, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  return {
    lines: () => printed.split('\n').slice(0, -1),
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A Python program that listens on a port, which is the first line it prints. */
export interface Server {
  readonly port: string;
  /** What it printed since. */
  lines(): readonly string[];
  stop(): Promise<void>;
}

const LOOK_EVERY = 50;

/** Starts one. */
export async function serve(program: string, given: readonly string[]): Promise<Server> {
  const running = start('python3', [join(CLIENTS, program), ...given]);
  while (running.lines().length === 0)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  const [port] = running.lines();
  return { port: port!, lines: () => running.lines().slice(1), stop: () => running.stop() };
}
