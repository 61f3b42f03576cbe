import type { ChoiceModel } from '../../../src/mail/model/choice.js';
import { MODEL_VERSION } from '../../../src/mail/model/model.js';
import { TOPICS } from '../../../src/mail/topic/category-case.js';
import { CATEGORY_FEATURES } from '../../../src/mail/topic/category.js';
import { weigh, withoutAnswers } from './answers.js';
import type { CategoryExample } from './category-rows.js';
import type { Penalty } from './logistic.js';
import { fitChoices } from './softmax.js';

const PENALTY: Penalty = { l1: 1e-4, l2: 2e-5 };
const DIGITS = 1;
/** The feature that is always there has what would be the intercept. */
const ANY = CATEGORY_FEATURES.findIndex(({ name }) => name === 'any');

/** Weights that tell categories apart. */
export function fitCategories(
  examples: readonly CategoryExample[],
  penalty = PENALTY,
): ChoiceModel {
  const rows = examples.map(({ row }) => withoutAnswers(row, (place) => place === ANY));
  const size = { features: CATEGORY_FEATURES.length, choices: TOPICS.length };
  const fitted = fitChoices(rows, size, penalty);
  return {
    version: MODEL_VERSION,
    decision: 'category',
    among: TOPICS,
    weights: namedWeights(CATEGORY_FEATURES, (i) =>
      fitted.map((own) => Number(own[i === ANY ? size.features : i]!.toFixed(DIGITS)) + 0),
    ),
  };
}

/** The weights of each feature that weighs anything, by name. */
export const namedWeights = (
  features: readonly { readonly name: string }[],
  weightsOf: (place: number) => readonly number[],
): ChoiceModel['weights'] =>
  Object.fromEntries(
    features
      .map(({ name }, i) => [name, weightsOf(i)] as const)
      .filter(([, own]) => own.some((weight) => weight !== 0))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

/** The text of a model file: a line for each feature. */
export function printChoiceModel({ weights, ...head }: ChoiceModel): string {
  const lines = Object.entries(weights).map(
    ([name, own]) => `\n${JSON.stringify(name)}:${JSON.stringify(own)}`,
  );
  return `${JSON.stringify(head).slice(0, -1)},"weights": {${lines.join(',')}\n}}\n`;
}

/** The share of mails whose category a model tells. */
export function judgeCategories(
  examples: readonly CategoryExample[],
  { weights }: ChoiceModel,
): number {
  const choices = TOPICS.map((_, choice) =>
    CATEGORY_FEATURES.map(({ name }) => weights[name]?.[choice] ?? 0),
  );
  const right = examples.filter(({ row }) => {
    const sums = choices.map((own) => weigh(row, own));
    return sums.indexOf(Math.max(...sums)) === row.choice;
  });
  return right.length / Math.max(1, examples.length);
}
