import { createScorer, type Forest, type Model, type Scorer } from '../model/model.js';
import { createForest } from '../model/trees.js';
import type { CodeCase } from './code-case.js';
import { CODE_FEATURES, TREE_FEATURES } from './code-features.js';

const NO_TREES: Forest = { asked: [], trees: [] };

/** @throws Error when the model has weights of features that are not there. */
export function createCodeScorer(model: Model): Scorer<CodeCase> {
  const weights = createScorer(model, CODE_FEATURES);
  const forest = createForest(model.forest ?? NO_TREES, TREE_FEATURES);
  return {
    sum: (one) => weights.sum(one) + forest.sum(one),
    addends: (one) => [...weights.addends(one), ...forest.addends(one)],
  };
}
