import { byReading, unread } from '../model/feature.js';
import {
  createScorer,
  type Feature,
  type Forest,
  type Model,
  type Scorer,
} from '../model/model.js';
import { createForest } from '../model/trees.js';
import type { CodeCase } from './code-case.js';
import { ofBinding } from './features-of-binding.js';
import { form } from './features-of-form.js';
import { ofMail } from './features-of-mail.js';
import { standing } from './features-of-place.js';
import { ofTrees } from './features-of-trees.js';
import { said, words } from './features-of-words.js';

/** A question about a candidate for a code. */
export type CodeFeature = Feature<CodeCase>;

const unreadOf = ({ mail }: CodeCase) => mail.unread;
const structure: readonly CodeFeature[] = [...form, ...standing, ...ofMail];
const told: readonly CodeFeature[] = [...said, ...words, ...ofBinding];

/** All that is asked of a candidate for a code, in the order in which weights are fitted. */
export const CODE_FEATURES: readonly CodeFeature[] = [
  unread(unreadOf),
  ...byReading(structure, unreadOf),
  ...told,
];

/** What trees may ask. */
export const TREE_FEATURES: readonly CodeFeature[] = [
  unread(unreadOf),
  ...structure,
  ...told,
  ...ofTrees,
];

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
