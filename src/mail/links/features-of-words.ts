import { flag } from '../model/feature.js';
import type { TermKind } from '../words/roles.js';
import type { LinkPurpose } from './link-address.js';
import type { LinkFeature } from './link-feature.js';

/** Beyond, more of it says nothing more. */
const MOST = 8;
const bounded = (value: number) => Math.max(-MOST, Math.min(MOST, value)) / 4;

const PURPOSES: readonly LinkPurpose[] = ['verify', 'magic', 'reset'];

const EXAMPLES: Readonly<Record<LinkPurpose, string>> = {
  verify: 'Confirm your address',
  magic: 'Sign in without a password',
  reset: 'Choose a new password',
  unsubscribe: 'Unsubscribe',
};

const byRule = (purpose: LinkPurpose): LinkFeature => ({
  name: `rules.${purpose}`,
  says: `What the rules make of it for kind ${purpose}, as log odds divided by 4.`,
  example: EXAMPLES[purpose],
  of: ({ rules }) => bounded(rules.sums[purpose]),
});

/** What the rules say. */
export const byRules: readonly LinkFeature[] = [
  byRule('unsubscribe'),
  ...PURPOSES.flatMap((purpose): LinkFeature[] => [
    byRule(purpose),
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
  ]),
];

/** Kinds of terms that tell what a link is for: in the subject, in its text, and in what leads to it. */
const TITLED: readonly TermKind[] = [
  ...(['verify', 'signIn', 'reset', 'pending', 'direct', 'order', 'money', 'news'] as const),
  ...(['number', 'errand', 'notice'] as const),
];
const OWN: readonly TermKind[] = ['verify', 'signIn', 'reset', 'direct', 'number', 'maybeCode'];
const NEAR: readonly TermKind[] = [...TITLED, 'ignore', 'maybeCode'];

/** Which terms the subject has. */
export const titled: readonly LinkFeature[] = TITLED.map((kind) => ({
  name: `title.${kind}`,
  says: `The subject has a term of kind ${kind}.`,
  example: 'Subject: what it is about',
  of: ({ mail }) => flag(mail.signs.subject.has(kind)),
}));

/** Which terms it has, and which lead to it. */
export const said: readonly LinkFeature[] = [
  ...OWN.map((kind): LinkFeature => ({
    name: `own.${kind}`,
    says: `Its text has a term of kind ${kind}.`,
    example: '<a>Two words</a>',
    of: ({ own }) => flag(own.has(kind)),
  })),
  ...NEAR.map((kind): LinkFeature => ({
    name: `near.${kind}`,
    says: `A term of kind ${kind} leads to it.`,
    example: 'Two words <a>here</a>',
    of: ({ around }) => flag(around.has(kind)),
  })),
];
