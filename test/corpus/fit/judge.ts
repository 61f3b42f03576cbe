import { CODE_FEATURES } from '../../../src/mail/codes/code-features.js';
import type { Model } from '../../../src/mail/model/model.js';
import type { CodeRow, Example } from './code-rows.js';

/** What a model makes of mails. */
export interface Figures {
  /** F1 of the main codes. */
  readonly f1: number;
  /** Share of the mails without a code in which none is found. */
  readonly clean: number;
  readonly codes: number;
  readonly others: number;
}

/** Judges mails by their best candidates alone. */
export function judgeExamples(examples: readonly Example[], model: Model): Figures {
  const weights = Float64Array.from(CODE_FEATURES, ({ name }) => model.weights[name] ?? 0);
  let [right, given, asked, clean] = [0, 0, 0, 0];
  for (const { mail, rows } of examples) {
    const main = mainCode(rows, weights, model.intercept);
    const [wanted] = mail.labels.codes;
    if (wanted !== undefined) asked++;
    if (main !== null) given++;
    if (main !== null && main === wanted) right++;
    if (wanted === undefined && main === null) clean++;
  }
  const others = examples.length - asked;
  return {
    f1: asked + given === 0 ? 1 : (2 * right) / (asked + given),
    clean: others === 0 ? 1 : clean / others,
    codes: asked,
    others,
  };
}

function mainCode(rows: readonly CodeRow[], weights: Float64Array, intercept: number) {
  let [best, top]: [string | null, number] = [null, 0];
  for (const { features, values, code } of rows) {
    let sum = intercept;
    features.forEach((feature, k) => (sum += weights[feature]! * values[k]!));
    if (sum >= top) [best, top] = [code, sum];
  }
  return best;
}
