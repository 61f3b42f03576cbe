import { readFile } from 'node:fs/promises';

const LOOK_EVERY = 100;

/** Watches how much memory a process takes. */
export interface MemoryWatch {
  /** Megabytes when the watch began. */
  readonly idle: number;
  /** Ends the watch; the most megabytes meanwhile. */
  end(): Promise<number>;
}

/** Watches from now on. */
export async function watchMemory(pid: number): Promise<MemoryWatch> {
  const idle = await megabytesOf(pid);
  let most = idle;
  const look = async () => {
    const now = await megabytesOf(pid);
    most = Math.max(most, now);
  };
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY);
  return {
    idle,
    async end() {
      clearInterval(timer);
      await look();
      return most;
    },
  };
}

/** Megabytes of a process that are in memory. */
async function megabytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? NaN) / 1_024);
}
