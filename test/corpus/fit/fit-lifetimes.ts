import { MODEL_VERSION, type Model } from '../../../src/mail/model/model.js';
import { LIFETIME_FEATURES } from '../../../src/mail/times/lifetime-features.js';
import type { CorpusMail } from '../read.js';
import { weigh } from './answers.js';
import { WORDS } from './code-rows.js';
import { rounded, sortedWeights } from './fit-model.js';
import { readLifetimes, type LifetimeExample } from './lifetime-rows.js';
import { LogisticRegression, type Row } from './logistic.js';
import { timeMails } from './time-sentences.js';

const PENALTY = { l1: 5e-5, l2: 5e-5 };
/** How much a sentence counts that says plainly how long a code lasts, or of what else a time is. */
const SENTENCE = 4;

/** Weights that tell lifetimes from other times. */
export function fitLifetimes(examples: readonly LifetimeExample[]): Model {
  const rows = examples.flatMap((one) => one.rows);
  const fitted = new LogisticRegression(rows, LIFETIME_FEATURES.length, PENALTY).fit();
  const weights = LIFETIME_FEATURES.map(
    ({ name }, i) => [name, rounded(fitted.weights[i]!)] as const,
  );
  return {
    version: MODEL_VERSION,
    decision: 'lifetime',
    intercept: rounded(fitted.intercept),
    weights: sortedWeights(weights),
  };
}

/** Reads mails with all of their words, and with fewer. */
export function readAllLifetimes(mails: readonly CorpusMail[]): LifetimeExample[] {
  const examples: LifetimeExample[] = [];
  for (const words of WORDS)
    for (const mail of mails) {
      const example = readLifetimes(mail, words);
      if (example) examples.push(example);
    }
  for (const mail of timeMails()) {
    const example = readLifetimes(mail, 'all', SENTENCE);
    if (example) examples.push(example);
  }
  return examples;
}

/** What a model makes of mails that are read with so many of their words. */
export function figuresOf(
  words: LifetimeExample['words'],
  examples: readonly LifetimeExample[],
  model: Model,
): string {
  const own = examples.filter((one) => one.words === words);
  const { found, asked, wrong } = judgeLifetimes(own, model);
  return `words ${words.padEnd(8)} lifetimes found ${found} of ${asked}, wrong ${wrong} of ${own.length}`;
}

/** What a model makes of mails. */
export interface LifetimeFigures {
  readonly found: number;
  readonly asked: number;
  /** Mails that have none, or another one than was read. */
  readonly wrong: number;
}

/** Judges mails by their best candidates alone. */
export function judgeLifetimes(
  examples: readonly LifetimeExample[],
  { intercept, weights }: Model,
): LifetimeFigures {
  const weight = LIFETIME_FEATURES.map(({ name }) => weights[name] ?? 0);
  let [found, wrong] = [0, 0];
  for (const { rows } of examples) {
    const best = bestOf(rows, weight, intercept);
    if (best?.isRight) found++;
    else if (best) wrong++;
  }
  const asked = examples.filter(({ mail }) => mail.labels.expires !== undefined).length;
  return { found, asked, wrong };
}

function bestOf(rows: readonly Row[], weights: readonly number[], intercept: number): Row | null {
  let [best, most]: [Row | null, number] = [null, 0];
  for (const row of rows) {
    const sum = weigh(row, weights, intercept);
    if (sum > most) [best, most] = [row, sum];
  }
  return best;
}
