import { z } from 'zod';
import { timestamp, untrusted } from '../../operations/shapes.js';
import { AGENT_ROLES } from '../vocabulary.js';
import { DOMAIN_KINDS } from './domain-kinds.js';
import { EMAIL, INBOX, RECEIVED, THREAD, kind, type KindOfEvent } from './kind.js';
import { MAIL_KINDS } from './mail-kinds.js';
import { TASK_KINDS } from './task-kinds.js';

const inboxData = z.object({
  inbox_id: z.string(),
  address: z.string(),
  name: z.string(),
  status: z.string(),
});

const inboxKind = (description: string, status = 'ACTIVE') =>
  kind({
    description,
    data: inboxData,
    example: { inbox_id: INBOX, address: 'agent@restante.localhost', name: 'agent', status },
  });

const threadData = z.object({
  thread_id: z.string(),
  inbox_id: z.string(),
  subject: z.string(),
  email_id: z.string().describe('The mail it starts with.'),
  from: z.string(),
  truncated: z.literal(true).optional(),
});

const assignmentData = z.object({
  thread_id: z.string(),
  inbox_id: z.string(),
  agent_id: z.string(),
  role: z.enum(AGENT_ROLES),
  assignment_id: z.string(),
});

const assignmentKind = (description: string) =>
  kind({
    showsMail: true,
    description,
    data: assignmentData,
    example: {
      thread_id: THREAD,
      inbox_id: INBOX,
      agent_id: 'support-agent',
      role: 'OWNER',
      assignment_id: 'ta_2w5k8m1x4c7v0q3h6r9t',
    },
  });

/** What a wait found, in its answers and in its events. */
export const waitMatch = z.object({
  email_id: z.string(),
  received_at: timestamp,
  code: z.string().optional(),
  link: untrusted(z.string().optional()),
});

const waitData = z.object({
  wait_id: z.string(),
  inbox_id: z.string(),
  kind: z.enum(['email', 'otp', 'link']),
  status: z.enum(['matched', 'expired']),
  matches: z.array(waitMatch),
});

const waitExample: z.input<typeof waitData> = {
  wait_id: 'wt_5h8r1t4w7k0m3x6c9v2q',
  inbox_id: INBOX,
  kind: 'otp',
  status: 'matched',
  matches: [{ email_id: EMAIL, received_at: RECEIVED, code: '482913' }],
};

/** Every kind of event there is, in the order of the documents. */
export const KINDS = {
  ...MAIL_KINDS,
  'thread.created': kind({
    showsMail: true,
    description: 'A mail that belongs to none of the threads there are started one.',
    data: threadData,
    example: {
      thread_id: THREAD,
      inbox_id: INBOX,
      subject: 'Your sign-in code',
      email_id: EMAIL,
      from: 'login@example.com',
    },
  }),
  'thread.assigned': assignmentKind('An agent got a part in a thread, or another role in it.'),
  'thread.unassigned': assignmentKind('An agent has no part in a thread any more.'),
  'inbox.created': inboxKind('An inbox was made.'),
  'inbox.paused': inboxKind('An inbox was paused: its mail is held.', 'PAUSED'),
  'inbox.resumed': inboxKind('An inbox goes on after a pause.'),
  'inbox.expired': inboxKind('The time of an inbox is up: it is deleted with its mail.'),
  'inbox.deleted': inboxKind('An inbox was deleted with its mail.'),
  ...DOMAIN_KINDS,
  'wait.matched': kind({
    showsMail: true,
    description: 'A durable wait found as many mails as it was to.',
    data: waitData,
    example: waitExample,
  }),
  'wait.expired': kind({
    showsMail: true,
    description: 'The time of a durable wait is up.',
    data: waitData,
    example: { ...waitExample, status: 'expired', matches: [] },
  }),
  ...TASK_KINDS,
  'bulk.completed': kind({
    description:
      'Nothing of a bulk send is left to do: all its mails left, failed or were cancelled.',
    data: z.object({
      bulk_id: z.string(),
      total: z.number().int(),
      rejected: z.number().int().describe('Messages that were wrong or might not be sent.'),
      sent: z.number().int(),
      failed: z.number().int(),
      unknown: z.number().int(),
      cancelled: z.number().int(),
    }),
    example: {
      bulk_id: 'blk_6t0w2m9c4x8k1v5q3h7r',
      total: 100,
      rejected: 1,
      sent: 97,
      failed: 1,
      unknown: 0,
      cancelled: 1,
    },
  }),
  'suppression.added': kind({
    description: 'An address is not written to any more: mail to it bounced, or somebody said so.',
    data: z.object({
      address: z.string(),
      reason: z.enum(['bounce', 'complaint', 'manual']),
      email_id: z.string().nullable().describe('The mail that bounced or was complained of.'),
    }),
    example: { address: 'nobody@example.com', reason: 'bounce', email_id: EMAIL },
  }),
  'credential.used': kind({
    description:
      'A credential was used in a browser session, or brought its cookies. What it is, nobody is told.',
    data: z.object({
      credential_id: z.string(),
      service: z.string(),
      identifier: z.string(),
      session_id: z.string(),
      origin: z.string().describe('Where; of cookies the service.'),
      audit_id: z.string(),
      seq: z.number().int().describe('The entry of the audit log, to keep elsewhere.'),
      hash: z.string(),
    }),
    example: {
      credential_id: 'cred_5h8r1t4w7k0m3x6c9v2q',
      service: 'example.com',
      identifier: 'ada',
      session_id: 'brs_7k0m3x6c9v2q5h8r1t4w',
      origin: 'https://www.example.com',
      audit_id: 'aud_3x6c9v2q5h8r1t4w7k0m',
      seq: 42,
      hash: 'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262',
    },
  }),
  'webhook.test': kind({
    description: 'Somebody tries a webhook. No other webhook is told.',
    data: z.object({ webhook_id: z.string(), message: z.string() }),
    example: { webhook_id: 'wh_1t4w7k0m3x6c9v2q5h8r', message: 'This is a test' },
  }),
  'webhook.disabled': kind({
    description: 'A webhook was switched off: it answered 410, or failed for five days.',
    data: z.object({ webhook_id: z.string(), url: z.string(), reason: z.string() }),
    example: {
      webhook_id: 'wh_1t4w7k0m3x6c9v2q5h8r',
      url: 'https://example.com/hook',
      reason: 'answered 410 Gone',
    },
  }),
} as const satisfies Readonly<Record<string, KindOfEvent>>;

/** The name of a kind. */
export type EventKind = keyof typeof KINDS;

/** The names of all kinds. */
export const EVENT_KINDS = Object.keys(KINDS) as EventKind[];

/** Whether events of `kind` show mail. */
export const showsMail = (kind: EventKind): boolean =>
  (KINDS[kind] satisfies KindOfEvent as KindOfEvent).showsMail ?? false;

/** What the `data` of an event of this kind is made from. */
export type EventData<Kind extends EventKind> = z.input<(typeof KINDS)[Kind]['data']>;
