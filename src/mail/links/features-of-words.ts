import { flag } from '../model/feature.js';
import type { TermKind } from '../words/roles.js';
import type { LinkPurpose } from './link-address.js';
import type { LinkFeature } from './link-feature.js';

/** Beyond, more of it says nothing more. */
const MOST = 8;
const bounded = (value: number) => Math.max(-MOST, Math.min(MOST, value)) / 4;

const PURPOSES: readonly LinkPurpose[] = ['verify', 'magic', 'reset', 'unsubscribe'];

const EXAMPLES: Readonly<Record<LinkPurpose, string>> = {
  verify: 'Confirm your address',
  magic: 'Sign in without a password',
  reset: 'Choose a new password',
  unsubscribe: 'Unsubscribe',
};

/** What the rules say. */
export const byRules: readonly LinkFeature[] = PURPOSES.flatMap((purpose): LinkFeature[] => [
  {
    name: `rules.${purpose}`,
    says: `What the rules make of it for kind ${purpose}, as log odds divided by 4.`,
    example: EXAMPLES[purpose],
    of: ({ rules }) => bounded(rules.sums[purpose]),
  },
  {
    name: `rules.${purpose}.for`,
    says: `The same, where they say it is of kind ${purpose}.`,
    example: EXAMPLES[purpose],
    of: ({ rules }) => Math.max(0, bounded(rules.sums[purpose])),
  },
  {
    name: `rules.${purpose}.sure`,
    says: `The rules call it ${purpose}.`,
    example: EXAMPLES[purpose],
    of: ({ rules }) => flag(rules.kind === purpose),
  },
]);

/** Kinds of terms that tell what a link is for. */
const TOLD: readonly TermKind[] = [
  ...(['verify', 'signIn', 'reset', 'unsubscribe', 'ignore', 'pending', 'direct', 'once'] as const),
  ...(['order', 'money', 'news', 'offer', 'support', 'number', 'errand', 'notice'] as const),
  ...(['code', 'maybeCode', 'policy', 'fraud', 'familiar'] as const),
];

/** Which terms the subject has. */
export const titled: readonly LinkFeature[] = TOLD.map((kind) => ({
  name: `title.${kind}`,
  says: `The subject has a term of kind ${kind}.`,
  example: 'Subject: what it is about',
  of: ({ mail }) => flag(mail.signs.subject.has(kind)),
}));

/** Which terms it has, and which lead to it. */
export const said: readonly LinkFeature[] = TOLD.flatMap((kind): LinkFeature[] => [
  {
    name: `own.${kind}`,
    says: `Its text has a term of kind ${kind}.`,
    example: '<a>Two words</a>',
    of: ({ own }) => flag(own.has(kind)),
  },
  {
    name: `near.${kind}`,
    says: `A term of kind ${kind} leads to it.`,
    example: 'Two words <a>here</a>',
    of: ({ around }) => flag(around.has(kind)),
  },
]);
