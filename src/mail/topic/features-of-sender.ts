import type { Mailbox } from '../analysis.js';
import { features } from '../model/feature.js';
import { caseNumberAt } from '../threads/case-number.js';
import { isForwardSubject } from '../threads/threading.js';
import type { TermKind } from '../words/roles.js';
import { rolesOf, type CategoryCase, type CategoryFeature } from './category-case.js';
import { isOffice, SENDER_ROLES, type SenderLook } from './sender-role.js';

// The address or the name of the sender says that mail of this role comes from there.
// `From: orders@a.example`
const ofRole = SENDER_ROLES.flatMap((role) =>
  features<CategoryCase>({ [`from.${role}`]: ({ roles }) => roles.has(role) }),
);

const PEOPLE: ReadonlySet<SenderLook> = new Set(['kin', 'person', 'initials', 'foreign'] as const);
const isLikePerson = ({ roles, look }: CategoryCase) => roles.size === 0 && PEOPLE.has(look);

const SOLD: readonly TermKind[] = ['order', 'money', 'offer'];

const LOOKS: readonly SenderLook[] = [
  // Its address holds the name that is shown. `Jo Pike <jo.pike@a.example>`
  'person',
  // Its address alone has the form of a name. `jo.pike@a.example`
  'initials',
  // Its name is in a script that the address has not. `Окабе <info@a.example>`
  'foreign',
  // One person writes for a firm. `Sophie from Lumio <sophie@lumio.example>`
  'agent',
  // Its name is that of its domain or an organization. `Lumio <hello@lumio.example>`
  'firm',
];

const ofLook = LOOKS.flatMap((own) =>
  features<CategoryCase>({ [`from.${own}`]: ({ look }) => look === own }),
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
const ofExchange = features<CategoryCase>({
  // The address or the name of the sender says what mail comes from there.
  // `From: billing@a.example`
  'from.any-role': ({ roles }) => roles.size > 0,
  // The sender may be a person, and no role is told. `From: jo.pike@a.example`
  'from.human': isLikePerson,
  // The same, and it has no HTML. `From: jo.pike@a.example … Content-Type: text/plain`
  'human.plain': (mail) => isLikePerson(mail) && mail.clues.isPlain,
  // The sender may be a person, and it speaks of orders, payments or offers.
  // `From: jo.pike@a.example … Subject: invoice from the plumber`
  'human.terms': (mail) => isLikePerson(mail) && SOLD.some((kind) => Boolean(mail.counts[kind])),
  // The name of the sender is that of a town hall, an authority or a school.
  // `From: Library <info@a.example>`
  'from.office': ({ clues }) => isOffice(clues.envelope.from),
  // Its subject is that of an answer. `Subject: Re: Demo on Friday?`
  reply: isReply,
  // It answers another mail. `In-Reply-To: <48291@a.example>`
  thread: ({ clues }) => clues.envelope.inReplyTo !== null,
  // One person answers for a firm. `From: Sophie from Lumio <sophie@lumio.example>`
  'reply.agent': (mail) => isReply(mail) && mail.look === 'agent',
  // A firm or a help desk answers. `From: Lumio <support@lumio.example>`
  'reply.firm': (mail) => isReply(mail) && (mail.look === 'firm' || mail.roles.has('support')),
  // It answers, and its text has a term of kind support.
  // `Subject: Re: Router drops … Customer care`
  'reply.helps': (mail) => isReply(mail) && (mail.counts.support ?? 0) > supportIn(mail),
  // An address that sends notices writes what others have answered.
  // `From: notifications@a.example … Subject: Re: Crash (#1382)`
  'reply.notifies': (mail) =>
    isReply(mail) && mail.roles.has('notification') && !mail.roles.has('support'),
  // The subject has the number of a case. `Subject: [Case 48291] Router drops`
  case: ({ clues }) => caseNumberAt(clues.envelope.subject) >= 0,
  // Somebody passes it on. `Subject: Fwd: Your order has shipped`
  forward: ({ roles, clues }) => roles.size === 0 && isForwardSubject(clues.envelope.subject),
  // A person writes to a help desk. `To: Tidewater Support <support@a.example>`
  'to-desk': (mail) =>
    isLikePerson(mail) && !mail.isToMany && mail.clues.envelope.to.slice(0, MAX_DESKS).some(isDesk),
});

/** Who writes to whom. */
export const ofSender: readonly CategoryFeature[] = [...ofRole, ...ofLook, ...ofExchange];
