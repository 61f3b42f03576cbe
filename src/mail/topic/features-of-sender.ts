import type { Mailbox } from '../analysis.js';
import { questions } from '../model/feature.js';
import { CASE_NUMBER } from '../threads/case-number.js';
import { isForwardSubject } from '../threads/threading.js';
import type { TermKind } from '../words/roles.js';
import { rolesOf, type CategoryCase, type CategoryFeature } from './category-case.js';
import { isOffice, type SenderLook, type SenderRole } from './sender-role.js';

const ROLES: Readonly<Record<SenderRole, string>> = {
  robot: 'no-reply@a.example',
  notification: 'notify@a.example',
  transactional: 'orders@a.example',
  financial: 'billing@a.example',
  newsletter: 'news@a.example',
  marketing: 'offers@a.example',
  support: 'help@a.example',
};

const ofRole = Object.entries(ROLES).flatMap(([role, address]) =>
  questions<CategoryCase>({
    [`from.${role}`]: [
      `The address or the name of the sender says that mail of the role ${role} comes from there.`,
      `From: ${address}`,
      ({ roles }) => roles.has(role as SenderRole),
    ],
  }),
);

const PEOPLE: ReadonlySet<SenderLook> = new Set(['kin', 'person', 'initials', 'foreign'] as const);
const isLikePerson = ({ roles, look }: CategoryCase) => roles.size === 0 && PEOPLE.has(look);

const SOLD: readonly TermKind[] = ['order', 'money', 'offer'];

const LOOKS: Readonly<Partial<Record<SenderLook, readonly [string, string]>>> = {
  person: ['its address holds the name that is shown', 'Jo Pike <jo.pike@a.example>'],
  initials: ['its address alone has the form of a name', 'jo.pike@a.example'],
  foreign: ['its name is in a script that the address has not', 'Окабе <info@a.example>'],
  agent: ['one person writes for a firm', 'Sophie from Lumio <sophie@lumio.example>'],
  firm: ['its name is that of its domain or an organization', 'Lumio <hello@lumio.example>'],
};

const ofLook = Object.entries(LOOKS).flatMap(([own, [says, from]]) =>
  questions<CategoryCase>({
    [`from.${own}`]: [`Of the sender, ${says}.`, `From: ${from}`, ({ look }) => look === own],
  }),
);

const isReply = ({ clues }: CategoryCase) => clues.envelope.isReply;

/** The subject of an answer is what was asked. */
const supportIn = ({ clues }: CategoryCase) =>
  clues.subject.hits.filter(({ term }) => term.kind === 'support').length;

/** An agent that has an inbox is no agent of a help desk. */
const AGENT = /(?:^|\s)agente?(?:\s|$)/iu;
const MAX_DESKS = 3;
const isDesk = (to: Mailbox) => !AGENT.test(to.name ?? '') && rolesOf(to).has('support');

/** Who it may be, and whom he answers or asks. */
const ofExchange = questions<CategoryCase>({
  'from.any-role': [
    'The address or the name of the sender says what mail comes from there.',
    'From: billing@a.example',
    ({ roles }) => roles.size > 0,
  ],
  'from.human': [
    'The sender may be a person, and no role is told.',
    'From: jo.pike@a.example',
    isLikePerson,
  ],
  'human.plain': [
    'The same, and it has no HTML.',
    'From: jo.pike@a.example … Content-Type: text/plain',
    (mail) => isLikePerson(mail) && mail.clues.isPlain,
  ],
  'human.terms': [
    'The sender may be a person, and it speaks of orders, payments or offers.',
    'From: jo.pike@a.example … Subject: invoice from the plumber',
    (mail) => isLikePerson(mail) && SOLD.some((kind) => Boolean(mail.counts[kind])),
  ],
  'from.office': [
    'The name of the sender is that of a town hall, an authority or a school.',
    'From: Library <info@a.example>',
    ({ clues }) => isOffice(clues.envelope.from),
  ],
  reply: ['Its subject is that of an answer.', 'Subject: Re: Demo on Friday?', isReply],
  thread: [
    'It answers another mail.',
    'In-Reply-To: <48291@a.example>',
    ({ clues }) => clues.envelope.inReplyTo !== null,
  ],
  'reply.agent': [
    'One person answers for a firm.',
    'From: Sophie from Lumio <sophie@lumio.example>',
    (mail) => isReply(mail) && mail.look === 'agent',
  ],
  'reply.firm': [
    'A firm or a help desk answers.',
    'From: Lumio <support@lumio.example>',
    (mail) => isReply(mail) && (mail.look === 'firm' || mail.roles.has('support')),
  ],
  'reply.helps': [
    'It answers, and its text has a term of kind support.',
    'Subject: Re: Router drops … Customer care',
    (mail) => isReply(mail) && (mail.counts.support ?? 0) > supportIn(mail),
  ],
  'reply.notifies': [
    'An address that sends notices writes what others have answered.',
    'From: notifications@a.example … Subject: Re: Crash (#1382)',
    (mail) => isReply(mail) && mail.roles.has('notification') && !mail.roles.has('support'),
  ],
  case: [
    'The subject has the number of a case.',
    'Subject: [Case 48291] Router drops',
    ({ clues }) => CASE_NUMBER.test(clues.envelope.subject),
  ],
  forward: [
    'Somebody passes it on.',
    'Subject: Fwd: Your order has shipped',
    ({ roles, clues }) => roles.size === 0 && isForwardSubject(clues.envelope.subject),
  ],
  'to-desk': [
    'A person writes to a help desk.',
    'To: Tidewater Support <support@a.example>',
    (mail) =>
      isLikePerson(mail) &&
      !mail.isToMany &&
      mail.clues.envelope.to.slice(0, MAX_DESKS).some(isDesk),
  ],
});

/** Who writes to whom. */
export const ofSender: readonly CategoryFeature[] = [...ofRole, ...ofLook, ...ofExchange];
