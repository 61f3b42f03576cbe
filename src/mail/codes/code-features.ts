import type { CodeCase } from './code-case.js';
import type { CodeFeature } from './code-feature.js';
import { byRules, form } from './features-of-form.js';
import { ofMail } from './features-of-mail.js';
import { standing } from './features-of-place.js';
import { named, said } from './features-of-words.js';

/** From this share of letters in known terms on, the words of a mail are known. */
const KNOWN = 0.12;
const unread = ({ mail }: CodeCase) => Math.max(0, 1 - mail.known / KNOWN);

const structure = [...byRules, ...form, ...standing, ...ofMail];

/** What structure tells counts apart where the words of a mail are not known. */
const apart: readonly CodeFeature[] = [
  {
    name: 'unread',
    says: 'How much of the mail is in words that are not known.',
    example: 'Sinu kinnituskood on 482913.',
    of: unread,
  },
  ...structure.map((feature) => weighted(feature, 'read', (one) => 1 - unread(one))),
  ...structure.map((feature) => weighted(feature, 'unread', unread)),
];

function weighted(
  { name, says, example, of }: CodeFeature,
  where: 'read' | 'unread',
  shareOf: (one: CodeCase) => number,
): CodeFeature {
  const known = where === 'read' ? 'known' : 'not known';
  return {
    name: `${where}/${name}`,
    says: `${says} The words of the mail are ${known}.`,
    example,
    of(one) {
      const share = shareOf(one);
      return share === 0 ? 0 : share * of(one);
    },
  };
}

/** All that is asked of a candidate for a code. */
export const CODE_FEATURES: readonly CodeFeature[] = [...apart, ...said, ...named];
