import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../src/embedded/free-port.js';
import { type EmbeddedTemporal, startEmbeddedTemporal } from '../../src/embedded/temporal.js';
import { isHealthy } from '../support/temporal-health.js';
import {
  collectingLog,
  eventually,
  isAlive,
  pidIn,
  startService,
  temporaryDirectory,
} from './surroundings.js';

const { log, lines } = collectingLog();
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let dataDir: string;
let running: EmbeddedTemporal[];

beforeEach(async () => {
  directory = await temporaryDirectory();
  dataDir = directory.path;
  running = [];
  lines.length = 0;
});

afterEach(async () => {
  const pid = await serverPid();
  for (const server of running) await server.stop();
  expect(await isAlive(pid)).toBe(false);
  await directory.remove();
});

async function start(uiPort = 0): Promise<EmbeddedTemporal> {
  const server = await startEmbeddedTemporal({ dataDir, log, uiPort, isHealthy });
  running.push(server);
  return server;
}

/** Where another program takes the port first, another one is tried. */
async function startOnFreePort(attempts = 3): Promise<EmbeddedTemporal & { uiPort: number }> {
  const uiPort = await freePort();
  const server = await start(uiPort);
  if (server.uiUrl.endsWith(`:${uiPort}`) || attempts === 1) return { ...server, uiPort };
  await running.pop()!.stop();
  return startOnFreePort(attempts - 1);
}

const serverPid = () => pidIn(join(dataDir, 'temporal.pid'));
/** A busy machine answers later than within a second. */
const answers = (address: string) => eventually(async () => (await isHealthy(address)) || null);

const messages = () => lines.map((line) => line['msg']);
const restarts = () => messages().filter((text) => text === 'embedded server runs again').length;

async function listenOn(port: number): Promise<() => Promise<void>> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return () => new Promise((resolve) => server.close(() => resolve()));
}

describe('the embedded Temporal server', () => {
  it('answers with its UI where it was wanted', async () => {
    const { address, uiUrl, uiPort } = await startOnFreePort();

    expect(uiUrl).toBe(`http://127.0.0.1:${uiPort}`);
    expect((await fetch(uiUrl)).status).toBe(200);
    await answers(address);
  });

  it('has its UI on another port when the wanted one is taken, and says so', async () => {
    const uiPort = await freePort();
    const close = await listenOn(uiPort);

    const { uiUrl } = await start(uiPort);
    await close();

    expect((await fetch(uiUrl)).status).toBe(200);
    expect(lines).toContainEqual(expect.objectContaining({ level: 40, wanted: uiPort }));
  });

  it('comes back at the same address each time it is killed', async () => {
    const { address } = await start();

    for (const times of [1, 2]) {
      process.kill(await serverPid(), 'SIGKILL');
      await eventually(() => (restarts() === times ? true : null));
      await answers(address);
    }
  });

  it('is taken over when its service was killed', async () => {
    const service = await startService('temporal', dataDir);
    const orphan = await serverPid();
    await service.end('SIGKILL');

    const { address } = await start();

    expect(address).toBe(service.address);
    expect(await serverPid()).toBe(orphan);
  });

  it('refuses a directory that another service uses', async () => {
    await start();

    await expect(start()).rejects.toThrow('already in use');
  });

  it.each([
    ['no store', Buffer.from('not a store')],
    ['one cut short by a crash', Buffer.alloc(0)],
  ])('moves a file aside that is %s, and begins anew', async (_what, bytes) => {
    await (await start()).stop();
    const files = await readdir(dataDir);
    const stores = files.filter((file) => /\.db/.test(file));
    for (const file of stores) await writeFile(join(dataDir, file), bytes);

    const { address } = await start();

    await answers(address);
    expect(await readdir(dataDir)).toContainEqual(
      expect.stringMatching(/^temporal-.*\.db\.damaged$/),
    );
    expect(messages()).toContain('Temporal store unreadable: begun anew');
  });
});
