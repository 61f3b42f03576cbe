import {
  CODE_FEATURES,
  TREE_FEATURES,
  type CodeFeature,
} from '../../../src/mail/codes/code-features.js';
import { MODEL_VERSION, type Forest, type Model } from '../../../src/mail/model/model.js';
import { printTree, type Tree } from '../../../src/mail/model/tree-text.js';
import type { CorpusMail } from '../read.js';
import { Boosting } from './boosting.js';
import type { Example } from './code-rows.js';
import { weighing } from './code-sums.js';
import { LogisticRegression, type Fitted, type Penalty } from './logistic.js';

const PENALTY: Penalty = { l1: 1e-4, l2: 1e-4 };
const DIGITS = 4;

/** Weights that tell the codes of these mails from all else in them. */
export const fitModel = (examples: readonly Example[], penalty = PENALTY): Model =>
  codeFitter(examples, penalty)();

/** Fits the same mails, all of them or without some. */
export type Fitter = (isLeftOut?: (mail: CorpusMail) => boolean) => Model;

export function codeFitter(examples: readonly Example[], penalty = PENALTY): Fitter {
  const rows = examples.flatMap((one) => one.rows);
  const mails = examples.flatMap(({ mail, rows: own }) => own.map(() => mail));
  const monotone = CODE_FEATURES.map(monotoneOf);
  const regression = new LogisticRegression(rows, monotone.length, { ...penalty, monotone });
  const boosting = new Boosting(rows, TREE_FEATURES.map(monotoneOf));
  return (isLeftOut) => {
    const model = modelOf(fitWithout(regression, mails, isLeftOut));
    const offsets = Float64Array.from(rows, weighing(model));
    const trees = boosting.fit(offsets, isLeftOut && ((row) => isLeftOut(mails[row]!)));
    return { ...model, forest: withoutUnasked(trees) };
  };
}

const monotoneOf = ({ monotone }: CodeFeature): number => monotone ?? 0;

/** Names only the features that a tree asks for, those that are asked most first: their places are printed shortest. */
function withoutUnasked(trees: readonly Tree[]): Forest {
  const counts = new Map<number, number>();
  for (const feature of trees.flatMap(featuresIn))
    counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const asked = [...counts.keys()].sort(
    (one, other) => counts.get(other)! - counts.get(one)! || one - other,
  );
  const places = new Map(asked.map((feature, place) => [feature, place]));
  const placed = (tree: Tree): Tree =>
    typeof tree === 'number'
      ? tree
      : [places.get(tree[0])!, tree[1], placed(tree[2]), placed(tree[3])];
  return {
    asked: asked.map((feature) => TREE_FEATURES[feature]!.name),
    trees: trees.map((tree) => printTree(placed(tree))),
  };
}

const featuresIn = (tree: Tree): number[] =>
  typeof tree === 'number' ? [] : [tree[0], ...featuresIn(tree[2]), ...featuresIn(tree[3])];

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

/** The text of a model file: a line for each weight, and one for each tree. */
export function printModel({ forest, ...model }: Model): string {
  const text = JSON.stringify(model, null, 2);
  if (!forest) return `${text}\n`;
  const lines = (items: readonly unknown[]) =>
    items.map((item) => `\n      ${JSON.stringify(item)}`).join(',');
  const { asked, trees } = forest;
  return `${text.slice(0, -2)},\n  "forest": {\n    "asked": [${lines(asked)}],\n    "trees": [${lines(trees)}]\n  }\n}\n`;
}
