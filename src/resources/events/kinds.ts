import { z } from 'zod';
import { CATEGORIES } from '../../mail/analysis.js';
import { timestamp } from '../../operations/shapes.js';
import { senderAuth } from '../emails/schema.js';
import { AGENT_ROLES } from '../threads/roles.js';

/** What of an event depends on its kind. */
export interface KindOfEvent<Data extends z.ZodObject = z.ZodObject> {
  readonly description: string;
  /** The shape of `data`. */
  readonly data: Data;
  readonly example: z.input<Data>;
}

const kind = <Data extends z.ZodObject>(definition: KindOfEvent<Data>) => definition;

const EMAIL = 'eml_0v9h2k7m4x8c1q5r3t6w';
const REPORT = 'eml_4x8c1q5r3t6w0v9h2k7m';
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

const sentData = z.object({
  email_id: z.string(),
  inbox_id: z.string(),
  thread_id: z.string(),
  message_id: z.string(),
  from: z.string(),
  to: z.array(z.string()).describe('Addresses of the To header.'),
  subject: z.string(),
  provider: z.string(),
  provider_message_id: z.string().nullable(),
  error: z.string().nullable().describe('What recipients or providers that refused said.'),
  truncated: z.literal(true).optional(),
});

const sentExample: z.input<typeof sentData> = {
  email_id: EMAIL,
  inbox_id: INBOX,
  thread_id: THREAD,
  message_id: '<5f2b7a1c@restante.localhost>',
  from: 'agent@restante.localhost',
  to: ['support@example.com'],
  subject: 'My order',
  provider: 'SMTP',
  provider_message_id: '250 2.0.0 queued as 4F1D2',
  error: null,
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

const assignmentData = z.object({
  thread_id: z.string(),
  inbox_id: z.string(),
  agent_id: z.string(),
  role: z.enum(AGENT_ROLES),
  assignment_id: z.string(),
});

const assignmentExample: z.input<typeof assignmentData> = {
  thread_id: THREAD,
  inbox_id: INBOX,
  agent_id: 'support-agent',
  role: 'OWNER',
  assignment_id: 'ta_2w5k8m1x4c7v0q3h6r9t',
};

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

const reportedRecipients = z.array(
  z.object({
    address: z.string(),
    status: z.string().nullable().describe('RFC 3463, such as 5.1.1.'),
    diagnostic: z.string().describe('What the other mail server said.'),
  }),
);

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
  'email.delivered': kind({
    description: 'A mail server reported that it delivered a sent mail.',
    data: z.object({
      email_id: z.string(),
      inbox_id: z.string(),
      recipients: reportedRecipients,
      report_email_id: z.string().describe('The mail that reported it.'),
    }),
    example: {
      email_id: EMAIL,
      inbox_id: INBOX,
      recipients: [{ address: 'someone@example.com', status: '2.0.0', diagnostic: '250 Ok' }],
      report_email_id: REPORT,
    },
  }),
  'email.bounced': kind({
    description: 'A sent mail came back, or its recipient complained of it.',
    data: z.object({
      email_id: z.string(),
      inbox_id: z.string(),
      kind: z.enum(['bounce', 'complaint']),
      recipients: reportedRecipients,
      bounce_email_id: z.string().describe('The mail that reported it.'),
    }),
    example: {
      email_id: EMAIL,
      inbox_id: INBOX,
      kind: 'bounce',
      recipients: [
        {
          address: 'nobody@example.com',
          status: '5.1.1',
          diagnostic: '550 5.1.1 User unknown',
        },
      ],
      bounce_email_id: REPORT,
    },
  }),
  'email.sent': kind({
    description: 'A mail was handed over: every recipient, or some, took it.',
    data: sentData,
    example: sentExample,
  }),
  'email.failed': kind({
    description: 'A mail was refused by all its recipients, or given up after a day.',
    data: sentData,
    example: {
      ...sentExample,
      provider_message_id: null,
      error: '550 5.1.1 No such user',
    },
  }),
  'email.replied': kind({
    description: 'A mail arrived that answers a sent one, and was not sent by a program.',
    data: z.object({
      email_id: z.string().describe('The sent mail.'),
      reply_email_id: z.string(),
      inbox_id: z.string(),
      thread_id: z.string(),
      from: z.string(),
      subject: z.string(),
      truncated: z.literal(true).optional(),
    }),
    example: {
      email_id: EMAIL,
      reply_email_id: REPORT,
      inbox_id: INBOX,
      thread_id: THREAD,
      from: 'support@example.com',
      subject: 'Re: My order',
    },
  }),
  'email.unknown': kind({
    description:
      'A connection was lost after a mail was handed over: nobody knows whether it was taken.',
    data: sentData,
    example: {
      ...sentExample,
      provider_message_id: null,
      error: 'connection lost after the end of data',
    },
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
  'thread.assigned': kind({
    description: 'An agent got a part in a thread, or another role in it.',
    data: assignmentData,
    example: assignmentExample,
  }),
  'thread.unassigned': kind({
    description: 'An agent has no part in a thread any more.',
    data: assignmentData,
    example: assignmentExample,
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
