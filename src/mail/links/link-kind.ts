import type { LinkKind } from '../analysis.js';
import { speaksOf, type LinkAddress, type LinkPurpose, type Strength } from './link-address.js';
import type { Hit } from '../text/lexicon.js';
import type { TermKind } from '../words/roles.js';

/** Evidence from the whole mail about the link it was sent for, as log odds. */
export interface MailPurpose {
  readonly isOnly: boolean;
  /** It reports what happened already. */
  readonly reports: boolean;
  readonly verify: number;
  readonly magic: number;
}

/** What is known of a link before its kind is. */
export interface LinkClues {
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

const ENOUGH = 2.5;
/** By how much a later purpose has to be surer. */
const LEAD = 0.3;

const OWN = 3;
const AROUND = 2.6;
const SUBJECT = 0.8;
/** The subject tells of the only link that is made for its receiver. */
const SUBJECT_OF_ONLY = 2.4;
/** Nobody names a new password who has something else to open. */
const RESET_OF_ONLY = 2.6;
/** Who says yes agrees with what the mail asks. */
const AGREES = 2;
const YES =
  /^(?:yes|ja|jes|jo|oui|s[ií]|sì|sim|da|tak|ano|igen|evet|ya|kyllä|vâng|có|joo|ναι|да|так|はい|네|예|是|نعم|כן|हाँ|हां|जी|ใช่)(?![\p{L}\p{M}])|^(?:はい|是的|ใช่)/iu;
const ADDRESS = 1.6;
/** Of the only link that is made for its receiver the address tells more. */
const ADDRESS_OF_ONLY = 0.8;

const TERMS: Readonly<Record<LinkPurpose, TermKind>> = {
  reset: 'reset',
  verify: 'verify',
  magic: 'signIn',
  unsubscribe: 'unsubscribe',
};
const PURPOSES = Object.keys(TERMS) as LinkPurpose[];

/** What a link is for when these stand in its text. */
const ELSEWHERE: ReadonlySet<TermKind> = new Set([
  ...(['order', 'money', 'news', 'offer', 'support', 'number', 'errand'] as const),
]);

/** What the rules make of a link. */
export interface RuledLink {
  readonly kind: LinkKind;
  /** By how much each purpose exceeds what the rules want to see, as log odds. */
  readonly sums: Readonly<Record<LinkPurpose, number>>;
}

/** Weighs a link by its text first, then its address, the words around, the subject and the mail. */
export function weighLink(clues: LinkClues): RuledLink {
  const sums = { reset: 0, verify: 0, magic: 0, unsubscribe: 0 };
  let kind: LinkKind = 'other';
  let top = 0;
  for (const purpose of PURPOSES) {
    const sum = sumOf(purpose, clues);
    sums[purpose] = sum;
    if (sum < top + (kind === 'other' ? 0 : LEAD)) continue;
    kind = purpose;
    top = sum;
  }
  return { kind, sums };
}

function sumOf(purpose: LinkPurpose, clues: LinkClues): number {
  const { address } = clues;
  const said = weigh(purpose, clues) + tokenWeight(purpose, address.strength) - ENOUGH;
  // For most links even the best address could not make up for what their text says.
  if (said + ADDRESS + (clues.purpose?.isOnly ? ADDRESS_OF_ONLY : 0) < 0) return said;
  return said + (speaksOf(address, purpose) ? addressWeight(purpose, clues) : 0);
}

/** Whether the text of a link agrees with what its mail asks. */
export const agrees = (text: string, own: readonly Hit[]): boolean =>
  saysYes(text) || has(own, 'pending');

/** Whether the text of a link begins with a yes. */
export const saysYes = (text: string): boolean => YES.test(text);

/** What the path of goods and payments confirms is done already. */
const GOODS = /order|booking|reserv|payment|invoice|receipt|invit|deliver|appointment|rsvp/;

function addressWeight(name: LinkPurpose, { address, purpose, own }: LinkClues): number {
  if (isOfGoods(name, own)) return 0;
  const isTold = name === 'verify' && purpose?.isOnly && address.strength === 2;
  if (!isTold || GOODS.test(address.text) || own.some(isElsewhere)) return ADDRESS;
  return ADDRESS + ADDRESS_OF_ONLY;
}

const isElsewhere = ({ term }: Hit) => ELSEWHERE.has(term.kind);

const AWAY = -3;

function weigh(purpose: LinkPurpose, clues: LinkClues): number {
  const { purpose: mail } = clues;
  const term = TERMS[purpose];
  const leads = leadsTo(purpose, clues) ? AROUND + asideOf(purpose, clues) : 0;
  const told = mail ? mailWeight(purpose, mail, clues) : 0;
  const said = ownWeight(purpose, clues) + subjectWeight(term, clues);
  return said + leads + told + mailDoubt(purpose, clues);
}

/** "You have to log in first": who has a password sees something. */
function leadsTo(purpose: LinkPurpose, { around, isOfBusiness }: LinkClues): boolean {
  const isAside =
    purpose === 'magic' ? has(around, 'errand') : purpose === 'verify' && isOfBusiness;
  return !isAside && has(around, TERMS[purpose]);
}

/** "How to verify an address" is an article, "sign up now" an offer. */
const OF_PUBLIC = -2.5;
/** "Remembered it? Sign in" stands beside the link to a new password. */
const BESIDE_RESET = -2.5;

/** "Your statement is ready": one signs in to see it, unless the mail says that the link does. */
const TO_SEE = -2;
const tellsOfOther = (subject: readonly Hit[]) =>
  !has(subject, 'signIn') && !has(subject, 'direct') && subject.some(isTold);

const isTold = ({ term: { kind } }: Hit) => kind !== 'number' && ELSEWHERE.has(kind);

/** What the mail as a whole says against a purpose. */
function mailDoubt(purpose: LinkPurpose, { subject, isPublic, purpose: mail }: LinkClues): number {
  if (purpose === 'unsubscribe') return 0;
  const isBeside = purpose === 'magic' && has(subject, 'reset') && !has(subject, 'signIn');
  const isToSee = purpose === 'magic' && !mail?.magic && tellsOfOther(subject);
  return (isPublic ? OF_PUBLIC : 0) + (isBeside ? BESIDE_RESET : 0) + (isToSee ? TO_SEE : 0);
}

/** "You now have access": what is reported is no door. */
const OF_REPORT = -1;

/** What stands around a page for everybody is said of another link. */
const OF_PAGE = -2;
/** What the words around say less of: pages for everybody, and doors that were opened by somebody. */
function asideOf(purpose: LinkPurpose, { address, subject }: LinkClues): number {
  const reports = purpose === 'magic' && has(subject, 'notice') && !has(subject, 'signIn');
  return (address.isPage ? OF_PAGE : 0) + (reports ? OF_REPORT : 0);
}

/** What its text says, and whether it says something else: "View order", "It wasn't me". */
function ownWeight(purpose: LinkPurpose, clues: LinkClues): number {
  const { own } = clues;
  const says = has(own, TERMS[purpose]) && !isOfOther(purpose, clues) ? OWN : 0;
  const leadsAway = says === 0 && isAway(purpose, clues) ? AWAY : 0;
  const denies = purpose !== 'unsubscribe' && has(own, 'ignore') ? AWAY : 0;
  return says + leadsAway + denies;
}

const isOfOther = (purpose: LinkPurpose, { own, isOfBusiness }: LinkClues) =>
  isOfGoods(purpose, own) || (purpose === 'verify' && isOfBusiness);

function isAway(purpose: LinkPurpose, { own, agrees: isYes, isForOthers }: LinkClues): boolean {
  if (purpose !== 'unsubscribe') {
    if (isForOthers || has(own, 'reset') || (!isYes && has(own, 'unsubscribe'))) return true;
  }
  return isYes ? has(own, 'errand') : own.some(isElsewhere);
}

/** "Confirm appointment", "Activate discount": what is confirmed or checked is no address. */
function isOfGoods(purpose: LinkPurpose, own: readonly Hit[]): boolean {
  if (purpose === 'magic') return own.some(isGoods);
  if (purpose !== 'verify') return false;
  return own.some(isGoods) || (has(own, 'notice') && !has(own, 'pending'));
}

const isGoods = ({ term: { kind } }: Hit) =>
  kind === 'order' || kind === 'offer' || kind === 'errand';

function subjectWeight(term: TermKind, clues: LinkClues): number {
  const { subject, purpose: mail } = clues;
  if (!has(subject, term) || (term === 'verify' && subject.some(isGoods))) return 0;
  if (term === 'signIn' && approves(clues)) return 0;
  if (!mail?.isOnly || mail.reports) return SUBJECT;
  return term === 'reset' ? RESET_OF_ONLY : SUBJECT_OF_ONLY;
}

/** "A new sign-in: approve it", "Yes, it's me": another door is opened than the link's. */
const approves = ({ own, agrees: isYes }: LinkClues) =>
  has(own, 'verify') || (isYes && !has(own, 'signIn'));

function mailWeight(purpose: LinkPurpose, mail: MailPurpose, clues: LinkClues): number {
  if (purpose === 'magic') return mail.magic + (isSaidOfIt(mail, clues) ? OPENS : 0);
  if (purpose !== 'verify') return 0;
  return mail.verify + (clues.agrees ? AGREES : 0);
}

/** "Click here and you are signed in" is said of the link itself. */
const isSaidOfIt = ({ magic }: MailPurpose, { own, around }: LinkClues) =>
  magic > 0 && (has(own, 'direct') || has(around, 'direct'));
const OPENS = 0.8;

const has = (hits: readonly Hit[], kind: TermKind) => hits.some(({ term }) => term.kind === kind);

/** A link that acts on its own carries something only its receiver has. */
function tokenWeight(purpose: LinkPurpose, strength: Strength): number {
  if (purpose === 'unsubscribe') return 0;
  if (purpose === 'magic') return MAGIC_TOKEN[strength];
  return purpose === 'reset' ? RESET_TOKEN[strength] : TOKEN[strength];
}

const MAGIC_TOKEN: Readonly<Record<Strength, number>> = [-4, -0.5, 0.2];
/** Where everybody changes a password after signing in no new one is set without the old. */
const RESET_TOKEN: Readonly<Record<Strength, number>> = [-2.2, 0, 0.3];
const TOKEN: Readonly<Record<Strength, number>> = [-1.2, 0, 0.3];
