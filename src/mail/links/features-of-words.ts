import { flag } from '../model/feature.js';
import type { TermKind } from '../words/roles.js';
import { LINK_ACTIONS, type LinkAction } from './link-address.js';
import type { LinkFeature } from './link-feature.js';
import {
  ACTION_TERMS,
  has,
  isInAddress,
  isLedTo,
  isMeant,
  isSaid,
  isTitled,
  isToSee,
  leadsElsewhere,
  type LinkWords,
} from './link-words.js';
import type { MailPurpose } from './main-link.js';

interface ActionExamples {
  readonly text: string;
  readonly title: string;
  readonly path: string;
}

const EXAMPLES: Readonly<Record<LinkAction, ActionExamples>> = {
  verify: { text: 'Confirm your address', title: 'Please confirm', path: '/confirm' },
  magic: { text: 'Sign in without a password', title: 'Your sign-in link', path: '/login' },
  reset: { text: 'Choose a new password', title: 'Your new password', path: '/password' },
};

const isOnly = ({ purpose }: LinkWords) => purpose !== null && purpose.isOnly && !purpose.reports;

const TO = 'https://northwind.example';

/** Which purpose is said of a link. */
const ofPurpose = (purpose: LinkAction): LinkFeature[] => {
  const { text, title, path } = EXAMPLES[purpose];
  const term = ACTION_TERMS[purpose];
  return [
    {
      name: `said.${purpose}`,
      says: `Its text has a term of kind ${term} that is said of an account.`,
      example: `<a>${text}</a>`,
      of: ({ words }) => flag(isSaid(purpose, words)),
    },
    {
      name: `led.${purpose}`,
      says: `A term of kind ${term} that is said of an account leads to it.`,
      example: `${text}: <a>here</a>`,
      of: ({ words }) => flag(isLedTo(purpose, words)),
    },
    {
      name: `meant.${purpose}`,
      says: `The mail was sent for it, and its text or what leads to it says so.`,
      example: `${text}: ${TO}${path}?t=9f0f895fb98ab915`,
      of: ({ words }) => flag(words.purpose !== null && isMeant(purpose, words)),
    },
    {
      name: `titled.${purpose}`,
      says: `The subject has a term of kind ${term} that is said of an account.`,
      example: `Subject: ${title}`,
      of: ({ words }) => flag(isTitled(purpose, words)),
    },
    {
      name: `titled.${purpose}.only`,
      says: `The same, and no other link is made for the receiver.`,
      example: `Subject: ${title} … <a>here</a>`,
      of: ({ words }) => flag(isOnly(words) && isTitled(purpose, words)),
    },
    {
      name: `address.${purpose}.only`,
      says: `The words of its address say what links of kind ${purpose} do, and no other is made for the receiver.`,
      example: `<a href="${path}?t=9f0f895fb98ab915">here</a>`,
      of: ({ words }) => flag(isOnly(words) && isInAddress(purpose, words)),
    },
  ];
};

/** What else the words of a link say of it. */
const ofWords: readonly LinkFeature[] = [
  {
    name: 'said.else',
    says: 'Its text says that it is for something else.',
    example: '<a>View order</a>, <a>It was not me</a>',
    of: ({ words }) => flag(leadsElsewhere(words)),
  },
  {
    name: 'said.yes',
    says: 'The mail was sent for it, and its text agrees with what the mail asks.',
    example: '<a>Yes, that was me</a>',
    of: ({ words }) => flag(words.agrees && !leadsElsewhere(words)),
  },
  {
    name: 'title.to-see',
    says: 'The subject names what one signs in to see.',
    example: 'Subject: Your invoice is ready',
    of: ({ words }) => flag(isToSee(words)),
  },
  {
    name: 'title.reset-alone',
    says: 'The subject has a term of kind reset and none of kind signIn.',
    example: 'Subject: Choose a new password … <a>Sign in</a>',
    of: ({ words: { subject } }) => flag(has(subject, 'reset') && !has(subject, 'signIn')),
  },
];

/** Of the link a mail was sent for. */
const asMain = (
  name: string,
  says: string,
  example: string,
  of: (purpose: MailPurpose) => boolean,
): LinkFeature => ({
  name: `main.${name}`,
  says: `The mail was sent for it, and ${says}.`,
  example,
  of: ({ words: { purpose } }) => flag(purpose !== null && of(purpose)),
});

/** What the mail says of the link it was sent for. */
const ofMain: readonly LinkFeature[] = [
  asMain('pending', 'says that something is still to be done', 'One more step', ({ counts }) =>
    Boolean(counts.pending),
  ),
  asMain(
    'pending-twice',
    'says so more than once',
    'One more step: to complete your registration',
    ({ counts: { pending = 0 } }) => pending > 1,
  ),
  asMain('verify', 'has a term of kind verify', 'We verify addresses', ({ counts }) =>
    Boolean(counts.verify),
  ),
  asMain(
    'ignored',
    'says what to do for those who did not ask for it',
    'Not you? Ignore this mail.',
    ({ counts }) => Boolean(counts.ignore),
  ),
  asMain('direct', 'says that it opens at once', 'One click and you are in', ({ counts }) =>
    Boolean(counts.direct),
  ),
  asMain('once', 'says that it works once', 'Works only once', ({ isOnce }) => isOnce),
  asMain(
    'signs-in',
    'says that it opens something and signs in',
    'One click signs you in',
    ({ opens, counts }) => opens && Boolean(counts.signIn),
  ),
  asMain('reports', 'reports what has happened', 'You have a new device', ({ reports }) => reports),
  asMain('sells', 'speaks of goods and payments', '2 items, 19.90 €', ({ sells }) => sells),
];

/** What is said of a link, and by whom. */
export const byWords: readonly LinkFeature[] = [
  ...LINK_ACTIONS.flatMap(ofPurpose),
  ...ofWords,
  ...ofMain,
];

/** Kinds of terms that tell what a link is for: in the subject, and in what leads to it. */
const TITLED: readonly TermKind[] = [
  ...(['pending', 'direct', 'news', 'number', 'notice'] as const),
];
const NEAR: readonly TermKind[] = [
  ...TITLED,
  ...(['order', 'money', 'errand', 'ignore', 'maybeCode'] as const),
];

/** Which terms the subject has. */
export const titled: readonly LinkFeature[] = TITLED.map((kind) => ({
  name: `title.${kind}`,
  says: `The subject has a term of kind ${kind}.`,
  example: 'Subject: what it is about',
  of: ({ mail }) => flag(mail.signs.subject.has(kind)),
}));

/** Which terms lead to it. */
export const led: readonly LinkFeature[] = NEAR.map((kind) => ({
  name: `near.${kind}`,
  says: `A term of kind ${kind} leads to it.`,
  example: 'Two words <a>here</a>',
  of: ({ around }) => flag(around.has(kind)),
}));
