import { features, type Questions } from '../model/feature.js';
import type { Feature } from '../model/model.js';
import type { TermKind } from '../words/roles.js';
import { LINK_ACTIONS, type LinkAction } from '../analysis.js';
import type { LinkCase } from './link-case.js';
import { ACTION_TERMS, saysYes } from './link-words.js';

const NAMES: readonly TermKind[] = ['verify', 'signIn', 'reset', 'pending', 'direct'];
const OTHERS: readonly TermKind[] = [
  ...(['order', 'money', 'offer', 'news', 'support', 'number', 'errand', 'notice'] as const),
];
const TO_ONE: readonly TermKind[] = ['ignore', 'once', 'code', 'maybeCode'];

type Kinds = readonly TermKind[];
const ofKinds = (kinds: Kinds, tableOf: (kind: TermKind) => Questions<LinkCase>) =>
  kinds.flatMap((kind) => features(tableOf(kind)));
const ofActions = (tableOf: (action: LinkAction, kind: TermKind) => Questions<LinkCase>) =>
  LINK_ACTIONS.flatMap((action) => features(tableOf(action, ACTION_TERMS[action])));

const has = ({ mail }: LinkCase, kind: TermKind) => Boolean(mail.about.signs.counts[kind]);

/** What a mail about goods confirms, or one with a code, is said of no link. */
const isAsked = ({ isMain, mail, words: { own } }: LinkCase, kind: TermKind) =>
  isMain && mail.about.code === null && (kind !== 'verify' || !mail.isOfGoods || own.has(kind));

/** What is said of a link, and by whom. */
export const ofWords: readonly Feature<LinkCase>[] = [
  ...ofKinds([...NAMES, 'order', 'errand', 'notice', 'ignore', 'unsubscribe'], (kind) => ({
    // Its text has a term of this kind. `<a>Confirm your address</a>`
    [`own.${kind}`]: ({ words }) => words.own.has(kind),
  })),
  ...ofKinds([...NAMES, ...OTHERS, ...TO_ONE], (kind) => ({
    // A term of this kind leads to it. `Confirm your address <a>here</a>`
    [`near.${kind}`]: ({ words }) => words.near.has(kind),
  })),
  ...ofKinds([...NAMES, ...OTHERS], (kind) => ({
    // The subject has a term of this kind. `Subject: Please confirm`
    [`title.${kind}`]: ({ mail }) => mail.about.code === null && mail.title.has(kind),
  })),
  ...ofKinds(['pending', 'verify', 'ignore', 'direct', 'once', 'lasts'], (kind) => ({
    // The mail was sent for it, and has a term of this kind. `One more step. <a>Continue</a>`
    [`main.${kind}`]: (link) => isAsked(link, kind) && has(link, kind),
  })),
  ...ofKinds(Object.values(ACTION_TERMS), (kind) => ({
    // It stands beside a code, and the subject has a term of this kind.
    // `Subject: Please confirm … 482913 … <a>here</a>`
    [`coded.${kind}`]: ({ isMain, mail }) =>
      isMain && mail.about.code !== null && mail.title.has(kind),
  })),
  ...ofActions((action, kind) => ({
    // The mail was sent for it, and its text or what leads to it names what such links do.
    // `Confirm your address: https://a.example/v/c9f0f895`
    [`meant.${action}`]: ({ isMain, words: { own, near } }) =>
      isMain && (own.has(kind) || near.has(kind)),
  })),
  ...ofActions((action, kind) => ({
    // Its text names what such links do, but its address is the same for everybody.
    // `<a href="https://a.example/login">Log in</a>`
    [`open.${action}`]: ({ address, words: { own } }) => address.strength === 0 && own.has(kind),
  })),
  ...features<LinkCase>({
    // The mail was sent for it, and says that it signs in by itself. `One click signs you in`
    'main.signs-in': (link) =>
      link.isMain && has(link, 'signIn') && (has(link, 'direct') || has(link, 'once')),
    // The mail was sent for it, and the subject reports what has happened.
    // `Subject: You have a new device`
    'main.reports': ({ isMain, mail: { title }, words: { own } }) =>
      isMain && title.has('notice') && !title.has('pending') && !own.has('verify'),
    // The mail was sent for it, and its text says yes to what is no errand.
    // `<a>Yes, that was me</a>`
    'main.yes': ({ isMain, link, words, mail }) =>
      isMain && saysYes(link.text) && !mail.isOfGoods && !words.own.has('errand'),
  }),
];
