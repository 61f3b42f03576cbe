import { byReading, unread } from '../model/feature.js';
import type { Feature } from '../model/model.js';
import { ofStructure } from './features-of-structure.js';
import { ofWords } from './features-of-words.js';
import type { LinkCase } from './link-case.js';

const any: Feature<LinkCase> = {
  name: 'any',
  says: 'It is a link.',
  example: 'https://a.example/',
  of: () => 1,
};
const unreadOf = ({ mail }: LinkCase) => mail.unread;

/** All that is asked of a link, whatever it may do, in the order in which weights are fitted. */
export const LINK_FEATURES: readonly Feature<LinkCase>[] = [
  any,
  unread(unreadOf),
  ...ofWords,
  ...byReading(ofStructure, unreadOf),
];
