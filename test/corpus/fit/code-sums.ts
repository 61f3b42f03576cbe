import { CODE_FEATURES, TREE_FEATURES } from '../../../src/mail/codes/code-features.js';
import type { Model } from '../../../src/mail/model/model.js';
import { readTree } from '../../../src/mail/model/tree-text.js';
import { valueOf } from '../../../src/mail/model/trees.js';
import { weigh } from './answers.js';
import type { CodeRow } from './code-rows.js';

/** What a model makes of rows: log odds. */
export function sumsBy(model: Model): (row: CodeRow) => number {
  const weigh = weighing(model);
  const { asked = [], trees: written = [] } = model.forest ?? {};
  const trees = written.map(readTree);
  const places = asked.map((wanted) => TREE_FEATURES.findIndex(({ name }) => name === wanted));
  return (row) => {
    const answer = (feature: number) => row.answers[places[feature]!]!;
    return trees.reduce<number>((sum, tree) => sum + valueOf(tree, answer), weigh(row));
  };
}

/** The same without trees. */
export function weighing({ intercept, weights }: Pick<Model, 'intercept' | 'weights'>) {
  const all = Float64Array.from(CODE_FEATURES, ({ name }) => weights[name] ?? 0);
  return (row: CodeRow): number => weigh(row, all, intercept);
}
