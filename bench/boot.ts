import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, type Bench, type Figure } from './figures.js';
import type { Usage } from './processes.js';
import { startBenchService, type BenchService } from './service.js';

const IDLE_SECONDS = 10;
const PARTS = ['node', 'postgres', 'temporal'] as const;

/** From nothing to ready, from a stopped service to ready, and what a service that does nothing uses. */
export const boot: Bench = async ({ directory }) => {
  const dataDir = join(directory, 'service');
  const first = await startBenchService({ dataDir });
  const stopped = await first.stop();
  const later = await startBenchService({ dataDir });
  try {
    return {
      figures: [
        seconds('first start to ready', first.bootMs, 12),
        seconds('stop', stopped, 10),
        seconds('later start to ready', later.bootMs, 5),
        ...(await idle(later)),
      ],
    };
  } finally {
    await later.stop();
  }
};

const seconds = (what: string, milliseconds: number, limit: number): Figure => ({
  what,
  value: milliseconds / 1_000,
  unit: 's',
  goal: atMost(milliseconds / 1_000, limit),
});

async function idle(service: BenchService): Promise<Figure[]> {
  await sleep(IDLE_SECONDS * 1_000);
  const before = await service.usage();
  await sleep(IDLE_SECONDS * 1_000);
  const { all, ...parts } = await service.usage();
  const percent = (part: keyof typeof before, { cpuMs }: Usage) =>
    (cpuMs - before[part].cpuMs) / (IDLE_SECONDS * 10);
  const cpuPercent = percent('all', all);
  const shares = PARTS.flatMap((part) => [
    { what: `  memory of ${part}`, value: parts[part].pssMb, unit: 'MB', n: parts[part].processes },
    { what: `  CPU of ${part}`, value: percent(part, parts[part]), unit: '%' },
  ]);
  return [
    {
      what: 'idle memory (PSS), all processes',
      value: all.pssMb,
      unit: 'MB',
      goal: atMost(all.pssMb, 600),
    },
    { what: 'idle CPU of one core', value: cpuPercent, unit: '%', goal: atMost(cpuPercent, 2) },
    ...shares,
  ];
}
