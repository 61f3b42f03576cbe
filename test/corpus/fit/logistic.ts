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
export function fitLogistic(rows: readonly Row[], count: number, { l1, l2 }: Penalty): Fitted {
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  const step = 1 / (curvature(rows, total) + l2);
  let weights = new Float64Array(count + 1);
  let ahead = weights;
  let momentum = 1;
  for (let i = 0; i < STEPS; i++) {
    const gradient = gradientAt(rows, ahead, total);
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
  return { intercept: weights[count]!, weights: weights.slice(0, count) };
}

const shrink = (value: number, by: number) => Math.sign(value) * Math.max(0, Math.abs(value) - by);

const distance = (one: Float64Array, other: Float64Array) =>
  one.reduce((most, value, j) => Math.max(most, Math.abs(value - other[j]!)), 0);

/** An upper bound for how steep the loss bends: by the longest row on average. */
function curvature(rows: readonly Row[], total: number): number {
  let sum = 0;
  for (const { values, weight } of rows) {
    let square = 1;
    for (const value of values) square += value * value;
    sum += weight * square;
  }
  return sum / total / 4;
}

function gradientAt(rows: readonly Row[], weights: Float64Array, total: number): Float64Array {
  const count = weights.length - 1;
  const gradient = new Float64Array(count + 1);
  for (const { features, values, isRight, weight } of rows) {
    let sum = weights[count]!;
    for (let k = 0; k < features.length; k++) sum += weights[features[k]!]! * values[k]!;
    const error = (weight * (1 / (1 + Math.exp(-sum)) - Number(isRight))) / total;
    for (let k = 0; k < features.length; k++) gradient[features[k]!]! += error * values[k]!;
    gradient[count]! += error;
  }
  return gradient;
}
