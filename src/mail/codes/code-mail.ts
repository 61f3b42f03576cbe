import { isAskedInNeighbour } from './code-neighbours.js';
import { linkedPieces, type Linked } from './code-links.js';
import type { CodeName } from './code-names.js';
import { leadsOn } from './name-leads.js';
import type { CodePlace } from './code-place.js';
import { CALLED, hasUnknownQualifier } from './code-labels.js';
import { isAskedFor } from './code-purpose.js';
import type { Mailbox } from '../analysis.js';
import type { Warnings } from './code-warnings.js';
import type { TermCounts, TextPage } from '../text/page.js';
import type { Span } from '../text/text-urls.js';
import type { TermKind } from '../words/roles.js';

/** What is known of a mail as a whole. */
export interface MailSigns extends Warnings {
  /** Terms of all its pages. */
  readonly counts: TermCounts;
  /** Kinds of the terms in its subject. */
  readonly subject: ReadonlySet<TermKind>;
  /** Whether its subject tells a sum of money. */
  readonly hasSum: boolean;
  /** Whether it was sent to a list. */
  readonly isBulk: boolean;
  readonly isInvitation: boolean;
  /** Whether somebody wrote it who shows his own name, and does not pass on another mail. */
  readonly isPersonal: boolean;
  /** Whether its text begins with how to type what the subject holds. */
  readonly opensWithAsking: boolean;
  /** Whose it is and who sent it, as their addresses say: "sv21042" is no code. */
  readonly accounts: readonly string[];
  /** Addresses of its links. */
  readonly urls: readonly string[];
  /** What its markup calls the number of a thing, without blanks and hyphens. */
  readonly numbers: ReadonlySet<string>;
  /** Where a link shows nothing but a word, such as VERIFY. */
  readonly wordLinks: ReadonlyMap<TextPage, readonly Span[]>;
  /** Whether it answers another mail. */
  readonly isAnswer: boolean;
  readonly hasFiles: boolean;
  readonly from: Mailbox;
}

/** What a mail says as a whole for or against a candidate, by the kind of its name and its place. */
export type MailWeight = (name: CodeName | null, place: CodePlace) => number;

/** Weighs the mail once for all its candidates; `linked` is what its addresses say of them. */
export function mailWeight(
  mail: MailSigns,
  linked: ReadonlyMap<string, Linked> = linkedPieces(mail.urls),
): MailWeight {
  const named = generalWeight(mail);
  const unwarned = isBrief(mail.counts) ? mail.counts : mail.stated;
  const open = unwarned === mail.counts ? named : generalWeight({ ...mail, counts: mail.stated });
  // Warnings are no evidence of what nothing names, nor of "approval code" where nothing is to be typed.
  const isUnsure = (kind: TermKind | null) =>
    isOpen(kind) || (kind === 'maybeCode' && !mail.stated.enter);
  const single = mail.counts.reset || isBrief(mail.counts) ? SINGLE : 0;
  const inLinks = linkWeight(mail, linked);
  const notes = noteWeight(mail);
  const title = titleWeight(mail);
  return (name, place) => {
    const kind = kindOf(name);
    const isAsked =
      mayBeAsked(kind) && (isAskedFor(place) || (isOpen(kind) && isAskedInNeighbour(place)));
    const { support, doubt, unnamed } = isUnsure(kind) ? open : named;
    const own =
      kind === null ? unnamed(place, isAsked) : kind === 'backup' ? single : title(name, place);
    const against = doubt(kind, isAsked) + notes(name, place, isAsked);
    return support + inLinks(place.raw.code) + own - against;
  };
}

/** "The digits are 30 62 19", where the subject calls them a code or says what they prove. */
function titleWeight({ subject }: MailSigns): (name: CodeName | null, place: CodePlace) => number {
  if (!TITLES.some((kind) => subject.has(kind))) return () => 0;
  return (name, { page, raw }) =>
    name?.hit.term.kind === 'digits' &&
    name.leads &&
    name.distance <= CALLED &&
    leadsOn(page.text.slice(Math.max(0, raw.start - CALLED), raw.start))
      ? CALLED_DIGITS
      : 0;
}

/** Evidence against a candidate from what kind of mail mentions it: news, one with the code of some thing, a receipt. */
function noteWeight(
  mail: MailSigns,
): (name: CodeName | null, place: CodePlace, isAsked: boolean) => number {
  const isList = mail.isBulk || Boolean(mail.counts.unsubscribe);
  const told = isList && mail.counts.news ? TOLD_AS_NEWS : 0;
  const approved = isOfReceipt(mail) ? APPROVED : 0;
  const gift = isGift(mail) ? OF_GIFT : 0;
  const ofStranger = strangerWeight(isBrief(mail.counts) ? mail.counts : mail.stated);
  return (name, place, isAsked) => {
    const strange =
      ofStranger > 0 && hasUnknownQualifier(place.page, place.raw, name) ? ofStranger : 0;
    if (isAsked) return (place.alone ? 0 : told) + strange;
    const isCode = kindOf(name) === 'code';
    const receipt = name?.hit.term.isApproval ? approved : 0;
    return (place.alone ? 0 : told) + strange + receipt + (isCode ? gift : 0);
  };
}

/** The PIN of a gift card is called like one that signs in. */
const isGift = ({ counts, subject }: MailSigns) =>
  subject.has('otherCode') && !isBrief(counts) && !SIGNS_IN.some((kind) => counts[kind]);

const SIGNS_IN = ['verify', 'signIn', 'reset', 'purpose', 'ignore'] as const;
const OF_GIFT = 4;

const kindOf = (name: CodeName | null) => name?.hit.term.kind ?? null;

/** Evidence from the terms of a mail that counts for all its candidates. */
const generalWeight = (mail: MailSigns) => ({
  support: supportOf(mail.counts),
  doubt: doubtWeight(mail),
  unnamed: unnamedWeight(mail),
});

/**
 * Whether an authorization number is told, and not asked for: a payment was made, and nothing is to be typed.
 * "Never share your codes" is said below any payment.
 */
const isOfReceipt = (mail: MailSigns) =>
  isDeal(mail) &&
  !mail.counts.enter &&
  !isBrief(mail.counts) &&
  !ASKED_IN_TITLE.some((kind) => mail.subject.has(kind));

const isDeal = ({ counts, hasSum }: MailSigns) => Boolean(counts.money ?? counts.order) || hasSum;

const ASKED_IN_TITLE = ['code', 'maybeCode', 'signIn', 'reset'] as const;
const APPROVED = 4;

/** What stands against "code of the participant"; less where the mail also says where to sign in. */
function strangerWeight(counts: TermCounts): number {
  if (ASKING.some((kind) => counts[kind]) || isBrief(counts)) return 0;
  return counts.code || counts.signIn || counts.verify ? OF_STRANGER / 2 : OF_STRANGER;
}

function supportOf(counts: TermCounts): number {
  let signs = 0;
  for (const [kind, weight] of MAIL_SIGNS) if (counts[kind]) signs += weight;
  return Math.min(2, signs);
}

/** What stands against a candidate, by its name and whether it is asked for. */
function doubtWeight(mail: MailSigns): (named: TermKind | null, isAsked: boolean) => number {
  const balance = 0.7 * Math.max(0, dealing(mail) - proving(mail));
  const personal = balance + (mail.isPersonal ? TOLD_BY_PERSON : 0);
  const report = isReport(mail) ? REPORTED : 0;
  const against = Math.min(MAX_AGAINST, personal + (mail.counts.enter ? 0 : report));
  // "Authorization code: 440917", and what to type is something else.
  const isReceipt = !mail.counts.enter || mail.counts.money;
  const againstNamed = Math.min(MAX_AGAINST, personal + (isReceipt ? report / 4 : 0));
  const askedAgainst = Math.min(MAX_AGAINST, personal) / 3;
  return (named, isAsked) => {
    if (isAsked) return askedAgainst;
    return named === 'code' ? against / 2 : named === 'maybeCode' ? againstNamed : against;
  };
}

/** What the subject says of a number with a line of its own. */
function announcedBy(subject: ReadonlySet<TermKind>): number {
  if (subject.has('maybeCode')) return CALLED_IN_TITLE;
  return TITLES.some((kind) => subject.has(kind)) ? IN_TITLE : 0;
}

/** What stands for and against numbers that nothing names. */
function unnamedWeight({
  counts,
  subject,
  urls,
  opensWithAsking,
}: MailSigns): (place: CodePlace, isAsked: boolean) => number {
  const announced = announcedBy(subject);
  const told = isToldOf(counts) && counts.enter ? TOLD_IN_BODY : 0;
  const toldAlone = isToldOf(counts) && isBrief(counts) ? TOLD_IN_BODY : told;
  const isOpen = urls.length === 0 && SHORT_LIVED.some((kind) => counts[kind]);
  const unasked = isOpen || TYPED.some((kind) => counts[kind]) ? 0 : UNASKED;
  return (place, isAsked) => {
    const { alone, page } = place;
    const line = alone ? announced : isAsked ? 0 : -unasked;
    if (page.source !== 'subject') return line;
    if (opensWithAsking && isTitle(place)) return ASKED_IN_BODY;
    return line + (alone ? toldAlone : told);
  };
}

/** "661820 is what you need", but not "[661820] Meter reading" or "661820: meter reading". */
const isTitle = ({ page: { text }, raw: { code, start, end } }: CodePlace) =>
  /^(?=.*\d)[A-Z\d-]{4,12}$/.test(code) &&
  !/[[(【#]$/.test(text.slice(0, start)) &&
  !/^[:：\])】]/.test(text.slice(end));

const linkWeight =
  ({ accounts }: MailSigns, linked: ReadonlyMap<string, Linked>) =>
  (code: string): number =>
    accounts.includes(code.toLowerCase()) ? LINKED.identifies : LINKED[linked.get(code) ?? 'not'];

/** Whether nothing says what a number is. */
export const isOpen = (named: TermKind | null) => named === null || named === 'digits';

const mayBeAsked = (named: TermKind | null) => isOpen(named) || named === 'maybeCode';

const isToldOf = (counts: TermCounts) => TOLD_OF.some((kind) => counts[kind]);

const TOLD_OF = ['lasts', 'secret', 'ignore', 'code', 'digits'] as const;

/** It tells of a payment or an order and asks for nothing: its codes are receipts. */
const isReport = (mail: MailSigns) =>
  isDeal(mail) &&
  !mail.subject.has('maybeCode') &&
  (!ASKS.some((kind) => mail.counts[kind]) || (isTitled(mail) && asksNothing(mail)));

/** "Your invoice for March", "Confirmation of your payment" */
const isTitled = ({ counts, subject, hasSum }: MailSigns) =>
  (subject.has('money') || subject.has('order') || hasSum) &&
  !AIMS.some((kind) => subject.has(kind)) &&
  !(subject.has('verify') && (counts.code ?? counts.purpose));

const AIMS = ['code', 'signIn', 'reset', 'maybeCode', 'purpose'] as const;

/** "Keep your PIN secret" is said of cards, too. */
const asksNothing = ({ counts, isKept }: MailSigns) =>
  (!counts.enter && !counts.secret && !isBrief(counts)) ||
  (!isKept && !ACTS.some((kind) => counts[kind]));

const ACTS = [
  ...(['code', 'lasts', 'ignore', 'purpose', 'verify', 'signIn', 'reset', 'pending'] as const),
];

const ASKS = ['code', 'verify', 'signIn', 'reset', 'secret', 'lasts', 'pending'] as const;
const REPORTED = 2.5;
/** A newsletter writes of codes, and of years, sums and cases beside them. */
const TOLD_AS_NEWS = 2;
/** People tell each other codes of doors. */
const TOLD_BY_PERSON = 1;

const MAIL_SIGNS: readonly (readonly [TermKind, number])[] = [
  ['code', 0.5],
  ['maybeCode', 0.3],
  ['secret', 0.7],
  ['ignore', 0.6],
  ['lasts', 0.3],
  ['verify', 0.4],
  ['signIn', 0.3],
  ['reset', 0.3],
  ['enter', 0.2],
  ['purpose', 0.3],
];
/** "Your recovery code is 482913": no list, but a code for a new password. */
const SINGLE = 5;
/** The body tells what to do with a number that only the subject holds. */
const TOLD_IN_BODY = 2;
const CALLED_DIGITS = 1;
/** "Type it on the page you left open", of a number that only the subject holds. */
const ASKED_IN_BODY = 3.2;
const LINKED = { acts: 1, identifies: -3, not: 0 } as const;
const MAX_AGAINST = 3.5;
/** It neither speaks of a code nor of typing one: what confirms is a link. */
const UNASKED = 1.5;
const TYPED = ['code', 'maybeCode', 'digits', 'enter'] as const;
/** Without a link these are said of what the mail holds. */
const SHORT_LIVED = ['pending', 'direct', 'secret', 'ignore', 'second', 'minute'] as const;
const PROOFS = ['code', 'verify', 'signIn', 'reset'] as const;
const TITLES = [...PROOFS, 'purpose'] as const;
/** The subject says what a number is for that stands alone and has no name. */
const IN_TITLE = 1.5;
/** "Your code", and a line with nothing but a number. */
const CALLED_IN_TITLE = 2;
/** "Code of the participant", where the mail asks for nothing. */
const OF_STRANGER = 2.5;
const ASKING = [
  ...(['enter', 'secret', 'ignore', 'reset', 'purpose', 'pending', 'direct', 'once'] as const),
];
const MAX_TIMES = 4;
/** "Your case 551204": an answer tells of codes that did not work. */
const ANSWERED = 2;
/** "Your discount code" */
const OTHER_IN_TITLE = 2.5;

/** Mail that sells, delivers, invites or reports a payment holds numbers that are called codes, too. */
function dealing(mail: MailSigns): number {
  const { counts, subject } = mail;
  let sum = listed(mail) + (mail.isInvitation ? 4 : 0);
  if (subject.has('otherCode')) sum += OTHER_IN_TITLE;
  if (isAnswer(subject)) sum += ANSWERED;
  for (const kind of ['order', 'money', 'offer'] as const) {
    const times = Math.min(MAX_TIMES, counts[kind] ?? 0);
    sum += times * (kind === 'money' ? 0.5 : 0.9) + (subject.has(kind) ? 1.5 : 0);
  }
  return sum;
}

/** Sent to a list, or an offer that says how to get no more of them. */
function listed({ counts, isBulk }: MailSigns): number {
  if (isBulk) return counts.news ? 3 : 2;
  return counts.offer && counts.unsubscribe ? 2 : 0;
}

const isAnswer = (subject: ReadonlySet<TermKind>) =>
  subject.has('support') && !AIMS.some((kind) => subject.has(kind));

/** What is sold or sent lasts longer than minutes. */
const isShort = ({ second, minute, lasts }: TermCounts) => Boolean((minute ?? second) && lasts);

const isBrief = ({ lasts, second, minute, hour }: TermCounts) =>
  Boolean(lasts && (second ?? minute ?? hour));

function proving({ counts, subject }: MailSigns): number {
  let sum = (counts.secret ? 2 : 0) + (counts.ignore ? 1 : 0) + (isShort(counts) ? 1.5 : 0);
  for (const kind of PROOFS) sum += (counts[kind] ? 0.7 : 0) + (subject.has(kind) ? 2.4 : 0);
  return sum;
}
