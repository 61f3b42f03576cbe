import { describe, expect, it } from '@jest/globals';
import {
  checkedRecords,
  checkRecords,
  keyLines,
  operatorRecords,
  operatorZone,
} from '../../../src/operator/zone.js';
import { createDns, publishAll } from './dns.js';

const zone = {
  mailDomain: 'mail.test',
  mxHosts: ['mx1.mail.test', 'mx2.mail.test'],
  dkimZone: 'dkim.mail.test',
  nameserver: 'ns1.mail.test',
};
const key = { label: 'own', selector: 'rst1', publicKey: 'M'.repeat(392) };

describe("the operator's zone", () => {
  it('has exchangers, _spf, DMARC, the delegation and the key', () => {
    const lines = operatorZone(zone, key).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'mail.test. 3600 IN MX 10 mx1.mail.test.',
        '_spf.mail.test. 3600 IN TXT "v=spf1 a:mx1.mail.test a:mx2.mail.test ~all"',
        '_dmarc.mail.test. 3600 IN TXT "v=DMARC1; p=none"',
        'dkim.mail.test. 3600 IN NS ns1.mail.test.',
        expect.stringMatching(/^rst1\._domainkey\.mail\.test\. 3600 IN TXT "v=DKIM1;.*" "M+"$/),
      ]),
    );
  });

  it('is checked record by record', async () => {
    const dns = createDns();
    const records = operatorRecords(zone, key);
    expect((await checkRecords(dns.resolvers, records)).isRight).toBe(false);
    publishAll(dns, Object.fromEntries(records.map((record, index) => [index, record])));
    dns.resolvers[0]!.goAway();
    expect(await checkRecords(dns.resolvers, records)).toMatchObject({
      isRight: true,
      said: expect.stringContaining('2 of 3'),
    });
  });

  it('is checked for addresses of its hosts, and for keys behind the delegation', async () => {
    const dns = createDns();
    publishAll(dns, Object.fromEntries(operatorRecords(zone, key).map((one, i) => [i, one])));
    const { isRight, said } = await checkRecords(dns.resolvers, checkedRecords(zone, key));
    expect(isRight).toBe(false);
    expect(said.split('\n').filter((line) => line.startsWith('missing'))).toEqual([
      'missing A mx1.mail.test an address (0 of 3 resolvers)',
      'missing A mx2.mail.test an address (0 of 3 resolvers)',
      expect.stringMatching(/^missing TXT own\.dkim\.mail\.test v=DKIM1; .*\(0 of 3 resolvers\)$/),
    ]);
  });

  it('has all keys for who delegates nothing, those that are revoked empty', () => {
    const keys = [
      { label: 'a', publicKey: 'KEY', isRevoked: false },
      { label: 'b', publicKey: 'OLD', isRevoked: true },
    ];
    expect(keyLines(zone, keys).split('\n')).toEqual([
      'a.dkim.mail.test. 3600 IN TXT "v=DKIM1; k=rsa; p=KEY"',
      'b.dkim.mail.test. 3600 IN TXT "v=DKIM1; k=rsa; p="',
    ]);
  });
});
