import { answerOf, type Feature } from '../../../src/mail/model/model.js';

/** What the features of a table answered to one candidate. */
export interface Answers {
  /** By the place of the feature in its table; those that answered 0 are left out. */
  readonly features: Int32Array;
  readonly values: Float64Array;
}

/** Asks all features of a table. */
export function answersOf<Candidate>(
  table: readonly Feature<Candidate>[],
  candidate: Candidate,
): Answers {
  const features: number[] = [];
  const values: number[] = [];
  table.forEach((feature, place) => {
    const value = answerOf(feature, candidate);
    if (value === 0) return;
    features.push(place);
    values.push(value);
  });
  return { features: Int32Array.from(features), values: Float64Array.from(values) };
}

/** The same without the answers of some features, by their places. */
export function withoutAnswers<Own extends Answers>(
  row: Own,
  isLeftOut: (place: number) => boolean,
): Own {
  const kept = [...row.features.keys()].filter((k) => !isLeftOut(row.features[k]!));
  return {
    ...row,
    features: Int32Array.from(kept, (k) => row.features[k]!),
    values: Float64Array.from(kept, (k) => row.values[k]!),
  };
}

/** What weights, by the places of features, make of answers: added up in the order of the table. */
export function weigh(
  { features, values }: Answers,
  weights: ArrayLike<number>,
  intercept = 0,
): number {
  let sum = intercept;
  for (let k = 0; k < features.length; k++) sum += weights[features[k]!]! * values[k]!;
  return sum;
}
