import type { Tree } from '../../../src/mail/model/model.js';

/** A candidate as trees see it. */
export interface BoostedRow {
  /** The answer of each feature. */
  readonly values: Float64Array;
  readonly isRight: boolean;
  /** How much it counts. */
  readonly weight: number;
  /** Log odds that it has without trees, and how much of what trees say is added. */
  readonly offset: number;
  readonly share: number;
}

const TREES = 140;
const LEAVES = 12;
/** How far each tree goes towards what it finds. */
const RATE = 0.1;
/** Holds leaves back that few rows are in, and how much there has to be in each. */
const SHRINKAGE = 2;
const LEAST = 1;
/** Of the features each tree looks at so many. */
const LOOKED_AT = 0.5;
const MAX_BINS = 16;
const DIGITS = 3;
const SEED = 20_261_127;

/** Trees that tell right rows from others where lines cannot: gradient boosting. The same rows give the same bits. */
export function boost(rows: readonly BoostedRow[]): Tree[] {
  const table = binned(rows);
  const sums = Float64Array.from(rows, ({ offset }) => offset);
  const random = randomFrom(SEED);
  const trees: Tree[] = [];
  for (let i = 0; i < TREES; i++) {
    const features = table.flatMap((_, feature) => (random() < LOOKED_AT ? [feature] : []));
    const grown = new Growth(table, features, slopesOf(rows, sums));
    trees.push(grown.tree);
    rows.forEach(({ share }, row) => (sums[row]! += share * grown.valueOf(row)));
  }
  return trees;
}

/** The bins of a feature: which one each row is in, and where one ends and the next begins. */
interface Column {
  readonly bins: Uint8Array;
  readonly bounds: readonly number[];
}

function binned(rows: readonly BoostedRow[]): Column[] {
  const count = rows[0]?.values.length ?? 0;
  return Array.from({ length: count }, (_, feature) => {
    const values = Float64Array.from(rows, (row) => row.values[feature]!);
    const bounds = boundsOf(values);
    const bins = Uint8Array.from(values, (value) => {
      const bin = bounds.findIndex((bound) => value <= bound);
      return bin < 0 ? bounds.length : bin;
    });
    return { bins, bounds };
  });
}

function boundsOf(values: Float64Array): number[] {
  const sorted = Float64Array.from(values).sort();
  const distinct = [...new Set(sorted)];
  const ends =
    distinct.length <= MAX_BINS
      ? distinct
      : Array.from(
          { length: MAX_BINS },
          (_, i) => sorted[Math.floor(((i + 1) * (sorted.length - 1)) / MAX_BINS)]!,
        );
  const bounds = new Set<number>();
  for (const end of new Set(ends)) {
    const next = distinct.find((value) => value > end);
    if (next !== undefined) bounds.add(rounded((end + next) / 2));
  }
  return [...bounds].sort((one, other) => one - other);
}

const rounded = (value: number) => Number(value.toFixed(DIGITS)) + 0;

interface Slopes {
  readonly first: Float64Array;
  readonly second: Float64Array;
}

function slopesOf(rows: readonly BoostedRow[], sums: Float64Array): Slopes {
  const first = new Float64Array(rows.length);
  const second = new Float64Array(rows.length);
  rows.forEach(({ isRight, weight, share }, row) => {
    const chance = 1 / (1 + Math.exp(-sums[row]!));
    first[row] = weight * share * (chance - Number(isRight));
    second[row] = weight * share * share * chance * (1 - chance);
  });
  return { first, second };
}

interface Split {
  readonly feature: number;
  /** The last bin below. */
  readonly bin: number;
  readonly gain: number;
}

/** Rows that are in the same place so far, and how they are best told apart. */
interface Node {
  readonly rows: Int32Array;
  readonly first: number;
  readonly second: number;
  readonly split: Split | null;
  children?: readonly [Node, Node];
}

/** One tree: leaves are split where that gains most. */
class Growth {
  readonly tree: Tree;
  private readonly values: Float64Array;

  constructor(
    private readonly table: readonly Column[],
    private readonly features: readonly number[],
    private readonly slopes: Slopes,
  ) {
    this.values = new Float64Array(slopes.first.length);
    const root = this.node(Int32Array.from(slopes.first, (_, row) => row));
    const leaves = [root];
    while (leaves.length < LEAVES) {
      const best = leaves.reduce((most, leaf) => (gainOf(leaf) > gainOf(most) ? leaf : most));
      if (!best.split) break;
      best.children = this.divide(best, best.split);
      leaves.splice(leaves.indexOf(best), 1, ...best.children);
    }
    this.tree = this.treeOf(root);
  }

  valueOf(row: number): number {
    return this.values[row]!;
  }

  private node(rows: Int32Array): Node {
    let [first, second] = [0, 0];
    for (const row of rows) {
      first += this.slopes.first[row]!;
      second += this.slopes.second[row]!;
    }
    return { rows, first, second, split: this.bestSplit(rows, first, second) };
  }

  private divide({ rows }: Node, { feature, bin }: Split): [Node, Node] {
    const { bins } = this.table[feature]!;
    return [
      this.node(rows.filter((row) => bins[row]! <= bin)),
      this.node(rows.filter((row) => bins[row]! > bin)),
    ];
  }

  private bestSplit(rows: Int32Array, first: number, second: number): Split | null {
    let best: Split | null = null;
    const whole = worth(first, second);
    for (const feature of this.features) {
      const [firsts, seconds] = this.histogram(feature, rows);
      let [below, weight] = [0, 0];
      for (let bin = 0; bin < firsts.length - 1; bin++) {
        below += firsts[bin]!;
        weight += seconds[bin]!;
        if (weight < LEAST || second - weight < LEAST) continue;
        const gain = worth(below, weight) + worth(first - below, second - weight) - whole;
        if (gain > (best?.gain ?? 1e-9)) best = { feature, bin, gain };
      }
    }
    return best;
  }

  private histogram(feature: number, rows: Int32Array): [Float64Array, Float64Array] {
    const { bins, bounds } = this.table[feature]!;
    const firsts = new Float64Array(bounds.length + 1);
    const seconds = new Float64Array(bounds.length + 1);
    const { first, second } = this.slopes;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      const bin = bins[row]!;
      firsts[bin]! += first[row]!;
      seconds[bin]! += second[row]!;
    }
    return [firsts, seconds];
  }

  private treeOf({ rows, first, second, split, children }: Node): Tree {
    if (!split || !children) {
      const value = rounded((-RATE * first) / (second + SHRINKAGE));
      for (const row of rows) this.values[row] = value;
      return value;
    }
    const bound = this.table[split.feature]!.bounds[split.bin]!;
    return [split.feature, bound, this.treeOf(children[0]), this.treeOf(children[1])];
  }
}

const gainOf = ({ split }: Node) => split?.gain ?? 0;

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
