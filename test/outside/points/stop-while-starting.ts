import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { must, type Point } from '../outside.js';

const BEFORE = 3_000;

/** A start that waits for a Postgres that takes connections and says nothing. */
export const stopWhileStarting: Point = {
  number: 5,
  title: 'SIGTERM is heeded while the start waits for Postgres',
  see: async ({ installation }) => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const service = installation.launch({
      settings: {
        DATA_DIR: `${installation.directory}/starting`,
        INBOUND_SECRET: 'x'.repeat(32),
        DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`,
      },
    });
    await sleep(BEFORE);
    must(!service.hasEnded(), `it ended by itself: ${service.output()}`);
    const seconds = (await service.stop()) / 1_000;
    silent.close();
    must(seconds < 10, `it took ${seconds.toFixed(1)} s`);
    return `ended after ${seconds.toFixed(1)} s`;
  },
};
