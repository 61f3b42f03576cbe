import { analyse } from '../src/mail/analyse.js';
import { BAITS, type Bait } from './bait.js';
import { atMost, type Figure } from './figures.js';

/** Operations, section 3: so much longer for twice the length, so many ms for 100 KB. */
const MAX_FACTOR = 2.2;
const MAX_MS = 20;
const KB = 1024;
const LARGEST = 1024 * KB;
/** Times below this many ms say more about the machine than about the mail. */
const NOISE = 4;
const RECEIVED_AT = new Date('2026-11-20T10:00:03Z');

interface Cost {
  readonly bait: Bait;
  /** The worst growth over a doubling; 0 when all times were too short to compare. */
  readonly factor: number;
  /** The worst ms for 100 KB, at lengths from 100 KB on. */
  readonly ms: number;
}

/** Two figures for each part of the analysis: its worst bait by growth, and by time. */
export async function hostileFigures(full: boolean): Promise<Figure[]> {
  const costs: Cost[] = [];
  for (const bait of BAITS) costs.push(await costOf(bait, full));
  return [...new Set(BAITS.map(({ target }) => target))].flatMap((target) =>
    figuresOf(costs.filter(({ bait }) => bait.target === target)),
  );
}

function figuresOf(costs: readonly Cost[]): Figure[] {
  const steepest = worst(costs, ({ factor }) => factor);
  const slowest = worst(costs, ({ ms }) => ms);
  const { target } = steepest.bait;
  return [
    {
      what: `hostile ${target}, doubled (${steepest.bait.what})`,
      value: steepest.factor,
      unit: '×',
      goal: atMost(steepest.factor, MAX_FACTOR),
    },
    {
      what: `hostile ${target}, 100 KB (${slowest.bait.what})`,
      value: slowest.ms,
      unit: 'ms',
      goal: atMost(slowest.ms, MAX_MS),
    },
  ];
}

const worst = (costs: readonly Cost[], by: (cost: Cost) => number) =>
  costs.reduce((found, cost) => (by(cost) > by(found) ? cost : found));

async function costOf(bait: Bait, full: boolean): Promise<Cost> {
  let factor = 0;
  let ms = 0;
  let before = 0;
  for (let bytes = full ? KB : 64 * KB; bytes <= LARGEST; bytes *= 2) {
    const took = await bestTime(bait.make(bytes), full ? 7 : 3);
    if (before >= NOISE && bytes > 2 * (bait.limitAt ?? 0))
      factor = Math.max(factor, took / before);
    if (bytes >= 100 * KB) ms = Math.max(ms, (took * 100 * KB) / bytes);
    before = took;
  }
  return { bait, factor, ms };
}

/** CPU time, the best of several: what else the machine did meanwhile only makes them worse. */
async function bestTime(raw: Buffer, times: number): Promise<number> {
  let best = Infinity;
  for (let i = 0; i < times; i++) {
    const before = process.cpuUsage();
    await analyse(raw, { receivedAt: RECEIVED_AT });
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}
