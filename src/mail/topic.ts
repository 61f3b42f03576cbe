import type { Category, Envelope, Mailbox } from './analysis.js';
import type { CategoryClues, Verdict } from './category.js';
import { findTerms } from './lexicon.js';
import { personWeight, senderRoles, type SenderRole } from './sender-role.js';
import { isForwardSubject } from './threading.js';
import type { TermKind } from './words/words.js';

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
const TOPIC_NAMES = Object.keys(TOPICS) as Topic[];
const IN_SUBJECT = 2.5;
const ANNOUNCED = 2;
/** "Notice of …" may be one of an invoice. */
const NOTICE_IN_SUBJECT = 1.8;
const BY_SENDER = 1.6;
const ENOUGH = 0.5;
/** Repeating a word says little more than saying it a few times. */
const MAX_TIMES = 4;

/** The category of a mail whose structure and purpose say none. */
export function byTopic(clues: CategoryClues): Verdict {
  const sender = { roles: rolesOf(clues.envelope.from), isBulk: isBulk(clues) };
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
interface Sender {
  readonly roles: ReadonlySet<SenderRole>;
  /** To many. */
  readonly isBulk: boolean;
}

/** Roles by the address, and by the words of the name that is shown: "Customer service Northwind". */
function rolesOf(from: Mailbox): ReadonlySet<SenderRole> {
  const roles = new Set(senderRoles(from));
  const shown = findTerms(from.name ?? '').map(({ term }) => term.kind);
  for (const topic of TOPIC_NAMES)
    if (topic !== 'notification' && shown.includes(TOPICS[topic])) roles.add(topic);
  return roles;
}

function scoreTopics(clues: CategoryClues, sender: Sender): Map<Category, number> {
  const scores = new Map<Category, number>();
  for (const topic of TOPIC_NAMES) {
    const said = wordWeight(clues, topic);
    const role = roleWeight(sender, topic);
    // Answers speak of orders and payments that are known to both.
    const isAside = clues.envelope.isReply && !sender.isBulk && role === 0;
    scores.set(topic, (isAside ? said / 2 : said) + role + bias(topic, sender.isBulk));
  }
  scores.set('support', scores.get('support')! + answerWeight(clues, sender));
  return scores;
}

/** A mail that is announced as one with a code and treats it as one; where it is was not found. */
function proofWeight({ envelope, subject, counts }: CategoryClues, { isBulk }: Sender): number {
  if (isBulk || envelope.isReply || !subject.hits.some(({ term }) => term.kind === 'code'))
    return 0;
  const treats = [counts.secret, counts.ignore, counts.lasts].filter(Boolean).length;
  return treats === 0 ? 0 : ANNOUNCED + treats * 0.6;
}

function wordWeight({ subject, counts }: CategoryClues, topic: Topic): number {
  const kind = TOPICS[topic];
  const inSubject = subject.hits.some(({ term }) => term.kind === kind);
  const named = inSubject ? (topic === 'notification' ? NOTICE_IN_SUBJECT : IN_SUBJECT) : 0;
  return named + Math.min(MAX_TIMES, counts[kind] ?? 0) * 0.6;
}

function roleWeight({ roles }: Sender, topic: Topic): number {
  if (topic === 'notification') return roles.has('robot') ? 0.4 : 0;
  return roles.has(topic) ? BY_SENDER : 0;
}

/** Who answers a question: an address or a department that is there for that, or a numbered case. */
function answerWeight(clues: CategoryClues, { roles, isBulk }: Sender): number {
  const { envelope } = clues;
  if (!envelope.isReply || isBulk) return 0;
  const answers = roles.has('support') ? BY_SENDER : 0;
  const isCase = CASE_IN_SUBJECT.test(envelope.subject) ? IN_SUBJECT : 0;
  return answers + isCase + (speaksOfSupport(clues) ? ANSWERED : 0);
}

/** `[HB-482913]`, `[Ticket #5512]` */
const CASE_IN_SUBJECT = /[[【［][^[\]【】［］\d]{0,20}\d{3,12}(?!\d)|#\d{3}/;
const ANSWERED = 2.5;

function bias(topic: Topic, bulk: boolean): number {
  if (topic === 'newsletter' || topic === 'marketing') return bulk ? 0.8 : -1.8;
  return bulk ? -0.4 : 0;
}

/** Whether a mail goes to many: it says how to leave a list. */
export const isBulk = ({ isSentToList, counts }: CategoryClues): boolean =>
  isSentToList || Boolean(counts.unsubscribe);

/** Written by somebody to somebody: a person's address, an answer, plain text, few links. */
function personalWeight(clues: CategoryClues, { roles, isBulk }: Sender): number {
  const { envelope, headers, links, isPlain } = clues;
  if (headers.first('auto-submitted').toLowerCase().startsWith('auto')) return 0;
  return (
    personWeight(envelope.from) +
    exchangeWeight(envelope, roles.size > 0) +
    (isPlain ? 0.8 : 0) +
    (isPlain && links.length === 0 ? 0.4 : 0) -
    (roles.size > 0 ? 2 : 0) -
    (isBulk ? 3 : 0) -
    (links.length > 3 ? 1 : 0) -
    formalWeight(clues)
  );
}

/** An answer, or a mail that somebody passes on. */
function exchangeWeight({ isReply, inReplyTo, subject }: Envelope, hasRole: boolean): number {
  const answers = isReply || inReplyTo !== null ? 1.5 : 0;
  return answers + (isForwardSubject(subject) && !hasRole ? PASSED_ON : 0);
}

/** What people do not write to each other. */
function formalWeight(clues: CategoryClues): number {
  const { counts, envelope } = clues;
  const answers = envelope.isReply && speaksOfSupport(clues) ? ANSWERED : 0;
  return (counts.ignore || counts.secret ? 0.8 : 0) + answers;
}

/** The subject of an answer is what was asked. */
function speaksOfSupport({ subject, counts }: CategoryClues): boolean {
  const asked = subject.hits.filter(({ term }) => term.kind === 'support').length;
  return (counts.support ?? 0) > asked;
}

/** Who forwards an order has not made it with the reader. */
const PASSED_ON = 3;

function fallback(bulk: boolean): Verdict {
  return { category: bulk ? 'newsletter' : 'notification', confidence: 0.4 };
}

const round = (value: number) => Math.round(value * 100) / 100;
