import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BenchService } from './service.js';

const SETTLE = 3_000;
const COLLECTOR = fileURLToPath(new URL('./collect-garbage.js', import.meta.url));

/** Arguments of Node for a service whose memory is measured. */
export const MEASURABLE: readonly string[] = ['--expose-gc', '--import', COLLECTOR];

/** MB of the service's own process. */
export interface ProcessMemory {
  /** As it is. */
  readonly settled: number;
  /** Once garbage is gone. Of it V8 keeps room for new objects or gives it back as it sees fit, which is tens of MB. */
  readonly live: number;
  /** What is then in use, on V8's heap and outside of it, as the process tells itself. */
  readonly inUse: number;
}

/** What the process of a service that was started to be `MEASURABLE` takes. */
export async function memoryOf(service: BenchService): Promise<ProcessMemory> {
  await sleep(SETTLE);
  const settled = (await service.usage()).node.pssMb;
  process.kill(service.pid, 'SIGUSR2');
  await sleep(SETTLE);
  return { settled, live: (await service.usage()).node.pssMb, inUse: await inUseOf(service) };
}

const IN_USE = ['restante_nodejs_heap_size_used_bytes', 'restante_nodejs_external_memory_bytes'];

async function inUseOf({ metrics }: BenchService): Promise<number> {
  const lines = (await (await fetch(metrics)).text()).split('\n');
  const bytesOf = (name: string) =>
    Number(lines.find((line) => line.startsWith(`${name} `))!.split(' ')[1]);
  return IN_USE.reduce((sum, name) => sum + bytesOf(name), 0) / 1024 / 1024;
}
