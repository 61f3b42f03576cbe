import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { pidIn } from '../embedded/surroundings.js';

/** The processes of the embedded Postgres in a service's directory. */
export interface PostgresProcesses {
  /** SIGKILL to the postmaster: the others notice and end themselves. To all of them where they are frozen. */
  kill(): Promise<void>;
  /** SIGSTOP to all of them: connections stay open and nothing answers. */
  freeze(): Promise<void>;
  thaw(): void;
}

/** Finds them below `directory`. */
export function postgresProcesses(directory: string): PostgresProcesses {
  const postmaster = () => pidIn(`${directory}/postgres/postmaster.pid`);
  let frozen: number[] = [];
  return {
    async kill() {
      const stopped = frozen;
      frozen = [];
      for (const pid of stopped.length > 0 ? stopped : [await postmaster()])
        process.kill(pid, 'SIGKILL');
    },
    async freeze() {
      const parent = await postmaster();
      // The parent first, so that no child is born that is not in the list.
      process.kill(parent, 'SIGSTOP');
      frozen = [parent, ...(await childrenOf(parent))];
      for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    },
    thaw() {
      for (const pid of frozen.reverse()) goOn(pid);
      frozen = [];
    },
  };
}

function goOn(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // It was killed meanwhile.
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, ppid]) => ppid === parent)
    .map(([pid]) => pid!);
}

/** The address of the embedded Postgres in a service's directory. */
export async function addressOfPostgres(directory: string): Promise<string> {
  const password = await readFile(`${directory}/postgres-password`, 'utf8');
  const [, , , port] = (await readFile(`${directory}/postgres/postmaster.pid`, 'utf8')).split('\n');
  return `postgres://restante:${password}@127.0.0.1:${port}/restante`;
}
