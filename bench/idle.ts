import { setTimeout as sleep } from 'node:timers/promises';
import { unsettled, withDatabase, within } from './client.js';
import type { BenchService } from './service.js';

// Milliseconds until Temporal has been told of what was made.
const SETTLED_WITHIN = 300_000;
const SECOND = 1_000;
// CPU milliseconds of a second in which a service has nothing to do, at most.
const IDLE_MS = 150;

/** Waits until the service has nothing left to do, Temporal included; answers the seconds. */
export async function idle(service: BenchService): Promise<number> {
  const from = performance.now();
  await withDatabase(service.databaseUrl, (client) =>
    within(SETTLED_WITHIN, async () => (await unsettled(client)) === 0),
  );
  for (;;) {
    const [at, before] = [performance.now(), await service.cpuMs()];
    await sleep(SECOND);
    if ((await service.cpuMs()) - before < IDLE_MS) return (at - from) / SECOND;
  }
}
