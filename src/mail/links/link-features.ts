import { byReading, unread } from '../model/feature.js';
import { addressWords, ofAddress } from './features-of-address.js';
import { drawn, marked, standing } from './features-of-look.js';
import { ofMail } from './features-of-mail.js';
import { byRules, said, titled } from './features-of-words.js';
import type { LinkCase } from './link-case.js';
import type { LinkFeature } from './link-feature.js';

/** Features that are asked together. */
export interface FeatureGroup {
  /** Those with two weights, for mail whose words are known and for mail whose words are not. */
  readonly structure: readonly LinkFeature[];
  readonly words: readonly LinkFeature[];
}

const any: LinkFeature = {
  name: 'any',
  says: 'It is a link.',
  example: 'https://a.example/',
  of: () => 1,
};
const unreadOf = ({ mail }: LinkCase) => mail.unread;

/** What is the same for all links of a mail. */
export const OF_MAIL: FeatureGroup = {
  structure: ofMail,
  words: [any, unread(unreadOf), ...titled],
};
/** What a link itself tells. */
export const OF_LINK: FeatureGroup = {
  structure: [...byRules, ...ofAddress, ...drawn, ...marked, ...standing],
  words: [],
};
/** What is asked of links with known terms in or beside them. */
export const OF_TERMS: FeatureGroup = { structure: [], words: said };
/** What takes a look at all of an address. */
export const OF_ADDRESS: FeatureGroup = { structure: addressWords, words: [] };

/** All that is asked of a link, whatever it may do. */
export const LINK_FEATURES: readonly LinkFeature[] = [
  OF_MAIL,
  OF_LINK,
  OF_TERMS,
  OF_ADDRESS,
].flatMap(({ structure, words }) => [...words, ...byReading(structure, unreadOf)]);
