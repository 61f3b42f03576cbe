import { byReading, unread } from '../model/feature.js';
import type { CodeCase } from './code-case.js';
import type { CodeFeature } from './code-feature.js';
import { form } from './features-of-form.js';
import { ofMail } from './features-of-mail.js';
import { standing } from './features-of-place.js';
import { ofTrees } from './features-of-trees.js';
import { said, words } from './features-of-words.js';

const unreadOf = ({ mail }: CodeCase) => mail.unread;
const structure: readonly CodeFeature[] = [...form, ...standing, ...ofMail];
const told: readonly CodeFeature[] = [...said, ...words];

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
