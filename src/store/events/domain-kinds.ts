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

/** Kinds of events about domains of organizations. */
export const DOMAIN_KINDS = {
  'domain.verified': kind({
    description: 'All records of a domain are right: its inboxes receive and send.',
    data: domainData,
    example: domainExample('ACTIVE', true),
  }),
  'domain.failing': kind({
    description: 'Two looks in a row saw a record of a domain that is wrong.',
    data: domainData,
    example: domainExample('ACTIVE', false),
  }),
  'domain.degraded': kind({
    description: 'A domain was wrong for 72 hours. It still receives and sends.',
    data: domainData,
    example: domainExample('DEGRADED', false),
  }),
  'domain.failed': kind({
    description: 'A domain was wrong for too long, or is verified elsewhere: it sends no more.',
    data: domainData,
    example: domainExample('FAILED', false),
  }),
  'domain.recovered': kind({
    description: 'A domain that was failing is right again.',
    data: domainData,
    example: domainExample('ACTIVE', true),
  }),
  'domain.dkim_next': kind({
    description: 'A domain has a new DKIM key: it signs once its record, dkim_next, is published.',
    data: domainData,
    example: { ...domainExample('ACTIVE', true), records: [NEXT_KEY] },
  }),
  'domain.dkim_rotated': kind({
    description: 'Mail of a domain is signed with a new key.',
    data: domainData,
    example: domainExample('ACTIVE', true),
  }),
  'domain.sending_stopped': kind({
    description: 'Too much mail of a domain bounced or was complained of: none leaves any more.',
    data: domainData,
    example: domainExample('ACTIVE', true),
  }),
} as const;
