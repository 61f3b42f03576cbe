import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BenchService } from './service.js';

const SETTLE = 3_000;
const COLLECTOR = fileURLToPath(new URL('./collect-garbage.js', import.meta.url));

/** Arguments of Node for a service whose memory is measured. */
export const MEASURABLE: readonly string[] = ['--expose-gc', '--import', COLLECTOR];

/** MB of the service's own process: as it is, and once garbage is gone. */
export async function memoryOf(
  service: BenchService,
): Promise<{ readonly settled: number; readonly live: number }> {
  await sleep(SETTLE);
  const settled = (await service.usage()).node.pssMb;
  process.kill(service.pid, 'SIGUSR2');
  await sleep(SETTLE);
  return { settled, live: (await service.usage()).node.pssMb };
}
