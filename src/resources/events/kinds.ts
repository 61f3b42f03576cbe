import { z } from 'zod';
import { CATEGORIES } from '../../mail/analysis.js';
import { timestamp } from '../../operations/shapes.js';
import { senderAuth } from '../emails/schema.js';

/** What of an event depends on its kind. */
export interface KindOfEvent<Data extends z.ZodObject = z.ZodObject> {
  readonly description: string;
  /** The shape of `data`. */
  readonly data: Data;
  readonly example: z.input<Data>;
}

const kind = <Data extends z.ZodObject>(definition: KindOfEvent<Data>) => definition;

const EMAIL = 'eml_0v9h2k7m4x8c1q5r3t6w';
const INBOX = 'inb_7m2c9x4k1v8q5h3r6t0w';
const THREAD = 'thr_3r6t9w2k5m8x1c4v7q0h';
const RECEIVED = new Date('2026-01-31T12:00:00.000Z');
const EXPIRY = new Date('2026-01-31T12:10:00.000Z');

const emailData = z.object({
  email_id: z.string(),
  inbox_id: z.string(),
  thread_id: z.string(),
  from: z.string().describe('The address of the From header.'),
  to: z.array(z.string()).describe('Addresses of the To header.'),
  subject: z.string(),
  category: z.enum(CATEGORIES),
  otp_codes: z.array(z.string()),
  verification_links: z.array(z.string()),
  magic_links: z.array(z.string()),
  code_expiry: timestamp.nullable(),
  summary: z.string(),
  auth: senderAuth.nullable(),
  received_at: timestamp,
  parsed: z
    .object({ otp_codes: z.array(z.string()), category: z.enum(CATEGORIES) })
    .describe('The same, where receivers of the older form look for it.'),
  truncated: z.literal(true).optional().describe('Long texts and lists were cut.'),
});

const emailExample: z.input<typeof emailData> = {
  email_id: EMAIL,
  inbox_id: INBOX,
  thread_id: THREAD,
  from: 'login@example.com',
  to: ['agent@restante.localhost'],
  subject: 'Your sign-in code',
  category: 'verification',
  otp_codes: ['482913'],
  verification_links: [],
  magic_links: [],
  code_expiry: EXPIRY,
  summary: 'Sign-in code 482913 from Example, valid until 12:10 UTC',
  auth: {
    spf: 'pass',
    dkim: 'pass',
    dmarc: 'pass',
    arc: 'none',
    aligned_domain: 'example.com',
    verdict: 'pass',
    flags: [],
  },
  received_at: RECEIVED,
  parsed: { otp_codes: ['482913'], category: 'verification' },
};

const inboxData = z.object({
  inbox_id: z.string(),
  address: z.string(),
  name: z.string(),
  status: z.string(),
});

const inboxExample = (status: string) => ({
  inbox_id: INBOX,
  address: 'agent@restante.localhost',
  name: 'agent',
  status,
});

const threadData = z.object({
  thread_id: z.string(),
  inbox_id: z.string(),
  subject: z.string(),
  email_id: z.string().describe('The mail it starts with.'),
  from: z.string(),
  truncated: z.literal(true).optional(),
});

/** What a wait found, in its answers and in its events. */
export const waitMatch = z.object({
  email_id: z.string(),
  received_at: timestamp,
  code: z.string().optional(),
  link: z.string().optional(),
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
  'email.received': kind({
    description: 'A mail arrived in an inbox.',
    data: emailData,
    example: emailExample,
  }),
  'email.received.spam': kind({
    description: 'A mail arrived that is taken for spam.',
    data: emailData,
    example: { ...emailExample, subject: 'You have won', category: 'spam', otp_codes: [] },
  }),
  'thread.created': kind({
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
  'inbox.created': kind({
    description: 'An inbox was made.',
    data: inboxData,
    example: inboxExample('ACTIVE'),
  }),
  'inbox.paused': kind({
    description: 'An inbox was paused: its mail is held.',
    data: inboxData,
    example: inboxExample('PAUSED'),
  }),
  'inbox.resumed': kind({
    description: 'An inbox goes on after a pause.',
    data: inboxData,
    example: inboxExample('ACTIVE'),
  }),
  'inbox.expired': kind({
    description: 'The time of an inbox is up: it is deleted with its mail.',
    data: inboxData,
    example: inboxExample('ACTIVE'),
  }),
  'inbox.deleted': kind({
    description: 'An inbox was deleted with its mail.',
    data: inboxData,
    example: inboxExample('ACTIVE'),
  }),
  'wait.matched': kind({
    description: 'A durable wait found as many mails as it was to.',
    data: waitData,
    example: waitExample,
  }),
  'wait.expired': kind({
    description: 'The time of a durable wait is up.',
    data: waitData,
    example: { ...waitExample, status: 'expired', matches: [] },
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

/** What the `data` of an event of this kind is made from. */
export type EventData<Kind extends EventKind> = z.input<(typeof KINDS)[Kind]['data']>;
