import {
  addendsOf,
  MODEL_FOLDER,
  readModelFile,
  weighedGroups,
  type Addend,
  type Feature,
  type ModelHead,
} from './model.js';

/** What is decided between several things. */
export type ChosenByModel = 'category' | 'link';
/** All of them. */
export const CHOICES: readonly ChosenByModel[] = ['category', 'link'];

/** The weights of a decision between several things, of which one is right, as `npm run fit` writes them. */
export interface ChoiceModel extends ModelHead<ChosenByModel> {
  readonly among: readonly string[];
  /** By the names of features: a weight for each choice, in their order. Features that are not named weigh nothing. */
  readonly weights: Readonly<Record<string, readonly number[]>>;
}

/** @throws Error that names the file when it is missing, cut short, or of another version or decision. */
export const readChoiceModel = (decision: ChosenByModel, folder = MODEL_FOLDER): ChoiceModel =>
  readModelFile(decision, isWhole, folder);

const isWhole = ({ among, weights }: Partial<ChoiceModel>): boolean =>
  Array.isArray(among) &&
  typeof weights === 'object' &&
  Object.values(weights).every(
    (row) => Array.isArray(row) && row.length === among.length && row.every(Number.isFinite),
  );

/** Weighs what may be chosen. */
export interface ChoiceScorer<Candidate> {
  /** The weights of all features for each choice, added up. */
  sums(candidate: Candidate): number[];
  /** What the sum of one choice is made of. */
  addends(candidate: Candidate, choice: number): Addend[];
}

/** @throws Error when the model is of other choices, or has weights of features that are not there. */
export function createChoiceScorer<Candidate>(
  model: ChoiceModel,
  choices: readonly string[],
  features: readonly Feature<Candidate>[],
): ChoiceScorer<Candidate> {
  const { decision, among } = model;
  if (among.join() !== choices.join())
    throw new Error(`model/${decision}.json is among others: ${among.join(', ')}`);
  const groups = weighedGroups(model, features);
  return {
    sums(candidate) {
      const sums = choices.map(() => 0);
      for (const { share, weighed } of groups) {
        const part = share ? share(candidate) : 1;
        if (part === 0) continue;
        for (const { feature, weight } of weighed)
          addTo(sums, part * Number(feature.of(candidate)), weight);
      }
      return sums;
    },
    addends: (candidate, choice) => addendsOf(groups, candidate, (weight) => weight[choice]!),
  };
}

function addTo(sums: number[], value: number, weights: readonly number[]): void {
  if (value !== 0) for (let i = 0; i < sums.length; i++) sums[i]! += value * weights[i]!;
}

/** The probabilities that belong to the sums of several choices. */
export function chancesOf(sums: readonly number[]): number[] {
  const most = Math.max(...sums);
  const odds = sums.map((sum) => Math.exp(sum - most));
  const all = odds.reduce((total, one) => total + one, 0);
  return odds.map((one) => one / all);
}
