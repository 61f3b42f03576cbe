import {
  isBare,
  speaksOf,
  type LinkAction,
  type LinkAddress,
  type LinkPurpose,
} from './link-address.js';
import type { MailPurpose } from './main-link.js';
import type { Hit } from '../text/lexicon.js';
import type { TermKind } from '../words/roles.js';

/** The words that say what a link is for: its own, and those of the mail as far as they are said of it. */
export interface LinkWords {
  readonly address: LinkAddress;
  /** Terms in the text of the link, or in its picture's description. */
  readonly own: readonly Hit[];
  /** Terms of the sentence that leads to it; none where its own text says enough. */
  readonly around: readonly Hit[];
  /** Terms of the subject. */
  readonly subject: readonly Hit[];
  /** Whether its mail informs many or sells to them. */
  readonly isPublic: boolean;
  /** Whether "confirm" and "approve" mean what the subject names: an appointment, a leave request. */
  readonly isOfBusiness: boolean;
  /** Whether it is offered to those who did not ask for the mail: "Not you? Write to us". */
  readonly isForOthers: boolean;
  /** Whether its text says yes: "Yes, that's me". */
  readonly agrees: boolean;
  /** What the mail says of the link it was sent for; null for all others. */
  readonly purpose: MailPurpose | null;
}

const YES =
  /^(?:yes|ja|jes|jo|oui|s[ií]|sì|sim|da|tak|ano|igen|evet|ya|kyllä|vâng|có|joo|ναι|да|так|はい|네|예|是|نعم|כן|हाँ|हां|जी|ใช่)(?![\p{L}\p{M}])|^(?:はい|是的|ใช่)/iu;

/** The term that names each action. */
export const ACTION_TERMS: Readonly<Record<LinkAction, TermKind>> = {
  verify: 'verify',
  magic: 'signIn',
  reset: 'reset',
};
/** All of them. */
export const ACTION_KINDS: ReadonlySet<TermKind> = new Set(Object.values(ACTION_TERMS));

/** What a link is for when these stand in its text. */
const ELSEWHERE: ReadonlySet<TermKind> = new Set([
  ...(['order', 'money', 'news', 'offer', 'support', 'number', 'errand'] as const),
]);

const isElsewhere = ({ term }: Hit) => ELSEWHERE.has(term.kind);

/** Whether any of the terms is of a kind. */
export const has = (hits: readonly Hit[], kind: TermKind): boolean =>
  hits.some(({ term }) => term.kind === kind);

/** Whether the text of a link agrees with what its mail asks. */
export const agrees = (text: string, own: readonly Hit[]): boolean =>
  saysYes(text) || has(own, 'pending');

/** Whether the text of a link begins with a yes. */
export const saysYes = (text: string): boolean => YES.test(text);

/** Whether the text of a link names a purpose, said of an account: not of goods, nor to many. */
export const isSaid = (purpose: LinkAction, words: LinkWords): boolean =>
  has(words.own, ACTION_TERMS[purpose]) && !isOfOther(purpose, words) && mayBeMeant(purpose, words);

/** "How to verify an address" is an article, unless the subject asks for it. */
const mayBeMeant = (purpose: LinkAction, words: LinkWords) =>
  !words.isPublic || isTitled(purpose, words);

const isOfOther = (purpose: LinkAction, { own, isOfBusiness }: LinkWords) =>
  isOfGoods(purpose, own) || (purpose === 'verify' && isOfBusiness);

/** Whether words of its address name a purpose and more stands behind them, and its text does not speak of goods. */
export const isInAddress = (purpose: LinkPurpose, { address, own }: LinkWords): boolean =>
  speaksOf(address, purpose) && !isBare(address, purpose) && !isOfGoods(purpose, own);

/** "Confirm appointment", "Activate discount", "See activity": no address, and no device that waits to be let in. */
function isOfGoods(purpose: LinkPurpose, own: readonly Hit[]): boolean {
  if (purpose === 'magic') return own.some(isGoods);
  if (purpose !== 'verify') return false;
  return own.some(isGoods) || (has(own, 'notice') && !has(own, 'pending') && !has(own, 'verify'));
}

const isGoods = ({ term: { kind } }: Hit) =>
  kind === 'order' || kind === 'offer' || kind === 'errand';

/** Whether the words that lead to it name a purpose; what stands around a page for everybody is said of another link. */
export function isLedTo(purpose: LinkAction, words: LinkWords): boolean {
  const { address, around, isOfBusiness } = words;
  if (address.isPage || !has(around, ACTION_TERMS[purpose])) return false;
  // "You have to log in first": who has a password sees something.
  const isAside =
    purpose === 'magic' ? has(around, 'errand') : purpose === 'verify' && isOfBusiness;
  return !isAside && mayBeMeant(purpose, words);
}

/** Whether its text or the words that lead to it name a purpose, or say that who follows it is signed in. */
export const isMeant = (purpose: LinkAction, words: LinkWords): boolean =>
  isSaid(purpose, words) ||
  isLedTo(purpose, words) ||
  (purpose === 'magic' && (has(words.own, 'direct') || has(words.around, 'direct')));

/** Whether the subject names a purpose, said of an account. */
export function isTitled(purpose: LinkAction, words: LinkWords): boolean {
  const { subject } = words;
  if (!has(subject, ACTION_TERMS[purpose])) return false;
  if (purpose === 'verify') return !subject.some(isGoods);
  return purpose !== 'magic' || !opensAnother(words);
}

/** "A new sign-in: approve it", "Yes, it's me": another door is opened than the link's. */
const opensAnother = ({ own, agrees: isYes }: LinkWords) =>
  has(own, 'verify') || (isYes && !has(own, 'signIn'));

/** Whether its text says that it is for something else: "View order", "It wasn't me". */
export function leadsElsewhere({ own, agrees: isYes, isForOthers }: LinkWords): boolean {
  if (isForOthers || has(own, 'ignore') || (!isYes && has(own, 'unsubscribe'))) return true;
  return isYes ? has(own, 'errand') : own.some(isElsewhere);
}

/** Whether one signs in to see what the subject names ("Your statement is ready"); not where the mail says that the link does. */
export const isToSee = ({ subject, purpose }: LinkWords): boolean =>
  !purpose?.opens &&
  !has(subject, 'signIn') &&
  !has(subject, 'direct') &&
  subject.some((hit) => isElsewhere(hit) && hit.term.kind !== 'number');

/** Whether whoever follows it leaves a list. */
export const isToLeave = (words: LinkWords): boolean =>
  has(words.own, 'unsubscribe') ||
  (has(words.around, 'unsubscribe') && !words.address.isPage && !words.own.some(isElsewhere));
