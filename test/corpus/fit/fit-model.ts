import { CODE_FEATURES } from '../../../src/mail/codes/code-features.js';
import { MODEL_VERSION, type Model } from '../../../src/mail/model/model.js';
import type { CorpusMail } from '../read.js';
import type { Example } from './code-rows.js';
import { LogisticRegression, type Fitted, type Penalty } from './logistic.js';

const PENALTY: Penalty = { l1: 3e-5, l2: 2e-5 };
const DIGITS = 4;

/** Weights that tell the codes of these mails from all else in them. */
export const fitModel = (examples: readonly Example[], penalty = PENALTY): Model =>
  codeFitter(examples, penalty)();

/** Fits the same mails, all of them or without some. */
export type Fitter = (isLeftOut?: (mail: CorpusMail) => boolean) => Model;

export function codeFitter(examples: readonly Example[], penalty = PENALTY): Fitter {
  const rows = examples.flatMap((one) => one.rows);
  const mails = examples.flatMap(({ mail, rows: own }) => own.map(() => mail));
  const regression = new LogisticRegression(rows, CODE_FEATURES.length, penalty);
  return (isLeftOut) => modelOf(fitWithout(regression, mails, isLeftOut));
}

/** Without the rows of the mails that are left out; `mails` is the mail of each row. */
export const fitWithout = (
  regression: LogisticRegression,
  mails: readonly CorpusMail[],
  isLeftOut?: (mail: CorpusMail) => boolean,
): Fitted =>
  isLeftOut ? regression.fitWithout((row) => isLeftOut(mails[row]!)) : regression.fit();

function modelOf({ intercept, weights }: Fitted): Model {
  const named = CODE_FEATURES.map(({ name }, i) => [name, rounded(weights[i]!)] as const);
  return {
    version: MODEL_VERSION,
    decision: 'code',
    intercept: rounded(intercept),
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
