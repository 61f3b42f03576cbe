/** One candidate: what its features answered, and whether it is what is looked for. */
export interface Row {
  /** By the place of the feature in its table; those that answered 0 are left out. */
  readonly features: Int32Array;
  readonly values: Float64Array;
  readonly isRight: boolean;
  /** How much it counts. */
  readonly weight: number;
}

/** How hard weights are held back. */
export interface Penalty {
  /** Takes away what helps little. */
  readonly l1: number;
  /** Keeps weights small. */
  readonly l2: number;
}

export interface Fitted {
  readonly intercept: number;
  readonly weights: Float64Array;
}

const STEPS = 1500;
const ENOUGH = 1e-5;

/**
 * Logistic regression with an elastic net: accelerated proximal gradient steps (FISTA). Sums are taken in the
 * order of the rows, so that the same rows give the same bits.
 */
export class LogisticRegression {
  private readonly rows: PackedRows;
  private readonly isRight: Uint8Array;
  private all: Float64Array | null = null;

  constructor(
    rows: readonly Row[],
    private readonly count: number,
    private readonly penalty: Penalty,
    packed = packRows(rows),
  ) {
    this.rows = packed;
    this.isRight = Uint8Array.from(rows, (row) => Number(row.isRight));
  }

  /** Fits all rows. */
  fit(): Fitted {
    this.all ??= this.descend(this.rows.weights, new Float64Array(this.count + 1));
    return this.fitted(this.all);
  }

  /** Fits without some rows, from where those of all end: that is near. */
  fitWithout(isLeftOut: (row: number) => boolean): Fitted {
    this.fit();
    const kept = this.rows.weights.map((weight, row) => (isLeftOut(row) ? 0 : weight));
    return this.fitted(this.descend(kept, this.all!));
  }

  private fitted(weights: Float64Array): Fitted {
    return { intercept: weights[this.count]!, weights: weights.slice(0, this.count) };
  }

  private descend(kept: Float64Array, start: Float64Array): Float64Array {
    const { count } = this;
    const { l1, l2 } = this.penalty;
    const total = kept.reduce((sum, weight) => sum + weight, 0);
    const step = 1 / (this.curvature(kept, total) + l2);
    let weights = start;
    let ahead = weights;
    let momentum = 1;
    for (let i = 0; i < STEPS; i++) {
      const gradient = this.gradientAt(ahead, kept, total);
      const next = new Float64Array(count + 1);
      for (let j = 0; j <= count; j++) {
        const isIntercept = j === count;
        const slope = gradient[j]! + (isIntercept ? 0 : l2 * ahead[j]!);
        const moved = ahead[j]! - step * slope;
        next[j] = isIntercept ? moved : shrink(moved, step * l1);
      }
      const nextMomentum = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
      const push = (momentum - 1) / nextMomentum;
      const moved = distance(next, weights);
      ahead = next.map((value, j) => value + push * (value - weights[j]!));
      weights = next;
      momentum = nextMomentum;
      if (i > 50 && moved < ENOUGH) break;
    }
    return weights;
  }

  /** An upper bound for how steep the loss bends: by the longest row on average. */
  private curvature(kept: Float64Array, total: number): number {
    const { values, ends } = this.rows;
    let sum = 0;
    for (let row = 0, k = 0; row < ends.length; row++) {
      let square = 1;
      for (; k < ends[row]!; k++) square += values[k]! * values[k]!;
      sum += kept[row]! * square;
    }
    return sum / total / 4;
  }

  private gradientAt(weights: Float64Array, kept: Float64Array, total: number): Float64Array {
    const { features, values, ends } = this.rows;
    const { count } = this;
    const gradient = new Float64Array(count + 1);
    for (let row = 0, from = 0; row < ends.length; row++) {
      const to = ends[row]!;
      if (kept[row] !== 0) {
        let sum = weights[count]!;
        for (let k = from; k < to; k++) sum += weights[features[k]!]! * values[k]!;
        const error = (kept[row]! * (1 / (1 + Math.exp(-sum)) - this.isRight[row]!)) / total;
        for (let k = from; k < to; k++) gradient[features[k]!]! += error * values[k]!;
        gradient[count]! += error;
      }
      from = to;
    }
    return gradient;
  }
}

/** The answers of rows one behind the other. */
export interface PackedRows {
  readonly features: Int32Array;
  readonly values: Float64Array;
  /** Where those of each row end. */
  readonly ends: Int32Array;
  readonly weights: Float64Array;
}

export function packRows(rows: readonly Row[]): PackedRows {
  const size = rows.reduce((sum, { features }) => sum + features.length, 0);
  const packed = {
    features: new Int32Array(size),
    values: new Float64Array(size),
    ends: new Int32Array(rows.length),
    weights: Float64Array.from(rows, ({ weight }) => weight),
  };
  let end = 0;
  rows.forEach(({ features, values }, row) => {
    packed.features.set(features, end);
    packed.values.set(values, end);
    packed.ends[row] = end += features.length;
  });
  return packed;
}

const shrink = (value: number, by: number) => Math.sign(value) * Math.max(0, Math.abs(value) - by);

const distance = (one: Float64Array, other: Float64Array) =>
  one.reduce((most, value, j) => Math.max(most, Math.abs(value - other[j]!)), 0);
