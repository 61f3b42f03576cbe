import { type ChildProcess, execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '../deadline.js';
import { clip } from '../mail/text/safe-text.js';

/** A server that runs as a process of its own: our child, or one an earlier service left behind. */
export interface ServerProcess {
  readonly pid: number;
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>;
}

/** A signal and the milliseconds the process has to end after it. */
export type EndStep = readonly [signal: NodeJS.Signals, wait: number];

const LOOK_EVERY_MS = 100;

/** A child, as a server. */
export function ownChild(child: ChildProcess): ServerProcess {
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  return { pid: child.pid ?? 0, ended };
}

/** A process that is not our child: it is asked for ten times a second. */
export function adopted(pid: number): ServerProcess {
  return { pid, ended: gone(pid) };
}

async function gone(pid: number): Promise<void> {
  const command = await commandOf(pid);
  while (command !== null && (await commandOf(pid)) === command) {
    await sleep(LOOK_EVERY_MS, undefined, { ref: false });
  }
}

/** The command line of a live process, joined by spaces; null when there is none. */
export async function commandOf(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return commandByPs(pid);
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  // A zombie has an empty command line: it has ended, only nobody asked how.
  return line.replace(/\0$/, '').replaceAll('\0', ' ') || null;
}

const commandByPs = (pid: number) => ps(pid, 'args=');

/** What tells a process from a later one with the same id; null when there is none. */
export async function startOf(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return (await ps(pid, 'lstart='))?.replace(/\W+/g, '-') ?? null;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  // proc(5): field 22 is the start time; the name in field 2 may hold spaces and parentheses.
  const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return `${ticks}-${clip(boot, 8)}`;
}

function ps(pid: number, column: string): Promise<string | null> {
  return new Promise((resolve) => {
    execFile('ps', ['-ww', '-o', column, '-p', String(pid)], (error, output) =>
      resolve(error ? null : output.trim() || null),
    );
  });
}

// Of the time there is, what the politest signal gets and what each other one does.
const FIRST_SHARE = 0.6;
const OTHER_SHARE = 0.15;

/** The same steps, of which none waits beyond `milliseconds`. */
export const hurried = (steps: readonly EndStep[], milliseconds: number): EndStep[] =>
  steps.map(([signal, wait], index) => [
    signal,
    Math.min(wait, milliseconds * (index === 0 ? FIRST_SHARE : OTHER_SHARE)),
  ]);

/** Sends each signal in turn until the process is gone. */
export async function endProcess(
  { pid, ended }: ServerProcess,
  steps: readonly EndStep[],
): Promise<void> {
  if (await endsWithin(ended, 0)) return;
  for (const [signal, wait] of steps) {
    if (!send(pid, signal) || (await endsWithin(ended, wait))) return;
  }
}

const endsWithin = (ended: Promise<void>, wait: number) =>
  withTimeout(
    wait,
    ended.then(() => true),
    false,
  );

function send(pid: number, signal: NodeJS.Signals): boolean {
  // To the system, 0 and less are groups of processes; here they are processes that never started.
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
