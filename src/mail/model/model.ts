import { readFileSync } from 'node:fs';
import { readTree } from './tree-text.js';

/** Raised where features get another meaning: weights of another version would be nonsense. */
export const MODEL_VERSION = 5;

/** What is decided by one sum of fitted weights for each candidate. */
export type DecidedByModel = 'code' | 'lifetime';
/** All of them. */
export const DECISIONS: readonly DecidedByModel[] = ['code', 'lifetime'];

/** A question that is asked of each candidate of a decision; yes is 1, no is 0. */
export interface Feature<Candidate> {
  readonly name: string;
  readonly of: (candidate: Candidate) => number | boolean;
  /** How much of the answer counts, from 0 to 1, where not all of it does. */
  readonly share?: ((candidate: Candidate) => number) | undefined;
  /** Set where it can speak for a candidate (1) or against it (-1) alone, whatever the mails of the corpus seem to say. */
  readonly monotone?: 1 | -1 | undefined;
}

/** The answer as far as it counts. */
export const answerOf = <Candidate>(
  { of, share }: Feature<Candidate>,
  candidate: Candidate,
): number => (share ? share(candidate) : 1) * Number(of(candidate));

/** What a model file begins with. */
export interface ModelHead<Decision extends string> {
  readonly version: number;
  readonly decision: Decision;
}

/** The weights of a decision as `npm run fit` writes them: log odds, by the names of features. */
export interface Model extends ModelHead<DecidedByModel> {
  readonly intercept: number;
  /** Features that are not named weigh nothing. */
  readonly weights: Readonly<Record<string, number>>;
  /** What is added to the sum; of codes alone. */
  readonly forest?: Forest;
}

/** Trees of questions (see `readTree`), and the names of the features that they ask for. */
export interface Forest {
  readonly asked: readonly string[];
  readonly trees: readonly string[];
}

/** Model files are built beside the code. */
export const MODEL_FOLDER = new URL('../../../model/', import.meta.url);

/** @throws Error that names the file when it is missing, cut short, or of another version or decision. */
export const readModel = (decision: DecidedByModel, folder = MODEL_FOLDER): Model =>
  readModelFile(decision, isWhole, folder);

/**
 * Reads the model file of a decision that `isWhole` says to be complete.
 * @throws Error that names the file when it is missing, cut short, or of another version or decision.
 */
export function readModelFile<Own extends ModelHead<string>>(
  decision: Own['decision'],
  isWhole: (model: Partial<Own>) => boolean,
  folder: URL,
): Own {
  const file = `model/${decision}.json`;
  const model = parseModel<Own>(textOf(decision, folder, file), file);
  if (model.version !== MODEL_VERSION)
    throw new Error(
      `${file} has version ${String(model.version)}, wanted is ${MODEL_VERSION}: run "npm run fit"`,
    );
  if (model.decision !== decision) throw new Error(`${file} is of another decision`);
  if (!isWhole(model)) throw new Error(`${file} is not complete: run "npm run fit"`);
  return model as Own;
}

function textOf(decision: string, folder: URL, file: string): string {
  try {
    return readFileSync(new URL(`${decision}.json`, folder), 'utf8');
  } catch (cause) {
    throw new Error(`${file} cannot be read: run "npm run fit"`, { cause });
  }
}

function parseModel<Own>(text: string, file: string): Partial<Own> {
  try {
    return JSON.parse(text) as Partial<Own>;
  } catch (cause) {
    throw new Error(`${file} is cut short or no JSON: run "npm run fit"`, { cause });
  }
}

const isWhole = (model: Partial<Model>): boolean =>
  Number.isFinite(model.intercept) &&
  typeof model.weights === 'object' &&
  Object.values(model.weights).every(Number.isFinite) &&
  (model.decision !== 'code' || isForest(model.forest));

const isForest = (forest: Partial<Forest> | undefined): boolean =>
  Array.isArray(forest?.asked) && Array.isArray(forest.trees) && forest.trees.every(isTree);

function isTree(text: string): boolean {
  try {
    readTree(text);
    return true;
  } catch {
    return false;
  }
}

/** A feature with its weight, and what it adds for one candidate. */
export interface Addend {
  readonly name: string;
  readonly value: number;
  readonly adds: number;
}

/** Weighs candidates of one decision. */
export interface Scorer<Candidate> {
  /** Log odds: the weights of all features, added up in the order of the table. */
  sum(candidate: Candidate): number;
  /** What the sum is made of. */
  addends(candidate: Candidate): Addend[];
}

/** A feature and what a model weighs it with. */
interface Weighed<Candidate, Weight> {
  readonly feature: Feature<Candidate>;
  readonly weight: Weight;
}

/** Neighbours of which the same share counts: it is asked for once, and they are not where it is 0. */
interface WeighedGroup<Candidate, Weight> extends Pick<Feature<Candidate>, 'share'> {
  readonly weighed: Weighed<Candidate, Weight>[];
}

/**
 * The features that a model weighs, in their order.
 * @throws Error when the model has weights of features that are not there.
 */
export function weighedGroups<Candidate, Weight>(
  { decision, weights }: ModelHead<string> & { readonly weights: Readonly<Record<string, Weight>> },
  features: readonly Feature<Candidate>[],
): readonly WeighedGroup<Candidate, Weight>[] {
  const unknown = new Set(Object.keys(weights));
  const groups: WeighedGroup<Candidate, Weight>[] = [];
  for (const feature of features) {
    if (!unknown.delete(feature.name)) continue;
    const { share } = feature;
    if (groups.length === 0 || groups.at(-1)!.share !== share) groups.push({ share, weighed: [] });
    groups.at(-1)!.weighed.push({ feature, weight: weights[feature.name]! });
  }
  if (unknown.size > 0)
    throw new Error(`model/${decision}.json has unknown features: ${[...unknown].join(', ')}`);
  return groups;
}

/** @throws Error when the model has weights of features that are not there. */
export function createScorer<Candidate>(
  model: Model,
  features: readonly Feature<Candidate>[],
): Scorer<Candidate> {
  const { intercept } = model;
  const groups = weighedGroups(model, features);
  return {
    sum(candidate) {
      let sum = intercept;
      for (const { share, weighed } of groups) {
        const part = share ? share(candidate) : 1;
        if (part === 0) continue;
        for (const { feature, weight } of weighed)
          sum += part * Number(feature.of(candidate)) * weight;
      }
      return sum;
    },
    addends: (candidate) => [
      { name: 'intercept', value: 1, adds: intercept },
      ...addendsOf(groups, candidate, (weight) => weight),
    ],
  };
}

/** What each feature adds. */
export const addendsOf = <Candidate, Weight>(
  groups: readonly WeighedGroup<Candidate, Weight>[],
  candidate: Candidate,
  numberOf: (weight: Weight) => number,
): Addend[] =>
  groups.flatMap(({ weighed }) =>
    weighed.map(({ feature, weight }) => {
      const value = answerOf(feature, candidate);
      return { name: feature.name, value, adds: value * numberOf(weight) };
    }),
  );

/** The probability that belongs to log odds. */
export const probabilityOf = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
