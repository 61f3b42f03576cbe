import { z } from 'zod';
import { timestamp } from '../../operations/shapes.js';
import { RECEIVED, kind } from './kind.js';

const domainData = z.object({
  domain_id: z.string(),
  domain: z.string(),
  status: z.enum(['PENDING', 'ACTIVE', 'DEGRADED', 'FAILED']),
  reason: z.string().nullable().describe('What is wrong, in a sentence.'),
  failing_since: timestamp.nullable(),
  records: z
    .array(
      z.object({
        record: z.string(),
        type: z.string(),
        name: z.string(),
        value: z.string(),
        status: z.enum(['missing', 'mismatch', 'duplicate']),
        found: z.array(z.string()),
      }),
    )
    .describe('Records that are not right, and what to publish.'),
});

const domainExample = (
  status: z.input<typeof domainData>['status'],
  isRight: boolean,
): z.input<typeof domainData> => ({
  domain_id: 'dom_4c7v0q3h6r9t2w5k8m1x',
  domain: 'example.com',
  status,
  reason: isRight ? null : 'spf is missing',
  failing_since: isRight ? null : RECEIVED,
  records: isRight
    ? []
    : [
        {
          record: 'spf',
          type: 'TXT',
          name: 'example.com',
          value: 'v=spf1 include:_spf.restante.localhost ~all',
          status: 'missing',
          found: [],
        },
      ],
});

const NEXT_KEY = {
  record: 'dkim_next',
  type: 'CNAME',
  name: 'rst2._domainkey.example.com',
  value: '4c7v0q3h6r9t2w5k8m1x.dkim.restante.localhost',
  status: 'missing' as const,
  found: [],
};

const domainKind = (
  description: string,
  status: z.input<typeof domainData>['status'] = 'ACTIVE',
  isRight = false,
) => kind({ description, data: domainData, example: domainExample(status, isRight) });

/** Kinds of events about domains of organizations. */
export const DOMAIN_KINDS = {
  'domain.verified': domainKind(
    'All records of a domain are right: its inboxes receive and send.',
    'ACTIVE',
    true,
  ),
  'domain.failing': domainKind('Two looks in a row saw a record of a domain that is wrong.'),
  'domain.degraded': domainKind(
    'A domain was wrong for 72 hours. It still receives and sends.',
    'DEGRADED',
  ),
  'domain.failed': domainKind(
    'A domain was wrong for too long, or is verified elsewhere: it sends no more.',
    'FAILED',
  ),
  'domain.recovered': domainKind('A domain that was failing is right again.', 'ACTIVE', true),
  'domain.dkim_next': kind({
    description: 'A domain has a new DKIM key: it signs once its record, dkim_next, is published.',
    data: domainData,
    example: { ...domainExample('ACTIVE', true), records: [NEXT_KEY] },
  }),
  'domain.dkim_rotated': domainKind('Mail of a domain is signed with a new key.', 'ACTIVE', true),
  'domain.sending_stopped': domainKind(
    'Too much mail of a domain bounced or was complained of: none leaves any more.',
    'ACTIVE',
    true,
  ),
} as const;
