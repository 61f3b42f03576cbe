import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { dist, FREE_PORTS } from '../../e2e/service-process.js';
import { curlTo, must, processesOf, until, type Point } from '../outside.js';

const READY = /"rest":"([^"]+)"/;

/** `npm start` with sign-up closed, ended by SIGTERM to npm. */
export const npmStart: Point = {
  number: 26,
  title: 'npm start ends with all it started; sign-up can be closed; unknown ids are 404',
  see: async ({ curl }) => {
    const unknown = [
      'emails/eml_nope',
      'inboxes/inb_nope',
      'threads/thr_nope',
      'webhooks/whk_nope',
    ];
    for (const path of unknown) {
      const { status } = await curl('GET', `/v1/${path}`);
      must(status === 404, `${path} answered ${status}`);
    }
    const directory = await mkdtemp(join(tmpdir(), 'restante-outside-'));
    try {
      return await started(directory);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

async function started(directory: string): Promise<string> {
  const npm = spawn('npm', ['start'], {
    cwd: dirname(dist),
    detached: true,
    env: { ...process.env, ...FREE_PORTS, DATA_DIR: directory, SIGNUP: 'closed' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  npm.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  try {
    const rest = await until(
      () => Promise.resolve(READY.exec(printed)?.[1] ?? false),
      'npm start is ready',
      120,
    );
    const { status } = await curlTo(`${rest}/v1/orgs`, 'POST', { json: { name: 'x' } });
    must(status === 403, `a closed sign-up answered ${status}`);
    const began = Date.now();
    npm.kill('SIGTERM');
    const left = async () => (await processesOf(npm.pid!)).length + (await inDirectory(directory));
    await until(async () => (await left()) === 0, 'all processes are gone', 15);
    const seconds = (Date.now() - began) / 1_000;
    must(seconds < 11, `they took ${seconds.toFixed(1)} s`);
    return `sign-up 403; all gone ${seconds.toFixed(1)} s after SIGTERM to npm; 4 × 404`;
  } finally {
    killGroup(npm.pid!);
  }
}

/** Processes whose arguments name the directory: the servers that were started with it. */
async function inDirectory(directory: string): Promise<number> {
  const { readdir, readFile } = await import('node:fs/promises');
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes(directory)).length;
}

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // Nobody is left.
  }
}
