import { analyse } from '../src/mail/reading/analyse.js';
import { BAITS, type Bait } from './bait.js';
import { atMost, type Figure } from './figures.js';

/** Operations, section 3: so much longer for twice the length, so many ms for 100 KB. */
const MAX_FACTOR = 2.2;
const MAX_MS = 20;
const KB = 1024;
const LARGEST = 1024 * KB;
/** Times below this many ms say more about the machine than about the mail. */
const NOISE = 4;
/** The first one compiles. */
const ROUNDS = 2;
const MAX_ROUNDS = 12;
const RECEIVED_AT = new Date('2026-11-20T10:00:03Z');

interface Cost {
  readonly bait: Bait;
  /** The worst growth for a doubling, over two of them; 0 when all times were too short to compare. */
  readonly factor: number;
  /** The worst ms for 100 KB, at lengths from 100 KB on. */
  readonly ms: number;
}

/** Two figures for each part of the analysis: its worst bait by growth, and by time. */
export function hostileFigures(full: boolean): Figure[] {
  const costs: Cost[] = [];
  for (const bait of BAITS) costs.push(costOf(bait, full));
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

/**
 * Lengths are measured in turn, each with the same number of bytes: what the machine, the compiler and
 * the garbage of a mail cost falls on all of them alike. A bait that misses a goal is measured on:
 * chance goes away with more rounds, growth does not.
 */
function costOf(bait: Bait, full: boolean): Cost {
  const lengths = lengthsFrom(full ? KB : 64 * KB).map((bytes) => new Length(bait, bytes));
  for (let round = 1; ; round++) {
    for (const length of lengths) length.measure();
    const cost = costAt(bait, lengths);
    if (round >= ROUNDS && (meetsGoals(cost) || round === MAX_ROUNDS)) return cost;
  }
}

const meetsGoals = ({ factor, ms }: Cost) => factor <= MAX_FACTOR && ms <= MAX_MS;

function lengthsFrom(smallest: number): number[] {
  const lengths: number[] = [];
  for (let bytes = smallest; bytes <= LARGEST; bytes *= 2) lengths.push(bytes);
  return lengths;
}

function costAt(bait: Bait, lengths: readonly Length[]): Cost {
  const factors = lengths.map(({ bytes, ms }, i) => {
    const before = lengths[i - 2]?.ms ?? 0;
    // Twice twice: what a single step costs, such as arrays too large for the young heap, is no growth.
    return before >= NOISE && bytes > 4 * (bait.limitAt ?? 0) ? Math.sqrt((4 * ms) / before) : 0;
  });
  const large = lengths.filter(({ bytes }) => bytes >= 100 * KB);
  return {
    bait,
    factor: Math.max(...factors),
    ms: Math.max(...large.map(({ ms }) => (ms * 100 * KB) / LARGEST)),
  };
}

/** A bait of one length. */
class Length {
  /** CPU time for `LARGEST` bytes, the best of several: what else the machine did only makes it worse. */
  ms = Infinity;
  private readonly raw: Buffer;

  constructor(
    bait: Bait,
    readonly bytes: number,
  ) {
    this.raw = bait.make(bytes);
  }

  measure(): void {
    const before = process.cpuUsage();
    for (let read = 0; read < LARGEST; read += this.bytes)
      analyse(this.raw, { receivedAt: RECEIVED_AT });
    const { user, system } = process.cpuUsage(before);
    this.ms = Math.min(this.ms, (user + system) / 1_000);
  }
}
