import { PER_ONE, type Tree } from '../../../src/mail/model/tree-text.js';
import { binned, type Bins } from './bins.js';

/** A candidate as trees see it. */
export interface BoostedRow {
  /** The answer of each feature. */
  readonly answers: Float64Array;
  readonly isRight: boolean;
  /** How much it counts. */
  readonly weight: number;
}

const TREES = 240;
const LEAVES = 24;
/** How far each tree goes towards what it finds. */
const RATE = 0.07;
/** Holds leaves back that few rows are in, and how much there has to be in each. */
const SHRINKAGE = 1;
const LEAST = 1.5;
/** Of the features each tree looks at so many. */
const LOOKED_AT = 0.6;
const SEED = 20_261_127;

/** Trees that tell right rows from others where lines cannot: gradient boosting. The same rows give the same bits. */
export class Boosting {
  private readonly bins: Bins;

  /** @param monotone by feature: 1 or -1 where more of it cannot speak against, or for, a candidate */
  constructor(
    private readonly rows: readonly BoostedRow[],
    private readonly monotone: readonly number[] = [],
  ) {
    this.bins = binned(rows.map(({ answers }) => answers));
  }

  /** @param offsets log odds that each row has without trees */
  fit(offsets: Float64Array, isLeftOut?: (row: number) => boolean): Tree[] {
    const { columns } = this.bins;
    const kept = Int32Array.from(this.rows.keys()).filter((row) => !isLeftOut?.(row));
    const sums = Float64Array.from(offsets);
    const random = randomFrom(SEED);
    return Array.from({ length: TREES }, () => {
      const features = columns.flatMap((_, feature) => (random() < LOOKED_AT ? [feature] : []));
      const growth = new Growth(this.bins, features, this.slopesAt(sums, kept), this.monotone);
      return growth.grow(kept, sums);
    });
  }

  private slopesAt(sums: Float64Array, kept: Int32Array): Slopes {
    const first = new Float64Array(sums.length);
    const second = new Float64Array(sums.length);
    for (const row of kept) {
      const { isRight, weight } = this.rows[row]!;
      const chance = 1 / (1 + Math.exp(-sums[row]!));
      first[row] = weight * (chance - Number(isRight));
      second[row] = weight * chance * (1 - chance);
    }
    return { first, second };
  }
}

/** Of the loss, by row or by cell. */
interface Slopes {
  readonly first: Float64Array;
  readonly second: Float64Array;
}

interface Split {
  readonly feature: number;
  /** The last bin below. */
  readonly bin: number;
  readonly gain: number;
}

/** Rows that are in the same place so far, and how they are best told apart. */
interface Leaf {
  readonly rows: Int32Array;
  readonly first: number;
  readonly second: number;
  readonly cells: Slopes;
  readonly split: Split | null;
  children?: readonly [Leaf, Leaf];
}

/** One tree: leaves are split where that gains most. */
class Growth {
  constructor(
    private readonly bins: Bins,
    private readonly features: readonly number[],
    private readonly slopes: Slopes,
    private readonly monotone: readonly number[],
  ) {}

  /** Adds what the tree says to the sums of its rows. */
  grow(rows: Int32Array, sums: Float64Array): Tree {
    const root = this.leaf(rows, this.cellsOf(rows));
    const leaves = [root];
    while (leaves.length < LEAVES) {
      const best = leaves.reduce((most, leaf) => (gainOf(leaf) > gainOf(most) ? leaf : most));
      if (!best.split) break;
      best.children = this.divide(best, best.split);
      leaves.splice(leaves.indexOf(best), 1, ...best.children);
    }
    return this.treeOf(root, sums);
  }

  private leaf(rows: Int32Array, cells: Slopes): Leaf {
    let [first, second] = [0, 0];
    for (const row of rows) {
      first += this.slopes.first[row]!;
      second += this.slopes.second[row]!;
    }
    return { rows, first, second, cells, split: this.bestSplit({ first, second, cells }) };
  }

  /** The cells of the smaller half are added up; those of the other are what is left. */
  private divide({ rows, cells }: Leaf, { feature, bin }: Split): [Leaf, Leaf] {
    const { bins } = this.bins.columns[feature]!;
    const below = rows.filter((row) => bins[row]! <= bin);
    const beyond = rows.filter((row) => bins[row]! > bin);
    const isBelow = below.length <= beyond.length;
    const own = this.cellsOf(isBelow ? below : beyond);
    const others = without(cells, own);
    return [this.leaf(below, isBelow ? own : others), this.leaf(beyond, isBelow ? others : own)];
  }

  /** What the rows in each cell add up to, but in the usual ones. */
  private cellsOf(rows: Int32Array): Slopes {
    const { cells, ends, count } = this.bins;
    const first = new Float64Array(count);
    const second = new Float64Array(count);
    for (const row of rows) {
      const one = this.slopes.first[row]!;
      const two = this.slopes.second[row]!;
      for (let k = row === 0 ? 0 : ends[row - 1]!; k < ends[row]!; k++) {
        first[cells[k]!]! += one;
        second[cells[k]!]! += two;
      }
    }
    return { first, second };
  }

  private bestSplit(leaf: Pick<Leaf, 'first' | 'second' | 'cells'>): Split | null {
    if (leaf.second < 2 * LEAST) return null;
    let best: Split | null = null;
    for (const feature of this.features) best = this.better(best, feature, leaf);
    return best;
  }

  private better(
    known: Split | null,
    feature: number,
    { first, second, cells }: Pick<Leaf, 'first' | 'second' | 'cells'>,
  ): Split | null {
    const { start, usual, bounds } = this.bins.columns[feature]!;
    let best = known;
    let [usualFirst, usualSecond] = [first, second];
    for (let bin = 0; bin <= bounds.length; bin++) {
      usualFirst -= cells.first[start + bin]!;
      usualSecond -= cells.second[start + bin]!;
    }
    const whole = worth(first, second);
    let [below, weight] = [0, 0];
    for (let bin = 0; bin < bounds.length; bin++) {
      below += bin === usual ? usualFirst : cells.first[start + bin]!;
      weight += bin === usual ? usualSecond : cells.second[start + bin]!;
      if (!this.mayPart(feature, [below, weight], [first - below, second - weight])) continue;
      const gain = worth(below, weight) + worth(first - below, second - weight) - whole;
      if (gain > (best?.gain ?? 1e-9)) best = { feature, bin, gain };
    }
    return best;
  }

  /** Whether there is enough on both sides of a bound, and what lies beyond does not speak as the feature cannot. */
  private mayPart(feature: number, below: Sums, beyond: Sums): boolean {
    if (below[1] < LEAST || beyond[1] < LEAST) return false;
    return (this.monotone[feature] ?? 0) * (valueOf(beyond) - valueOf(below)) >= 0;
  }

  private treeOf({ rows, first, second, split, children }: Leaf, sums: Float64Array): Tree {
    if (!split || !children) {
      const value = inHundredths(RATE * valueOf([first, second]));
      for (const row of rows) sums[row]! += value / PER_ONE;
      return value;
    }
    const bound = this.bins.columns[split.feature]!.bounds[split.bin]!;
    return [
      split.feature,
      inHundredths(bound),
      this.treeOf(children[0], sums),
      this.treeOf(children[1], sums),
    ];
  }
}

const without = (all: Slopes, own: Slopes): Slopes => ({
  first: all.first.map((value, cell) => value - own.first[cell]!),
  second: all.second.map((value, cell) => value - own.second[cell]!),
});

const inHundredths = (value: number) => Math.round(value * PER_ONE) + 0;

const gainOf = ({ split }: Leaf) => split?.gain ?? 0;

/** Of the loss: its first and second slope. */
type Sums = readonly [first: number, second: number];

const valueOf = ([first, second]: Sums) => -first / (second + SHRINKAGE);

const worth = (first: number, second: number) => (first * first) / (second + SHRINKAGE);

/** Numbers from 0 to 1 that look like chance and are the same each time (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
