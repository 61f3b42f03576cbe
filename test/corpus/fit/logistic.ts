import type { Answers } from './answers.js';

/** One candidate: what its features answered, and whether it is what is looked for. */
export interface Row extends Answers {
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
  /** By feature: 1 or -1 where its weight cannot be of the other sign. */
  readonly monotone?: readonly number[];
}

export interface Fitted {
  readonly intercept: number;
  readonly weights: Float64Array;
}

/** Newton steps, and rounds over all weights in each. */
const STEPS = 60;
const ROUNDS = 2000;
/** Weights that move by less stay where they are; what is written has four digits. */
const ENOUGH = 1e-5;
const ENOUGH_IN_ROUND = 1e-6;
const LEAST_STEP = 1e-3;

/**
 * Logistic regression with an elastic net: Newton steps, in each of which coordinate descent finds the least of the
 * curve that touches the loss there, as glmnet does. Sums are taken in the order of the rows, so that the same rows
 * give the same bits.
 */
export class LogisticRegression {
  private readonly rows: PackedRows;
  private readonly against: Float64Array;
  private readonly isRight: Uint8Array;
  /** Weights with the intercept behind them. */
  private readonly size: number;
  private all: Float64Array | null = null;

  constructor(
    rows: readonly Row[],
    private readonly count: number,
    private readonly penalty: Penalty,
    packed = packRows(rows),
  ) {
    this.rows = packed;
    this.against = packed.against ?? new Float64Array(rows.length);
    this.size = count + 1;
    this.isRight = Uint8Array.from(rows, (row) => Number(row.isRight));
  }

  /** Fits all rows. */
  fit(): Fitted {
    this.all ??= this.descend(this.rows.weights, new Float64Array(this.size));
    return this.fitted(this.all);
  }

  /** Fits without some rows, from where those of all end: that is near. */
  fitWithout(isLeftOut: (row: number) => boolean): Fitted {
    this.fit();
    const kept = this.rows.weights.map((weight, row) => (isLeftOut(row) ? 0 : weight));
    return this.fitted(this.descend(kept, this.all!));
  }

  /** A step towards the least, from given weights with their intercept behind them. */
  improve(weights: Float64Array): Float64Array {
    return this.descend(this.rows.weights, weights, 1);
  }

  /** What weights add up to in each row. */
  sumsTo(sums: Float64Array, weights: Float64Array): void {
    for (let row = 0; row < sums.length; row++)
      sums[row] = this.sumOf(row, weights) + this.against[row]!;
  }

  private fitted(weights: Float64Array): Fitted {
    return { intercept: weights[this.count]!, weights: weights.slice(0, this.count) };
  }

  private descend(kept: Float64Array, start: Float64Array, steps = STEPS): Float64Array {
    const total = kept.reduce((sum, weight) => sum + weight, 0);
    const shares = kept.map((weight) => weight / total);
    let [weights, loss] = [start, this.lossAt(start, shares)];
    for (let i = 0; i < steps; i++) {
      const move = this.leastOf(weights, this.curveAt(weights, shares));
      const next = this.advance({ weights, loss, move, shares });
      const moved = distance(next.weights, weights);
      ({ weights, loss } = next);
      if (moved < ENOUGH) break;
    }
    return weights;
  }

  /** Moves as far as that makes the loss smaller. */
  private advance({ weights, loss, move, shares }: Advance): {
    weights: Float64Array;
    loss: number;
  } {
    for (let step = 1; step >= LEAST_STEP; step /= 2) {
      const next = weights.map((weight, j) => weight + step * move[j]!);
      const less = this.lossAt(next, shares);
      if (less <= loss) return { weights: next, loss: less };
    }
    return { weights, loss };
  }

  private lossAt(weights: Float64Array, shares: Float64Array): number {
    const { l1, l2 } = this.penalty;
    let loss = 0;
    for (let row = 0; row < shares.length; row++) {
      if (shares[row] === 0) continue;
      const sum = this.sumOf(row, weights);
      const against = this.isRight[row] === 1 ? -sum : sum;
      loss += shares[row]! * (Math.max(0, against) + Math.log1p(Math.exp(-Math.abs(against))));
    }
    for (let j = 0; j < this.count; j++)
      loss += l1 * Math.abs(weights[j]!) + (l2 / 2) * weights[j]! * weights[j]!;
    return loss;
  }

  private sumOf(row: number, weights: Float64Array): number {
    const { features, values, ends } = this.rows;
    let sum = weights[this.count]! - this.against[row]!;
    for (let k = startOf(ends, row); k < ends[row]!; k++)
      sum += weights[features[k]!]! * values[k]!;
    return sum;
  }

  private curveAt(weights: Float64Array, shares: Float64Array): Curve {
    const { features, values, ends } = this.rows;
    const { size, count } = this;
    const slope = new Float64Array(size);
    const bend = new Float64Array(size * size);
    for (let row = 0; row < shares.length; row++) {
      if (shares[row] === 0) continue;
      const chance = 1 / (1 + Math.exp(-this.sumOf(row, weights)));
      const error = shares[row]! * (chance - this.isRight[row]!);
      const weight = shares[row]! * chance * (1 - chance);
      const from = startOf(ends, row);
      for (let k = from; k < ends[row]!; k++) {
        const feature = features[k]!;
        const weighed = weight * values[k]!;
        slope[feature]! += error * values[k]!;
        for (let m = from; m <= k; m++)
          bend[feature * size + features[m]!]! += weighed * values[m]!;
        bend[count * size + feature]! += weighed;
      }
      slope[count]! += error;
      bend[count * size + count]! += weight;
    }
    return { slope, bend: mirrored(bend, size) };
  }

  /** How far each weight moves to where the curve and the penalty are least. */
  private leastOf(weights: Float64Array, { slope, bend }: Curve): Float64Array {
    const { size } = this;
    const move = new Float64Array(size);
    const slopes = Float64Array.from(slope);
    for (let round = 0; round < ROUNDS; round++) {
      let most = 0;
      for (let j = 0; j < size; j++) {
        const change = this.changeOf(j, weights[j]! + move[j]!, slopes[j]!, bend[j * size + j]!);
        if (change === 0) continue;
        move[j]! += change;
        for (let m = 0; m < size; m++) slopes[m]! += change * bend[j * size + m]!;
        most = Math.max(most, Math.abs(change));
      }
      if (most < ENOUGH_IN_ROUND) break;
    }
    return move;
  }

  /** The intercept is not held back; what no row has does not move. */
  private changeOf(j: number, weight: number, slope: number, bend: number): number {
    if (bend < Number.EPSILON) return 0;
    if (j === this.count) return -slope / bend;
    const { l1, l2, monotone } = this.penalty;
    const steep = bend + l2;
    const least = shrink(weight - (slope + l2 * weight) / steep, l1 / steep);
    return ((monotone?.[j] ?? 0) * least < 0 ? 0 : least) - weight;
  }
}

/** How steep the loss is at a place, and how it bends there. */
interface Curve {
  readonly slope: Float64Array;
  /** Row by row. */
  readonly bend: Float64Array;
}

interface Advance {
  readonly weights: Float64Array;
  readonly loss: number;
  readonly move: Float64Array;
  readonly shares: Float64Array;
}

const startOf = (ends: Int32Array, row: number): number => (row === 0 ? 0 : ends[row - 1]!);

/** Copies what stands below the diagonal to above it. */
function mirrored(square: Float64Array, size: number): Float64Array {
  for (let j = 0; j < size; j++)
    for (let m = 0; m < j; m++) square[m * size + j] = square[j * size + m]!;
  return square;
}

/** The answers of rows one behind the other. */
export interface PackedRows {
  readonly features: Int32Array;
  readonly values: Float64Array;
  /** Where those of each row end. */
  readonly ends: Int32Array;
  readonly weights: Float64Array;
  /** What is taken off the sum of each row. */
  readonly against?: Float64Array;
}

export function packRows(rows: readonly Omit<Row, 'isRight'>[]): PackedRows {
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
