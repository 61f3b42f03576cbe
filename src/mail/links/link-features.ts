import { byReading, unread } from '../model/feature.js';
import type { FeatureGroup } from '../model/groups.js';
import { addressWords, ofAddress } from './features-of-address.js';
import { drawn, marked, meant, repeated, standing } from './features-of-look.js';
import { ofMail } from './features-of-mail.js';
import { byWords, led, titled } from './features-of-words.js';
import type { LinkCase } from './link-case.js';
import type { LinkFeature } from './link-feature.js';

type LinkFeatures = FeatureGroup<LinkCase>;

const any: LinkFeature = {
  name: 'any',
  says: 'It is a link.',
  example: 'https://a.example/',
  of: () => 1,
};
const unreadOf = ({ mail }: LinkCase) => mail.unread;

/** What is the same for all links of a mail. */
export const OF_MAIL: LinkFeatures = {
  structure: ofMail,
  words: [any, unread(unreadOf), ...titled],
};
/** What a link itself tells. */
export const OF_LINK: LinkFeatures = {
  structure: [...ofAddress, ...drawn, ...marked, ...meant],
  words: byWords,
};
/** What takes a look at the links around it. */
export const OF_PLACE: LinkFeatures = { structure: [...repeated, ...standing], words: [] };
/** What is asked of links that known terms lead to. */
export const OF_TERMS: LinkFeatures = { structure: [], words: led };
/** What takes a look at all of an address. */
export const OF_ADDRESS: LinkFeatures = { structure: addressWords, words: [] };

const inOrder: LinkFeatures = {
  structure: [...ofAddress, ...drawn, ...repeated, ...marked, ...meant, ...standing],
  words: byWords,
};

/** All that is asked of a link, whatever it may do, in the order in which weights are fitted. */
export const LINK_FEATURES: readonly LinkFeature[] = [
  OF_MAIL,
  inOrder,
  OF_TERMS,
  OF_ADDRESS,
].flatMap(({ structure, words }) => [...words, ...byReading(structure, unreadOf)]);
