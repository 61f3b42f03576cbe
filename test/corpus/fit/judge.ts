import type { Model } from '../../../src/mail/model/model.js';
import { sumsBy } from './code-sums.js';
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
  const sumOf = sumsBy(model);
  let [right, given, asked, clean] = [0, 0, 0, 0];
  for (const { mail, rows } of examples) {
    const main = mainCode(rows, sumOf);
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

function mainCode(rows: readonly CodeRow[], sumOf: (row: CodeRow) => number) {
  let [best, top]: [string | null, number] = [null, 0];
  for (const row of rows) {
    const sum = sumOf(row);
    if (sum >= top) [best, top] = [row.code, sum];
  }
  return best;
}
