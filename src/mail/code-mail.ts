import { linkedPieces } from './code-links.js';
import type { Place } from './code-names.js';
import { isAskedFor } from './code-purpose.js';
import type { TermCounts } from './page.js';
import type { TermKind } from './words/words.js';

/** What is known of a mail as a whole. */
export interface MailSigns {
  /** Terms of all its pages. */
  readonly counts: TermCounts;
  /** Kinds of the terms in its subject. */
  readonly subject: ReadonlySet<TermKind>;
  /** Whether it was sent to a list. */
  readonly isBulk: boolean;
  readonly isInvitation: boolean;
  /** Whether somebody wrote it who shows his own name, and does not pass on another mail. */
  readonly isPersonal: boolean;
  /** Whose it is and who sent it, as their addresses say: "sv21042" is no code. */
  readonly accounts: readonly string[];
  /** Addresses of its links. */
  readonly urls: readonly string[];
}

/** What a mail says as a whole for or against a candidate, by the kind of its name and its place. */
export type MailWeight = (named: TermKind | null, place: Place) => number;

/** Weighs the mail once for all its candidates. */
export function mailWeight(mail: MailSigns): MailWeight {
  const support = supportOf(mail.counts);
  const doubt = doubtWeight(mail);
  const unnamed = unnamedWeight(mail);
  const single = mail.counts.reset || isBrief(mail.counts) ? SINGLE : 0;
  const linked = linkWeight(mail);
  const told = mail.isBulk && mail.counts.news ? TOLD_AS_NEWS : 0;
  return (named, place) => {
    const isAsked = mayBeAsked(named) && isAskedFor(place);
    const own = named === null ? unnamed(place, isAsked) : named === 'backup' ? single : 0;
    const against = doubt(named, isAsked) + (place.alone ? 0 : told);
    return support + linked(place.raw.code) + own - against;
  };
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
  const againstNamed = Math.min(MAX_AGAINST, personal + (isReceipt ? report : 0));
  const askedAgainst = Math.min(MAX_AGAINST, personal) / 3;
  return (named, isAsked) => {
    if (isAsked) return askedAgainst;
    return named === 'code' ? against / 2 : named === 'maybeCode' ? againstNamed : against;
  };
}

/** What stands for and against numbers that nothing names. */
function unnamedWeight({
  counts,
  subject,
  urls,
}: MailSigns): (place: Place, isAsked: boolean) => number {
  const announced = PROOFS.some((kind) => subject.has(kind)) ? IN_TITLE : 0;
  const told = isToldOf(counts) && counts.enter ? TOLD_IN_BODY : 0;
  const toldAlone = isToldOf(counts) && isBrief(counts) ? TOLD_IN_BODY : told;
  const isOpen = urls.length === 0 && SHORT_LIVED.some((kind) => counts[kind]);
  const unasked = isOpen || TYPED.some((kind) => counts[kind]) ? 0 : UNASKED;
  return ({ alone, page }, isAsked) =>
    (alone ? announced : isAsked ? 0 : -unasked) +
    (page.source === 'subject' ? (alone ? toldAlone : told) : 0);
}

/** Addresses are only read where there is a candidate. */
function linkWeight({ urls, accounts }: MailSigns): (code: string) => number {
  let pieces: ReturnType<typeof linkedPieces> | null = null;
  return (code) => {
    if (accounts.includes(code.toLowerCase())) return LINKED.identifies;
    pieces ??= linkedPieces(urls);
    return LINKED[pieces.get(code) ?? 'not'];
  };
}

/** Whether nothing says what a number is. */
export const isOpen = (named: TermKind | null) => named === null || named === 'digits';

const mayBeAsked = (named: TermKind | null) => isOpen(named) || named === 'maybeCode';

const isToldOf = (counts: TermCounts) => TOLD_OF.some((kind) => counts[kind]);

const TOLD_OF = ['lasts', 'secret', 'ignore', 'code', 'digits'] as const;

/** It tells of a payment or an order and asks for nothing: its codes are receipts. */
const isReport = ({ counts, subject }: MailSigns) =>
  Boolean(counts.money ?? counts.order) &&
  (!ASKS.some((kind) => counts[kind]) || (isTitled(subject) && asksNothing(counts)));

/** "Your invoice for March" */
const isTitled = (subject: ReadonlySet<TermKind>) =>
  (subject.has('money') || subject.has('order')) && !AIMS.some((kind) => subject.has(kind));

const AIMS = ['code', 'verify', 'signIn', 'reset', 'maybeCode', 'purpose'] as const;

const asksNothing = (counts: TermCounts) => !counts.enter && !counts.secret && !isBrief(counts);

const ASKS = ['code', 'verify', 'signIn', 'reset', 'secret', 'lasts'] as const;
const REPORTED = 2.5;
/** A newsletter writes of codes, and of years, sums and cases beside them. */
const TOLD_AS_NEWS = 1.5;
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
const LINKED = { acts: 1, identifies: -3, not: 0 } as const;
const MAX_AGAINST = 3.5;
/** It neither speaks of a code nor of typing one: what confirms is a link. */
const UNASKED = 1.5;
const TYPED = ['code', 'maybeCode', 'digits', 'enter'] as const;
/** Without a link these are said of what the mail holds. */
const SHORT_LIVED = ['pending', 'direct', 'secret', 'second', 'minute'] as const;
const PROOFS = ['code', 'verify', 'signIn', 'reset'] as const;
/** The subject says what a number is for that stands alone and has no name. */
const IN_TITLE = 1.5;
const MAX_TIMES = 4;
/** "Your discount code" */
const OTHER_IN_TITLE = 2.5;

/** Mail that sells, delivers, invites or reports a payment holds numbers that are called codes, too. */
function dealing({ counts, subject, isBulk, isInvitation }: MailSigns): number {
  let sum = (isBulk ? (counts.news ? 3 : 2) : 0) + (isInvitation ? 4 : 0);
  if (subject.has('otherCode')) sum += OTHER_IN_TITLE;
  for (const kind of ['order', 'money', 'offer'] as const) {
    const times = Math.min(MAX_TIMES, counts[kind] ?? 0);
    sum += times * (kind === 'money' ? 0.5 : 0.9) + (subject.has(kind) ? 1.5 : 0);
  }
  return sum;
}

/** What is sold or sent lasts longer than minutes. */
const isShort = ({ second, minute, lasts }: TermCounts) => Boolean((minute ?? second) && lasts);

const isBrief = ({ lasts, second, minute, hour }: TermCounts) =>
  Boolean(lasts && (second ?? minute ?? hour));

function proving({ counts, subject }: MailSigns): number {
  let sum = (counts.secret ? 2 : 0) + (counts.ignore ? 1 : 0) + (isShort(counts) ? 1.5 : 0);
  for (const kind of PROOFS) sum += (counts[kind] ? 0.7 : 0) + (subject.has(kind) ? 2 : 0);
  return sum;
}
