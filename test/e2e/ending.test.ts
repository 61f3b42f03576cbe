import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { isAlive, pidIn } from '../embedded/surroundings.js';
import { eventually } from './eventually.js';
import { createInstallation, createSharedInstallation, type Installation } from './installation.js';
import { createInbox } from './mail.js';
import { postgresProcesses } from './postgres-processes.js';
import type { RestClient } from './rest-client.js';
import { dist, FREE_PORTS } from './service-process.js';

// It has ten seconds; a busy machine takes its share of them.
const STOP_WITHIN = 100_000;
const START = 300_000;
const CLIENTS = 8;

/** Makes inboxes until it is `over`, and names those that were answered with 201. */
function writeUntil(over: AbortSignal, client: RestClient) {
  const answered: string[] = [];
  const writer = async () => {
    while (!over.aborted) {
      const inbox = await createInbox(client).catch(() => null);
      if (inbox) answered.push(inbox.id);
    }
  };
  return { answered, ended: Promise.all(Array.from({ length: CLIENTS }, writer)) };
}

describe('a start that waits for Postgres', () => {
  it('ends within ten seconds of SIGTERM', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const installation = await createSharedInstallation({
      DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`,
    });
    try {
      const service = installation.launch();
      await eventually(() => sockets.length > 0, START);
      expect(await service.stop()).toBeLessThan(STOP_WITHIN);
      expect(await service.ended).toEqual({ code: 0, signal: null });
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
      await installation.remove();
    }
  });
});

describe('a service whose Postgres hangs', () => {
  let installation: Installation;
  beforeAll(async () => void (installation = await createInstallation()));
  afterAll(() => installation.remove());

  it(
    'ends within ten seconds of SIGTERM with its servers, and has what it answered at the next start',
    async () => {
      const service = await installation.start();
      const client = await installation.client(service);
      const servers = await serversIn(installation.directory);
      const over = new AbortController();
      const writing = writeUntil(over.signal, client);
      await eventually(() => writing.answered.length > CLIENTS);
      const postgres = postgresProcesses(installation.directory);
      await postgres.freeze();

      const took = await service.stop();
      over.abort();
      expect(took).toBeLessThan(STOP_WITHIN);
      expect(await service.ended).toEqual({ code: 0, signal: null });
      for (const pid of servers) expect(await isAlive(pid)).toBe(false);

      // Its backends notice that it is gone once they go on.
      postgres.thaw();
      await writing.ended;
      const { answered } = writing;
      const again = await installation.client(await installation.start());
      const found = await Promise.all(answered.map((id) => again.get(`/v1/inboxes/${id}`)));
      expect(found.filter(({ status }) => status !== 200)).toEqual([]);
    },
    START,
  );
});

describe('npm start', () => {
  let installation: Installation;
  let npm: ChildProcess;
  beforeAll(async () => void (installation = await createInstallation()));
  afterEach(() => void npm.kill('SIGKILL'));
  afterAll(() => installation.remove());

  it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
    'takes the service, its Postgres and its Temporal along when it is ended by %s',
    async (signal) => {
      npm = startNpm(installation.directory);
      const printed = collected(npm);
      await eventually(() => printed().includes('"msg":"ready"'), START);
      const processes = [
        await serviceIn(installation.directory),
        ...(await serversIn(installation.directory)),
      ];

      npm.kill(signal);

      await eventually(async () => {
        const alive = await Promise.all(processes.map(isAlive));
        return alive.every((isStillThere) => !isStillThere);
      }, STOP_WITHIN);
      await eventually(() => printed().includes('"msg":"stopped"'));
    },
    START,
  );
});

/** The service that holds the directory. */
async function serviceIn(directory: string): Promise<number> {
  const lock = (await readdir(directory)).find((name) => name.startsWith('postgres.lock.'));
  return Number(lock!.split('.')[2]);
}

const serversIn = (directory: string): Promise<number[]> =>
  Promise.all([
    pidIn(join(directory, 'postgres', 'postmaster.pid')),
    pidIn(join(directory, 'temporal.pid')),
  ]);

const startNpm = (directory: string): ChildProcess =>
  spawn('npm', ['start'], {
    cwd: dirname(dist),
    env: { ...process.env, ...FREE_PORTS, DATA_DIR: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

function collected({ stdout, stderr }: ChildProcess): () => string {
  let text = '';
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk));
  return () => text;
}
