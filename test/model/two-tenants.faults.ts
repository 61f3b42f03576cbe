import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRandom } from '../crash/random.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from '../e2e/installation.js';
import { startProxy, type Proxy } from '../e2e/proxy.js';
import { createAsking } from './asking.js';
import { stallNowAndThen } from './stalls.js';
import { removeInbox, STEPS } from './steps.js';
import { verify } from './verify.js';
import { createWorld, type World } from './world.js';

const SEED = 20;
const SEQUENCES = 200;
const STEPS_EACH = 20;
// Sequences at once, each in a world of its own: two tenants whose storage is everybody's.
const WORLDS = 10;
const LONG = 600_000;
const INBOUND_SECRET = 'the-secret-of-the-mail-server';

describe('Two tenants', () => {
  let installation: SharedInstallation;
  let proxy: Proxy;
  let service: RunningService;

  beforeAll(async () => {
    installation = await createSharedInstallation({
      INBOUND_SECRET,
      DEFAULT_PLAN: 'selfhost',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    const address = new URL(installation.database.url);
    proxy = await startProxy({ host: address.hostname, port: Number(address.port) });
    address.port = String(proxy.port);
    // By TCP, not by the server's socket.
    address.search = '';
    service = await installation.start({ role: 'api', settings: { DATABASE_URL: address.href } });
  }, LONG);

  afterAll(async () => {
    await installation.remove();
    await proxy.close();
  });

  it(
    `have what was answered, and never the other's, in ${SEQUENCES} sequences with storage that stalls`,
    async () => {
      const worlds: World[] = [];
      for (let index = 0; index < WORLDS; index++) worlds.push(await newWorld(index));
      const stopped = new AbortController();
      const stalling = stallNowAndThen(proxy, createRandom(SEED), stopped.signal);
      try {
        await Promise.all(worlds.map((world) => runSequences(world, SEQUENCES / WORLDS)));
      } finally {
        stopped.abort();
      }
      expect(await stalling).toBeGreaterThan(0);
    },
    LONG,
  );

  async function newWorld(index: number): Promise<World> {
    return createWorld({
      base: service.rest,
      keys: [await signUp(2 * index), await signUp(2 * index + 1)],
      postInbound: createAsking(service.rest, INBOUND_SECRET),
      random: createRandom(SEED + index),
      firstCode: index,
    });
  }

  /** The key of a new organization, each from an address of its own: sign-ups are limited. */
  async function signUp(number: number): Promise<string> {
    const response = await fetch(`${service.rest}/v1/orgs`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `192.0.2.${number}`,
      },
      body: JSON.stringify({ name: `Tenant ${number}` }),
    });
    expect(response.status).toBe(201);
    return ((await response.json()) as { api_key: string }).api_key;
  }
});

async function runSequences(world: World, count: number): Promise<void> {
  for (let sequence = 0; sequence < count; sequence++) {
    await runSequence(world);
    for (const tenant of world.tenants) {
      await verify(tenant);
      for (const inbox of tenant.inboxes.values()) await removeInbox(tenant, inbox);
      tenant.gone.length = 0;
    }
    world.mails.length = 0;
  }
}

async function runSequence(world: World): Promise<void> {
  const { random, tenants } = world;
  for (let step = 0; step < STEPS_EACH;) {
    const [left, right] = random.chance(0.5) ? tenants : [tenants[1], tenants[0]];
    const [, run] = random.pick(STEPS);
    if (await run(world, left, right)) step++;
  }
}
