import { byReading, unread } from '../model/feature.js';
import type { CodeCase } from './code-case.js';
import type { CodeFeature } from './code-feature.js';
import { byRules, form } from './features-of-form.js';
import { ofMail } from './features-of-mail.js';
import { standing } from './features-of-place.js';
import { named, said } from './features-of-words.js';

const unreadOf = ({ mail }: CodeCase) => mail.unread;
const structure = [...byRules, ...form, ...standing, ...ofMail];

/** All that is asked of a candidate for a code. */
export const CODE_FEATURES: readonly CodeFeature[] = [
  unread(unreadOf),
  ...byReading(structure, unreadOf),
  ...said,
  ...named,
];
