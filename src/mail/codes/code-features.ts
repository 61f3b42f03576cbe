import { byReading } from '../model/feature.js';
import type { CodeFeature } from './code-feature.js';
import { byRules, form } from './features-of-form.js';
import { ofMail } from './features-of-mail.js';
import { standing } from './features-of-place.js';
import { named, said } from './features-of-words.js';

const structure = [...byRules, ...form, ...standing, ...ofMail];

/** All that is asked of a candidate for a code. */
export const CODE_FEATURES: readonly CodeFeature[] = [
  ...byReading(structure, ({ mail }) => mail.unread),
  ...said,
  ...named,
];
