import { describe, expect, it } from '@jest/globals';
import type { Question } from '../../../src/dns/answer.js';
import { CHECKS } from '../../../src/resources/domains/checks.js';
import { recordsOf, type RecordKey } from '../../../src/resources/domains/records.js';
import { agreed, type ResolverAnswer } from '../../../src/resources/domains/verdicts.js';
import { createZone } from '../../support/dns-zone.js';

const zone = {
  mailDomain: 'mail.test',
  mxHosts: ['mx1.mail.test', 'mx2.mail.test'],
  dkimZone: 'dkim.mail.test',
  nameserver: 'ns1.mail.test',
};
const domain = 'sub.example.com';
const records = recordsOf(
  { domain, token: 'ours', dkim: { selector: 'rst1', label: 'abc' } },
  zone,
);
const OURS = 'include:_spf.mail.test';

type Published = readonly (readonly [name: string, type: Question['type'], ...values: string[]])[];

const verdict = async (record: RecordKey, published: Published) => {
  const dns = createZone();
  for (const [name, type, ...values] of published)
    for (const value of values) {
      const [priority = '', exchange = ''] = value.split(' ');
      const mx = { priority: Number(priority), exchange };
      dns.publish(name, type === 'MX' ? mx : value, type);
    }
  const ask = (name: string, type: Question['type']) => dns.ask({ name, type });
  return CHECKS[record]({ domain, records, zone, publicKey: 'KEY' }, ask);
};

const V = '_restante.sub.example.com';
const K = 'rst1._domainkey.sub.example.com';
const includes = (count: number) =>
  Array.from({ length: count }, (_, n) => `include:i${n}.example`).join(' ');
const included: Published = Array.from({ length: 12 }, (_, n) => [
  `i${n}.example`,
  'TXT',
  'v=spf1 ip4:192.0.2.1 -all',
]);

describe('a record', () => {
  it.each<readonly [RecordKey, Published, object]>([
    ['verification', [], { status: 'missing', rememberedFor: 60 }],
    ['verification', [[V, 'TXT', 'restante-verification=ours']], { status: 'ok' }],
    ['verification', [[V, 'TXT', 'other', 'restante-verification=ours']], { status: 'ok' }],
    ['verification', [[V, 'TXT', 'restante-verification=theirs']], { status: 'mismatch' }],

    ['mx', [], { status: 'missing' }],
    ['mx', [[domain, 'MX', '1 MX2.mail.test.', '2 mx1.mail.test']], { status: 'ok' }],
    ['mx', [[domain, 'MX', '10 mx1.mail.test']], { status: 'mismatch' }],
    [
      'mx',
      [[domain, 'MX', '10 mx1.mail.test', '20 mx2.mail.test', '30 mx.other.example']],
      { status: 'mismatch', detail: expect.stringContaining('mx.other.example') },
    ],
    [
      'mx',
      [[domain, 'MX', '0 ']],
      { status: 'mismatch', found: ['0 .'], detail: expect.stringContaining('mail goes to . as') },
    ],

    ['spf', [[domain, 'TXT', 'something else']], { status: 'missing' }],
    ['spf', [[domain, 'TXT', `v=spf1 ${OURS} ~all`]], { status: 'ok' }],
    ['spf', [[domain, 'TXT', `v=spf1 ip4:192.0.2.1 ${OURS} ~all`, 'x']], { status: 'ok' }],
    ['spf', [[domain, 'TXT', `v=spf1 ${OURS} ~all`, 'v=spf1 -all']], { status: 'duplicate' }],
    [
      'spf',
      [[domain, 'TXT', 'v=spf1 mx -all', 'v=spf1 mx ip4:192.0.2.1 exp=x.example ~all']],
      { status: 'duplicate', suggestion: `v=spf1 ${OURS} mx ip4:192.0.2.1 -all` },
    ],
    [
      'spf',
      [[domain, 'TXT', 'v=spf1 ip4:192.0.2.1 -all']],
      { status: 'mismatch', suggestion: `v=spf1 ${OURS} ip4:192.0.2.1 -all` },
    ],
    [
      'spf',
      [[domain, 'TXT', `v=spf1 -all ${OURS}`]],
      { status: 'mismatch', suggestion: `v=spf1 ${OURS} -all` },
    ],
    [
      'spf',
      [[domain, 'TXT', 'v=spf1 redirect=other.example']],
      { status: 'mismatch', suggestion: `v=spf1 ${OURS} redirect=other.example` },
    ],
    ['spf', [[domain, 'TXT', `v=spf1 ${includes(9)} ${OURS} ~all`], ...included], { status: 'ok' }],
    [
      'spf',
      [[domain, 'TXT', `v=spf1 ${includes(10)} ${OURS} ~all`], ...included],
      { status: 'mismatch', detail: expect.stringContaining('Too many DNS requests') },
    ],

    ['dmarc', [], { status: 'missing' }],
    ['dmarc', [[`_dmarc.${domain}`, 'TXT', 'v=DMARC1; p=none']], { status: 'ok' }],
    [
      'dmarc',
      [[`_dmarc.${domain}`, 'TXT', 'v=DMARC1;p=reject;rua=mailto:a@b.c']],
      { status: 'ok' },
    ],
    ['dmarc', [[`_dmarc.${domain}`, 'TXT', 'v=DMARC1; p=sometimes']], { status: 'mismatch' }],
    [
      'dmarc',
      [[`_dmarc.${domain}`, 'TXT', 'v=DMARC1; p=none', 'v=DMARC1; p=none']],
      { status: 'duplicate' },
    ],
    [
      'dmarc',
      [['_dmarc.example.com', 'TXT', 'v=DMARC1; p=quarantine']],
      { status: 'ok', detail: 'inherited from example.com' },
    ],

    ['dkim', [], { status: 'missing' }],
    ['dkim', [[K, 'CNAME', 'abc.dkim.mail.test']], { status: 'ok', keyVisible: false }],
    ['dkim', [[K, 'CNAME', 'other.dkim.mail.test']], { status: 'mismatch' }],
    ['dkim', [[K, 'TXT', 'v=DKIM1; k=rsa; p=K EY']], { status: 'ok', keyVisible: true }],
    ['dkim', [[K, 'TXT', 'v=DKIM1; k=rsa; p=OTHER']], { status: 'mismatch' }],
  ])('%s published as %j is judged %j', async (record, published, expected) => {
    expect(await verdict(record, published)).toMatchObject(expected);
  });
});

describe('an SPF record that our mail does not pass', () => {
  it.each([
    `v=spf1 -ip4:0.0.0.0/0 ${OURS} ~all`,
    `v=spf1 ip4:192.0.2.1 ?ip6:::/0 ${OURS} ~all`,
    `v=spf1 mx -a/0 ${OURS} ~all`,
    `v=spf1 -mx:other.example/24//0 ${OURS} ~all`,
    `v=spf1 -${OURS} ${OURS} ~all`,
    `v=spf1 ?${OURS} +${OURS} ~all`,
    `v=spf1 ~${OURS.toUpperCase()} -all`,
    `v=spf1 -all +${OURS} -${OURS}`,
    `v=spf1 ?all redirect=other.example`,
  ])('%s is a mismatch, and what is suggested instead is ok', async (record) => {
    const { status, suggestion } = await verdict('spf', [[domain, 'TXT', record]]);
    expect(status).toBe('mismatch');
    expect(suggestion).not.toContain(`-${OURS}`);
    expect(await verdict('spf', [[domain, 'TXT', suggestion!]])).toMatchObject({ status: 'ok' });
  });

  it.each([
    `v=spf1 -ip4:192.0.2.0/24 -a/20 +${OURS} -all`,
    `v=spf1 +${OURS} -${OURS} -ip4:0.0.0.0/0`,
  ])('is not %s', async (record) => {
    expect(await verdict('spf', [[domain, 'TXT', record]])).toMatchObject({ status: 'ok' });
  });

  it('is not suggested for several either', async () => {
    const records = [`v=spf1 -ip4:0.0.0.0/0 -all`, `v=spf1 -${OURS} mx ~all`];
    const { status, suggestion } = await verdict('spf', [[domain, 'TXT', ...records]]);
    expect([status, suggestion]).toEqual(['duplicate', `v=spf1 ${OURS} -ip4:0.0.0.0/0 mx -all`]);
  });
});

describe('resolvers', () => {
  const says = (status: 'ok' | 'missing' | null, at: number): ResolverAnswer => ({
    resolver: `r${at}`,
    verdict: status === null ? null : { status, found: [] },
    error: status === null ? 'TIMEOUT' : null,
  });

  it.each([
    [['ok'], 'ok'],
    [['ok', 'ok', 'missing'], 'ok'],
    [['missing', 'ok', 'missing'], 'missing'],
    [['ok', null, 'missing'], null],
    [['ok', null, null], null],
    [['ok', 'missing'], null],
  ] as const)('that say %j agree on %j', (said, expected) => {
    const { verdict: found, error } = agreed(said.map(says));
    expect(found?.status ?? null).toBe(expected);
    expect(error === null).toBe(expected !== null);
  });
});
