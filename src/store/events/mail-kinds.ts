import { z } from 'zod';
import { CATEGORIES } from '../../mail/analysis.js';
import { timestamp } from '../../operations/shapes.js';
import { senderAuth } from '../shapes.js';
import { EMAIL, EXPIRY, INBOX, RECEIVED, REPORT, THREAD, kind } from './kind.js';

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
    policy: 'reject',
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

const sentKind = (description: string, example: Partial<z.input<typeof sentData>> = {}) =>
  kind({ showsMail: true, description, data: sentData, example: { ...SENT, ...example } });

const SENT: z.input<typeof sentData> = {
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

const reportedRecipients = z.array(
  z.object({
    address: z.string(),
    status: z.string().nullable().describe('RFC 3463, such as 5.1.1.'),
    diagnostic: z.string().describe('What the other mail server said.'),
  }),
);

/** Kinds of events that tell of a mail. */
export const MAIL_KINDS = {
  'email.received': kind({
    showsMail: true,
    description: 'A mail arrived in an inbox.',
    data: emailData,
    example: emailExample,
  }),
  'email.received.spam': kind({
    showsMail: true,
    description: 'A mail arrived that is taken for spam.',
    data: emailData,
    example: { ...emailExample, subject: 'You have won', category: 'spam', otp_codes: [] },
  }),
  'email.delivered': kind({
    showsMail: true,
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
    showsMail: true,
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
  'email.sent': sentKind('A mail was handed over: every recipient, or some, took it.'),
  'email.failed': sentKind('A mail was refused by all its recipients, or given up after a day.', {
    provider_message_id: null,
    error: '550 5.1.1 No such user',
  }),
  'email.replied': kind({
    showsMail: true,
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
  'email.unknown': sentKind(
    'A connection was lost after a mail was handed over: nobody knows whether it was taken.',
    { provider_message_id: null, error: 'connection lost after the end of data' },
  ),
} as const;
