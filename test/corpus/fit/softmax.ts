import { LogisticRegression, packRows, type Penalty, type Row } from './logistic.js';

/** What features answered, and which of several things it is. */
export interface ChoiceRow extends Omit<Row, 'isRight'> {
  readonly choice: number;
}

/** Rounds over all choices; weights that move by less stay where they are. */
const ROUNDS = 200;
const ENOUGH = 1e-3;

/**
 * Weights of several choices of which one is right (softmax), with an elastic net: each choice in turn is fitted
 * against what the others add up to, as glmnet does, until none moves. Answers the weights of each choice, with its
 * intercept behind them.
 */
export function fitChoices(
  rows: readonly ChoiceRow[],
  { features, choices }: { readonly features: number; readonly choices: number },
  penalty: Penalty,
): Float64Array[] {
  const others = new Float64Array(rows.length);
  const packed = { ...packRows(rows), against: others };
  const sums = Array.from({ length: choices }, () => new Float64Array(rows.length));
  const weights = sums.map((): Float64Array => new Float64Array(features + 1));
  const regressions = sums.map((_, choice) => {
    const own = rows.map((row) => ({ ...row, isRight: row.choice === choice }));
    return new LogisticRegression(own, features, penalty, packed);
  });
  for (let round = 0; round < ROUNDS; round++) {
    let moved = 0;
    regressions.forEach((regression, choice) => {
      addOthers(others, sums, choice);
      const next = regression.improve(weights[choice]!);
      moved = Math.max(moved, distanceOf(next, weights[choice]!));
      weights[choice] = next;
      regression.sumsTo(sums[choice]!, next);
    });
    if (moved < ENOUGH) break;
  }
  return weights;
}

/** What all other choices of a row are worth together. */
function addOthers(others: Float64Array, sums: readonly Float64Array[], choice: number): void {
  for (let row = 0; row < others.length; row++) {
    let most = -Infinity;
    sums.forEach((own, i) => i !== choice && (most = Math.max(most, own[row]!)));
    let sum = 0;
    sums.forEach((own, i) => i !== choice && (sum += Math.exp(own[row]! - most)));
    others[row] = most + Math.log(sum);
  }
}

const distanceOf = (one: Float64Array, other: Float64Array) =>
  one.reduce((most, value, i) => Math.max(most, Math.abs(value - other[i]!)), 0);
