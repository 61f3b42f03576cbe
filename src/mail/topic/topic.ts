import type { Category, Envelope, Mailbox } from '../analysis.js';
import type { CategoryClues, CategoryVerdict } from './category.js';
import { findTerms } from '../text/lexicon.js';
import type { TermCounts } from '../text/page.js';
import {
  isOffice,
  personWeight,
  senderRoles,
  speaksForFirm,
  type SenderRole,
} from './sender-role.js';
import { CASE_NUMBER } from '../threads/case-number.js';
import { isForwardSubject } from '../threads/threading.js';
import {
  familiarWeight,
  isWarning,
  readFigures,
  reportWeight,
  SAMPLE,
  warningWeight,
  withoutTitles,
  type Figures,
} from './topic-signs.js';
import type { TermKind } from '../words/roles.js';
import { clip } from '../text/safe-text.js';

type Topic =
  'transactional' | 'financial' | 'newsletter' | 'marketing' | 'support' | 'notification';

const TOPICS: Readonly<Record<Topic, TermKind>> = {
  transactional: 'order',
  financial: 'money',
  newsletter: 'news',
  marketing: 'offer',
  support: 'support',
  notification: 'notice',
};
/** Types of schema.org that shops, carriers and mail programs agree on. */
const MARKED_GOODS = [
  ...['Order', 'ParcelDelivery', 'Reservation', 'FlightReservation', 'LodgingReservation'],
  ...['TrainReservation', 'BusReservation', 'BoatReservation', 'RentalCarReservation'],
  ...['EventReservation', 'FoodEstablishmentReservation', 'TaxiReservation'],
];
const MARKED: ReadonlyMap<string, Topic> = new Map<string, Topic>([
  ...MARKED_GOODS.map((type): [string, Topic] => [type, 'transactional']),
  ['Invoice', 'financial'],
  ['DiscountOffer', 'marketing'],
  ['PromotionCard', 'marketing'],
]);
const BY_MARKUP = 2;

/** Topics that mail to many readers only mentions. */
const ACCOUNTS: ReadonlySet<Topic> = new Set(['transactional', 'financial']);
const TOPIC_NAMES = Object.keys(TOPICS) as Topic[];
const IN_SUBJECT = 2.5;
const ANNOUNCED = 2;
/** "Notice of …" may announce an invoice; in mail to many readers it distinguishes a notice from a newsletter. */
const NOTICE_IN_SUBJECT = 1.8;
const BY_SENDER = 1.6;
const BY_NOTIFIER = 0.4;
/** Notices that can be switched off say how, as newsletters do. */
const BY_NOTIFIER_OF_MANY = 2;
const ENOUGH = 0.5;
/** Repeating a word says little more than saying it a few times. */
const MAX_TIMES = 4;

/** The category of a mail whose structure and purpose say none. */
export function byTopic(whole: CategoryClues): CategoryVerdict {
  const clues = withoutTitles(whole);
  const { from } = clues.envelope;
  const sender = { roles: rolesOf(from), isBulk: isBulk(clues), isOffice: isOffice(from) };
  const scores = scoreTopics(clues, sender);
  scores.set('personal', personalWeight(clues, sender));
  scores.set('verification', proofWeight(clues, sender));
  const ranked = [...scores].sort((a, b) => b[1] - a[1]);
  const [first, second] = ranked;
  if (!first || first[1] < ENOUGH) return fallback(sender.isBulk);
  const lead = first[1] - (second?.[1] ?? 0);
  return { category: first[0], confidence: round(0.5 + 0.45 * (1 - Math.exp(-lead / 2))) };
}

/** What is known of who sent a mail. */
interface SenderProfile {
  readonly roles: ReadonlySet<SenderRole>;
  /** To many. */
  readonly isBulk: boolean;
  readonly isOffice: boolean;
}

/** Roles by the address, and by the words of the name that is shown: "Customer service Northwind". */
function rolesOf(from: Mailbox): ReadonlySet<SenderRole> {
  const roles = new Set(senderRoles(from));
  if (TOPIC_NAMES.some((topic) => topic !== 'notification' && roles.has(topic))) return roles;
  const shown = findTerms(from.name ?? '').map(({ term }) => term.kind);
  for (const topic of TOPIC_NAMES)
    if (topic !== 'notification' && shown.includes(TOPICS[topic])) roles.add(topic);
  return roles;
}

function scoreTopics(clues: CategoryClues, sender: SenderProfile): Map<Category, number> {
  const scores = new Map<Category, number>();
  const figures = readFigures(clues);
  for (const topic of TOPIC_NAMES) {
    const told = wordWeight(clues, topic, sender.isBulk) - asideWeight(clues, topic);
    const said = told + issueWeight(clues, topic, sender.isBulk);
    const isAccount = ACCOUNTS.has(topic);
    const own = roleWeight(sender, topic);
    const isWarned = isAccount && isWarning(clues, figures, own > 0);
    const role = isWarned ? 0 : own;
    // Answers speak of orders and payments that are known to both.
    const isPassing = role === 0 && (sender.isBulk ? isAccount : clues.envelope.isReply);
    const shown = figureWeight(figures, topic, sender.isBulk) + bias(topic, sender.isBulk);
    const marked = clues.markedTypes.some((type) => MARKED.get(type) === topic) ? BY_MARKUP : 0;
    scores.set(topic, (isPassing || isWarned ? said / 2 : said) + role + shown + marked);
  }
  const helps = answerWeight(clues, sender) + askWeight(clues, sender);
  scores.set('support', scores.get('support')! + helps);
  addNotice(scores, warningWeight(clues, figures, sender.isBulk) + reportWeight(clues, figures));
  if (isOfAccount(clues, sender)) addNotice(scores, OF_ACCOUNT);
  addReminder(scores, clues);
  return scores;
}

function addNotice(scores: Map<Category, number>, weight: number): void {
  scores.set('notification', scores.get('notification')! + weight);
}

/** More than speaks for a newsletter where nothing else is said. */
const OF_ACCOUNT = 1.4;
const ACCOUNT: ReadonlySet<TermKind> = new Set(['signIn', 'verify', 'reset', 'code']);

/** Mail about the account of its reader ends with how to have less of it, too; it brings no news and offers nothing. */
const isOfAccount = (
  { subject, counts, isSentToList }: CategoryClues,
  { isBulk: isForMany }: SenderProfile,
): boolean =>
  isForMany &&
  !isSentToList &&
  !counts.news &&
  !counts.offer &&
  subject.hits.some(({ term }) => ACCOUNT.has(term.kind));

/** Booking is an order, being reminded of it is not; one of a payment still is about money. */
const REMINDS = 2.4;
const REMINDS_IN_SUBJECT = 3.2;

function addReminder(scores: Map<Category, number>, { counts, subject }: CategoryClues): void {
  const isTold = subject.hits.some(({ term }) => term.kind === 'reminds');
  if (!isTold && !counts.reminds) return;
  if (scores.get('financial')! > scores.get('transactional')!) return;
  const weight = isTold ? REMINDS_IN_SUBJECT : REMINDS;
  addNotice(scores, weight);
  scores.set('transactional', scores.get('transactional')! - weight);
}

/** Prices make mail to many readers an offer, and mail to one a receipt or an invoice. */
function figureWeight(figures: Figures, topic: Topic, bulk: boolean): number {
  if (bulk)
    return topic === 'marketing' ? (figures.percent ? 0.6 : 0) + (figures.amount ? 0.3 : 0) : 0;
  if (topic === 'financial') return (figures.amount ? ENOUGH : 0) + (figures.announced ? 0.6 : 0);
  return topic === 'transactional' && figures.amount ? 0.2 : 0;
}

/** A mail that announces a code and speaks of it, although none was found in it. */
function proofWeight(
  { envelope, subject, counts }: CategoryClues,
  { isBulk }: SenderProfile,
): number {
  if (isBulk || isExchange(envelope)) return 0;
  const treats = [counts.secret, counts.ignore, counts.lasts].filter(Boolean).length;
  const has = (...kinds: TermKind[]) => subject.hits.some(({ term }) => kinds.includes(term.kind));
  if (treats > 0 && has('code')) return ANNOUNCED + treats * 0.6;
  if (!counts.code || !asksForProof(counts)) return 0;
  return treats * 0.6 + (has('verify', 'signIn', 'reset') ? ANNOUNCED : 0.6);
}

/** It ends soon, or is to be ignored by others, and nothing is reported. */
function asksForProof({ ignore, lasts, notice, second, minute, hour }: TermCounts): boolean {
  if (notice) return false;
  return Boolean(ignore ?? (lasts && (second ?? minute ?? hour)));
}

/** An answer, or one of a numbered case. */
const isExchange = ({ isReply, subject }: Envelope) => isReply || CASE_NUMBER.test(subject);

/** "#482", "Nr. 12", "Issue 9": newsletters count what they send. */
const ISSUE =
  /(?:^|[\s([|:–-])(?:#|№ ?|n[º°o.] ?|nr\.? ?|num\. ?|no\.? ?|vol\.? ?|issue |ausgabe |edición |edição |edizione |numero |sayı |выпуск |випуск |брой |wydanie |číslo |szám |nummer |edisi |số |ฉบับที่ |अंक |العدد |גיליון )\d{1,4}(?![\d/.-])|第 ?\d{1,4} ?[期号號回]|\d{1,4}호/iu;
const COUNTED = 1.8;

const issueWeight = ({ envelope: { subject } }: CategoryClues, topic: Topic, bulk: boolean) =>
  topic === 'newsletter' && bulk && ISSUE.test(clip(subject, SAMPLE)) ? COUNTED : 0;

function wordWeight(clues: CategoryClues, topic: Topic, bulk: boolean): number {
  const { subject, counts } = clues;
  if (topic === 'notification') return noticeWeight(clues, bulk);
  const kind = TOPICS[topic];
  const named = subject.hits.some(({ term }) => term.kind === kind) ? IN_SUBJECT : 0;
  return named + Math.min(MAX_TIMES, counts[kind] ?? 0) * 0.6;
}

function noticeWeight({ subject, counts }: CategoryClues, bulk: boolean): number {
  const has = (...kinds: TermKind[]) => subject.hits.some(({ term }) => kinds.includes(term.kind));
  const isAny = !(bulk && !has('order', 'money', 'support', 'offer'));
  const isPolicy = has('policy');
  // "What the fraudsters did in May" is a story for many.
  const isNotice = has('notice') && !(bulk && has('fraud'));
  const named = isPolicy || isNotice ? (isAny ? NOTICE_IN_SUBJECT : IN_SUBJECT) : 0;
  const times = (counts.notice ?? 0) + (isPolicy ? (counts.policy ?? 0) : 0);
  return named + Math.min(MAX_TIMES, times) * 0.6;
}

/** Very many mails end with where to get help and what nobody will ever ask for. */
function asideWeight({ envelope, subject, counts }: CategoryClues, topic: Topic): number {
  const isAnnounced = subject.hits.some(({ term }) => term.kind === TOPICS[topic]);
  if (isAnnounced || envelope.isReply) return 0;
  if (topic === 'notification') return counts.notice && counts.secret ? ASIDE : 0;
  return topic === 'support' ? ASIDE * Math.min(MAX_ASIDES, counts.support ?? 0) : 0;
}

const ASIDE = 0.6;
const MAX_ASIDES = 2;

function roleWeight({ roles, isBulk, isOffice: announces }: SenderProfile, topic: Topic): number {
  if (topic !== 'notification') return roles.has(topic) ? BY_SENDER : 0;
  const notifies = roles.has('notification') ? (isBulk ? BY_NOTIFIER_OF_MANY : BY_NOTIFIER) : 0;
  return notifies + (roles.has('robot') ? 0.4 : 0) + (announces ? 1 : 0);
}

/** Signs of an answer from support: its address, its department, or a numbered case. */
function answerWeight(clues: CategoryClues, { roles, isBulk }: SenderProfile): number {
  const { envelope } = clues;
  if (isBulk || isOnlyNotifier(roles)) return 0;
  if (!envelope.isReply)
    return roles.has('support') && NUMBERED.test(envelope.subject) ? IN_SUBJECT : 0;
  const answers = roles.has('support') ? BY_SENDER : 0;
  const isCase = CASE_NUMBER.test(envelope.subject) ? IN_SUBJECT : 0;
  const isOffice = personWeight(envelope.from) < 0 ? BY_OFFICE : 0;
  const isAgent = speaksForFirm(envelope.from) ? BY_AGENT : 0;
  return answers + isCase + isOffice + isAgent + answeredWeight(clues);
}

/** More than any sign of a person: what somebody asks of a help desk is a request. */
const TO_DESK = 6;
const MAX_DESKS = 3;

/** Signs of a request to a help desk. */
function askWeight({ envelope }: CategoryClues, { roles, isBulk }: SenderProfile): number {
  if (isBulk || roles.size > 0 || personWeight(envelope.from) <= 0) return 0;
  return envelope.to.slice(0, MAX_DESKS).some(isDesk) ? TO_DESK : 0;
}

/** An agent that has an inbox is no agent of a help desk. */
const AGENT = /(?:^|\s)agente?(?:\s|$)/iu;

const isDesk = (to: Mailbox) => !AGENT.test(to.name ?? '') && rolesOf(to).has('support');

/** Addresses that report what others wrote to a thread send all other notices, too. */
const isOnlyNotifier = (roles: ReadonlySet<SenderRole>) =>
  roles.has('notification') && !roles.has('support');

/** `[#88210] We have refunded your order` */
const NUMBERED = /^\W{0,3}[[【［][^[\]【】［］\d]{0,20}\d{3,12}[\]】］]/;
/** The answer of an office, such as a town hall, is help as well. */
const BY_OFFICE = 1.2;
/** "Sophie from Lumio" is sophie@lumio.example, who answers for her firm. */
const BY_AGENT = 3.8;
/** One word may be an apology, two hardly. */
const ANSWERED = [0, 1.8, 2.5] as const;

function bias(topic: Topic, bulk: boolean): number {
  if (topic === 'newsletter' || topic === 'marketing') return bulk ? 0.8 : -1.8;
  return bulk ? -0.4 : 0;
}

/** Whether a mail goes to many: it says how to leave a list. */
export const isBulk = ({ isSentToList, counts }: CategoryClues): boolean =>
  isSentToList || Boolean(counts.unsubscribe);

/** Written by somebody to somebody: a person's address, an answer, plain text, few links. */
function personalWeight(clues: CategoryClues, { roles, isBulk }: SenderProfile): number {
  const { envelope, headers, links, isPlain } = clues;
  if (headers.first('auto-submitted').toLowerCase().startsWith('auto')) return 0;
  return (
    personWeight(envelope.from) +
    exchangeWeight(envelope, roles.size > 0) +
    (isPlain ? 0.8 : 0) +
    (isPlain && links.length === 0 ? 0.4 : 0) +
    (roles.size === 0 && isLikePerson(envelope.from) ? familiarWeight(clues) : 0) -
    (roles.size > 0 ? 2 : 0) -
    (isBulk ? 3 : 0) -
    (links.length > 3 ? 1 : 0) -
    formalWeight(clues)
  );
}

const isLikePerson = (from: Mailbox) => personWeight(from) > 0 && !speaksForFirm(from);

/** An answer, or a mail that somebody passes on. */
function exchangeWeight({ isReply, inReplyTo, subject }: Envelope, hasRole: boolean): number {
  const answers = isReply || inReplyTo !== null ? 1.5 : 0;
  return answers + (isForwardSubject(subject) && !hasRole ? PASSED_ON : 0);
}

/** What people do not write to each other. */
function formalWeight(clues: CategoryClues): number {
  const { counts, envelope } = clues;
  const answers = envelope.isReply ? answeredWeight(clues) : 0;
  return (counts.ignore || counts.secret ? 0.8 : 0) + answers;
}

/** The subject of an answer is what was asked. */
function answeredWeight({ subject, counts }: CategoryClues): number {
  const asked = subject.hits.filter(({ term }) => term.kind === 'support').length;
  const said = (counts.support ?? 0) - asked;
  return ANSWERED[Math.max(0, Math.min(2, said))]!;
}

/** A forwarded order was not placed by its reader. */
const PASSED_ON = 3;

function fallback(bulk: boolean): CategoryVerdict {
  return { category: bulk ? 'newsletter' : 'notification', confidence: 0.4 };
}

const round = (value: number) => Math.round(value * 100) / 100;
