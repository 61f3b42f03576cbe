import { asked } from '../model/feature.js';
import type { Feature } from '../model/model.js';
import type { TermKind } from '../words/roles.js';
import { LINK_ACTIONS } from './link-address.js';
import type { LinkCase } from './link-case.js';
import { ACTION_TERMS, saysYes } from './link-words.js';

const NAMES: readonly TermKind[] = ['verify', 'signIn', 'reset', 'pending', 'direct'];
const OTHERS: readonly TermKind[] = [
  ...(['order', 'money', 'offer', 'news', 'support', 'number', 'errand', 'notice'] as const),
];
const TO_ONE: readonly TermKind[] = ['ignore', 'once', 'code', 'maybeCode'];

/** What is asked of each of some kinds of terms. */
interface OfKinds {
  readonly where: string;
  readonly kinds: readonly TermKind[];
  readonly says: (kind: TermKind) => string;
  readonly example: string;
  readonly is: (link: LinkCase, kind: TermKind) => boolean;
}

const ofKinds = ({ where, kinds, says, example, is }: OfKinds): Feature<LinkCase>[] =>
  kinds.map((kind) => asked(`${where}.${kind}`, says(kind), example, (link) => is(link, kind)));

const has = ({ mail }: LinkCase, kind: TermKind) => Boolean(mail.about.signs.counts[kind]);

/** What a mail about goods confirms, or one with a code, is said of no link. */
const isAsked = ({ isMain, mail, words: { own } }: LinkCase, kind: TermKind) =>
  isMain && !mail.about.hasCode && (kind !== 'verify' || !mail.isOfGoods || own.has(kind));

/** What is said of a link, and by whom. */
export const ofWords: readonly Feature<LinkCase>[] = [
  ...ofKinds({
    where: 'own',
    kinds: [...NAMES, 'order', 'errand', 'notice', 'ignore', 'unsubscribe'],
    says: (kind) => `Its text has a term of kind ${kind}.`,
    example: '<a>Confirm your address</a>',
    is: ({ words }, kind) => words.own.has(kind),
  }),
  ...ofKinds({
    where: 'near',
    kinds: [...NAMES, ...OTHERS, ...TO_ONE],
    says: (kind) => `A term of kind ${kind} leads to it.`,
    example: 'Confirm your address <a>here</a>',
    is: ({ words }, kind) => words.near.has(kind),
  }),
  ...ofKinds({
    where: 'title',
    kinds: [...NAMES, ...OTHERS],
    says: (kind) => `The subject has a term of kind ${kind}.`,
    example: 'Subject: Please confirm',
    is: ({ mail }, kind) => !mail.about.hasCode && mail.title.has(kind),
  }),
  ...ofKinds({
    where: 'main',
    kinds: ['pending', 'verify', 'ignore', 'direct', 'once'],
    says: (kind) => `The mail was sent for it, and has a term of kind ${kind}.`,
    example: 'One more step. <a>Continue</a>',
    is: (link, kind) => isAsked(link, kind) && has(link, kind),
  }),
  ...ofKinds({
    where: 'coded',
    kinds: Object.values(ACTION_TERMS),
    says: (kind) => `It stands beside a code, and the subject has a term of kind ${kind}.`,
    example: 'Subject: Please confirm … 482913 … <a>here</a>',
    is: ({ isMain, mail }, kind) => isMain && mail.about.hasCode && mail.title.has(kind),
  }),
  ...LINK_ACTIONS.map((action) =>
    asked<LinkCase>(
      `meant.${action}`,
      `The mail was sent for it, and its text or what leads to it names what links of kind ${action} do.`,
      'Confirm your address: https://a.example/v/c9f0f895',
      ({ isMain, words: { own, near } }) =>
        isMain && (own.has(ACTION_TERMS[action]) || near.has(ACTION_TERMS[action])),
    ),
  ),
  ...LINK_ACTIONS.map((action) =>
    asked<LinkCase>(
      `open.${action}`,
      `Its text names what links of kind ${action} do, but its address is the same for everybody.`,
      '<a href="https://a.example/login">Log in</a>',
      ({ address, words: { own } }) => address.strength === 0 && own.has(ACTION_TERMS[action]),
    ),
  ),
  asked(
    'main.signs-in',
    'The mail was sent for it, and says that it signs in by itself.',
    'One click signs you in',
    (link) => link.isMain && has(link, 'signIn') && (has(link, 'direct') || has(link, 'once')),
  ),
  asked(
    'main.reports',
    'The mail was sent for it, and the subject reports what has happened.',
    'Subject: You have a new device',
    ({ isMain, mail: { title }, words: { own } }) =>
      isMain && title.has('notice') && !title.has('pending') && !own.has('verify'),
  ),
  asked(
    'main.yes',
    'The mail was sent for it, and its text says yes to what is no errand.',
    '<a>Yes, that was me</a>',
    ({ isMain, link, words, mail }) =>
      isMain && saysYes(link.text) && !mail.isOfGoods && !words.own.has('errand'),
  ),
];
