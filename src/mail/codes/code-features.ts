import { byReading, unread } from '../model/feature.js';
import type { FeatureGroup } from '../model/groups.js';
import type { CodeCase } from './code-case.js';
import type { CodeFeature } from './code-feature.js';
import { form } from './features-of-form.js';
import { ofMail } from './features-of-mail.js';
import { standing } from './features-of-place.js';
import { ofTrees } from './features-of-trees.js';
import { said, words } from './features-of-words.js';

const unreadOf = ({ mail }: CodeCase) => mail.unread;

/** What is the same for all candidates of a mail. */
export const OF_MAIL: FeatureGroup<CodeCase> = {
  structure: ofMail,
  words: [unread(unreadOf), ...said],
};
/** What a candidate itself tells. */
export const OF_CANDIDATE: FeatureGroup<CodeCase> = {
  structure: [...form, ...standing],
  words,
};

/** All that is asked of a candidate for a code, in the order in which weights are fitted. */
export const CODE_FEATURES: readonly CodeFeature[] = [
  unread(unreadOf),
  ...byReading([...OF_CANDIDATE.structure, ...ofMail], unreadOf),
  ...said,
  ...OF_CANDIDATE.words,
];

/** What trees may ask. */
export const TREE_FEATURES: readonly CodeFeature[] = [
  unread(unreadOf),
  ...OF_CANDIDATE.structure,
  ...ofMail,
  ...said,
  ...OF_CANDIDATE.words,
  ...ofTrees,
];
