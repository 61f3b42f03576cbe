import type { CategoryFeature } from './category-feature.js';
import { ofContent } from './features-of-content.js';
import { ofSender } from './features-of-sender.js';
import { ofWords } from './features-of-words.js';

/** All that is asked of a mail, in the order in which weights are fitted. */
export const CATEGORY_FEATURES: readonly CategoryFeature[] = [
  ...ofContent,
  ...ofSender,
  ...ofWords,
];
