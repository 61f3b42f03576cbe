import { CODE_FEATURES } from '../../../src/mail/codes/code-features.js';
import { MODEL_VERSION, type Model } from '../../../src/mail/model/model.js';
import type { Example } from './code-rows.js';
import { fitLogistic, type Penalty } from './logistic.js';

const PENALTY: Penalty = { l1: 3e-5, l2: 2e-5 };
const DIGITS = 4;

/** Weights that tell the codes of these mails from all else in them. */
export function fitModel(examples: readonly Example[], penalty = PENALTY): Model {
  const rows = examples.flatMap((one) => one.rows);
  const fitted = fitLogistic(rows, CODE_FEATURES.length, penalty);
  const named = CODE_FEATURES.map(({ name }, i) => [name, rounded(fitted.weights[i]!)] as const);
  return {
    version: MODEL_VERSION,
    decision: 'code',
    intercept: rounded(fitted.intercept),
    weights: sortedWeights(named),
  };
}

/** Those that weigh anything, by name. */
export const sortedWeights = (
  named: readonly (readonly [string, number])[],
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    named.filter(([, weight]) => weight !== 0).sort(([one], [other]) => (one < other ? -1 : 1)),
  );

export const rounded = (value: number) => Number(value.toFixed(DIGITS)) + 0;

/** The text of a model file. */
export const printModel = (model: Model): string => `${JSON.stringify(model, null, 2)}\n`;
