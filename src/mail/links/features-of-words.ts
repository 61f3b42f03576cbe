import { questions, type Questions } from '../model/feature.js';
import type { Feature } from '../model/model.js';
import type { TermKind } from '../words/roles.js';
import { LINK_ACTIONS, type LinkAction } from './link-address.js';
import type { LinkCase } from './link-case.js';
import { ACTION_TERMS, saysYes } from './link-words.js';

const NAMES: readonly TermKind[] = ['verify', 'signIn', 'reset', 'pending', 'direct'];
const OTHERS: readonly TermKind[] = [
  ...(['order', 'money', 'offer', 'news', 'support', 'number', 'errand', 'notice'] as const),
];
const TO_ONE: readonly TermKind[] = ['ignore', 'once', 'code', 'maybeCode'];

type Kinds = readonly TermKind[];
const ofKinds = (kinds: Kinds, tableOf: (kind: TermKind) => Questions<LinkCase>) =>
  kinds.flatMap((kind) => questions(tableOf(kind)));
const ofActions = (tableOf: (action: LinkAction, kind: TermKind) => Questions<LinkCase>) =>
  LINK_ACTIONS.flatMap((action) => questions(tableOf(action, ACTION_TERMS[action])));

const has = ({ mail }: LinkCase, kind: TermKind) => Boolean(mail.about.signs.counts[kind]);

/** What a mail about goods confirms, or one with a code, is said of no link. */
const isAsked = ({ isMain, mail, words: { own } }: LinkCase, kind: TermKind) =>
  isMain && !mail.about.hasCode && (kind !== 'verify' || !mail.isOfGoods || own.has(kind));

/** What is said of a link, and by whom. */
export const ofWords: readonly Feature<LinkCase>[] = [
  ...ofKinds([...NAMES, 'order', 'errand', 'notice', 'ignore', 'unsubscribe'], (kind) => ({
    [`own.${kind}`]: [
      `Its text has a term of kind ${kind}.`,
      '<a>Confirm your address</a>',
      ({ words }) => words.own.has(kind),
    ],
  })),
  ...ofKinds([...NAMES, ...OTHERS, ...TO_ONE], (kind) => ({
    [`near.${kind}`]: [
      `A term of kind ${kind} leads to it.`,
      'Confirm your address <a>here</a>',
      ({ words }) => words.near.has(kind),
    ],
  })),
  ...ofKinds([...NAMES, ...OTHERS], (kind) => ({
    [`title.${kind}`]: [
      `The subject has a term of kind ${kind}.`,
      'Subject: Please confirm',
      ({ mail }) => !mail.about.hasCode && mail.title.has(kind),
    ],
  })),
  ...ofKinds(['pending', 'verify', 'ignore', 'direct', 'once'], (kind) => ({
    [`main.${kind}`]: [
      `The mail was sent for it, and has a term of kind ${kind}.`,
      'One more step. <a>Continue</a>',
      (link) => isAsked(link, kind) && has(link, kind),
    ],
  })),
  ...ofKinds(Object.values(ACTION_TERMS), (kind) => ({
    [`coded.${kind}`]: [
      `It stands beside a code, and the subject has a term of kind ${kind}.`,
      'Subject: Please confirm … 482913 … <a>here</a>',
      ({ isMain, mail }) => isMain && mail.about.hasCode && mail.title.has(kind),
    ],
  })),
  ...ofActions((action, kind) => ({
    [`meant.${action}`]: [
      `The mail was sent for it, and its text or what leads to it names what links of kind ${action} do.`,
      'Confirm your address: https://a.example/v/c9f0f895',
      ({ isMain, words: { own, near } }) => isMain && (own.has(kind) || near.has(kind)),
    ],
  })),
  ...ofActions((action, kind) => ({
    [`open.${action}`]: [
      `Its text names what links of kind ${action} do, but its address is the same for everybody.`,
      '<a href="https://a.example/login">Log in</a>',
      ({ address, words: { own } }) => address.strength === 0 && own.has(kind),
    ],
  })),
  ...questions<LinkCase>({
    'main.signs-in': [
      'The mail was sent for it, and says that it signs in by itself.',
      'One click signs you in',
      (link) => link.isMain && has(link, 'signIn') && (has(link, 'direct') || has(link, 'once')),
    ],
    'main.reports': [
      'The mail was sent for it, and the subject reports what has happened.',
      'Subject: You have a new device',
      ({ isMain, mail: { title }, words: { own } }) =>
        isMain && title.has('notice') && !title.has('pending') && !own.has('verify'),
    ],
    'main.yes': [
      'The mail was sent for it, and its text says yes to what is no errand.',
      '<a>Yes, that was me</a>',
      ({ isMain, link, words, mail }) =>
        isMain && saysYes(link.text) && !mail.isOfGoods && !words.own.has('errand'),
    ],
  }),
];
