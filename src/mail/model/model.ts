import { readFileSync } from 'node:fs';

/** Raised where features get another meaning: weights of another version would be nonsense. */
export const MODEL_VERSION = 4;

/** What is decided by one sum of fitted weights for each candidate. */
export type DecidedByModel = 'code' | 'lifetime';
/** All of them. */
export const DECISIONS: readonly DecidedByModel[] = ['code', 'lifetime'];

/** A question that is asked of each candidate of a decision; yes is 1, no is 0. */
export interface Feature<Candidate> {
  readonly name: string;
  readonly of: (candidate: Candidate) => number | boolean;
  /** Set where it can speak for a candidate (1) or against it (-1) alone, whatever the mails of the corpus seem to say. */
  readonly leans?: 1 | -1 | undefined;
}

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

/** The place of a feature, a bound, what holds up to it, and what holds beyond. */
export type TreeQuestion = readonly [number, number, Tree, Tree];
/** A value, or a question. Values (log odds) and bounds are in hundredths. */
export type Tree = number | TreeQuestion;

/** Trees of questions, and the names of the features that they ask for. */
export interface Forest {
  readonly asked: readonly string[];
  readonly trees: readonly Tree[];
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
  (model.decision !== 'code' || Array.isArray(model.forest?.trees));

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

/** @throws Error when the model has weights of features that are not there. */
export function createScorer<Candidate>(
  { decision, intercept, weights }: Model,
  features: readonly Feature<Candidate>[],
): Scorer<Candidate> {
  const unknown = new Set(Object.keys(weights));
  for (const { name } of features) unknown.delete(name);
  if (unknown.size > 0)
    throw new Error(`model/${decision}.json has unknown features: ${[...unknown].join(', ')}`);
  const weighing = features.filter(({ name }) => weights[name] !== undefined);
  const weight = weighing.map(({ name }) => weights[name]!);
  return {
    sum: (candidate) =>
      weighing.reduce((sum, { of }, i) => sum + Number(of(candidate)) * weight[i]!, intercept),
    addends: (candidate) => [
      { name: 'intercept', value: 1, adds: intercept },
      ...weighing.map(({ name, of }, i) => {
        const value = Number(of(candidate));
        return { name, value, adds: value * weight[i]! };
      }),
    ],
  };
}

/** The probability that belongs to log odds. */
export const probabilityOf = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
