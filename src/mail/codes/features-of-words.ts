import { flag } from '../model/feature.js';
import type { CodeFeature } from './code-feature.js';
import type { TermKind } from '../words/roles.js';

/** Kinds of terms that tell something by standing anywhere in a mail. */
const TOLD: readonly TermKind[] = [
  ...(['code', 'maybeCode', 'digits', 'otherCode', 'number', 'verify', 'signIn', 'enter'] as const),
  ...(['site', 'reset', 'purpose', 'unsubscribe', 'lasts', 'waits', 'secret', 'ignore'] as const),
  ...(['order', 'money', 'news', 'offer', 'support', 'notice', 'fraud', 'familiar'] as const),
  ...(['pending', 'direct', 'once', 'errand', 'minute', 'hour'] as const),
];

/** Which terms the mail has, and which stand near. */
export const said: readonly CodeFeature[] = TOLD.flatMap((kind): CodeFeature[] => [
  {
    name: `said.${kind}`,
    says: `The mail has a term of kind ${kind}.`,
    example: 'Two words further on',
    of: ({ mail }) => flag((mail.signs.counts[kind] ?? 0) > 0),
  },
  {
    name: `title.${kind}`,
    says: `The subject has a term of kind ${kind}.`,
    example: 'Subject: what it is about',
    of: ({ mail }) => flag(mail.signs.subject.has(kind)),
  },
  {
    name: `near.${kind}`,
    says: `A term of kind ${kind} stands on its line, or on the line above one that stands alone.`,
    example: 'A word, then 482913',
    of: (one) => flag(one.near.has(kind)),
  },
]);

/** Whether a feature tells of where a candidate stands, and not of its mail. */
export const isNear = ({ name }: CodeFeature): boolean => name.startsWith('near.');

const NAMING: readonly TermKind[] = [
  ...(['code', 'maybeCode', 'digits', 'otherCode', 'number', 'order', 'money', 'backup'] as const),
];
/** From a name to the number right behind it. */
const CALLED = 12;

/** What names it. */
export const named: readonly CodeFeature[] = NAMING.flatMap((kind): CodeFeature[] => [
  {
    name: `name.${kind}`,
    says: `The nearest name is a term of kind ${kind}.`,
    example: 'A name in the line above it',
    of: ({ name }) => flag(name?.hit.term.kind === kind),
  },
  {
    name: `called.${kind}`,
    says: `A term of kind ${kind} stands right before it.`,
    example: 'A name: 482913',
    of: ({ name }) => flag(name?.hit.term.kind === kind && name.leads && name.distance <= CALLED),
  },
]);
