import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SenderEnvelope } from '../../src/sender/auth.js';
import { mailFrom } from '../support/signed-mail.js';
import { FROM, northwind, plain, sentBy, startZone, UNKNOWN } from './senders.js';

let dns: ReturnType<typeof startZone>;
beforeEach(() => {
  dns = startZone();
});
const verify = (raw: Buffer, envelope?: SenderEnvelope) => dns.verify(raw, envelope);

describe('a DNS that does not answer', () => {
  const signedAndSent = async () => [await northwind.sign(plain), sentBy('192.0.2.1')] as const;

  it.each([
    ['the key', northwind.keyName],
    ['the policy', '_dmarc.northwind.example'],
  ])('for %s makes the verdict unknown, and it passes later', async (_case, name) => {
    dns.policy('v=DMARC1; p=reject');
    dns.zone.fail(name);
    const senders = dns.verifier();
    const [raw] = await signedAndSent();
    expect(await senders.verify(raw, UNKNOWN)).toMatchObject({ verdict: 'unknown' });
    dns.zone.heal();
    dns.passTime(60_000);
    expect(await senders.verify(raw, UNKNOWN)).toMatchObject({ verdict: 'pass' });
  });

  it('for an included record concludes nothing from those it did get', async () => {
    dns.zone.publish('northwind.example', 'v=spf1 include:spf.mailer.example -all');
    dns.zone.fail('spf.mailer.example');
    const auth = await verify(plain, sentBy('192.0.2.1'));
    expect(auth).toMatchObject({ spf: 'temperror', verdict: 'unknown' });
  });

  it('at all makes every verdict unknown, then asks again once it is back', async () => {
    dns.zone.publish('northwind.example', 'v=spf1 ip4:192.0.2.1 -all');
    dns.zone.goAway();
    const senders = dns.verifier();
    const [raw, envelope] = await signedAndSent();
    for (let i = 0; i < 5; i++)
      expect(await senders.verify(raw, envelope)).toMatchObject({ verdict: 'unknown' });
    expect(await senders.reachable()).toBe(false);
    dns.zone.heal();
    dns.passTime(60_000);
    expect(await senders.reachable()).toBe(true);
    expect(await senders.verify(raw, envelope)).toMatchObject({ spf: 'pass', verdict: 'pass' });
  });

  it('does not hold back a pass of a signature for an SPF record', async () => {
    dns.zone.fail('northwind.example');
    const [raw, envelope] = await signedAndSent();
    expect(await verify(raw, envelope)).toMatchObject({ spf: 'temperror', verdict: 'pass' });
  });
});

describe('many mails', () => {
  it('that cannot differ are checked once', async () => {
    dns.zone.publish('northwind.example', 'v=spf1 ip4:192.0.2.1 -all');
    const mails = Array.from({ length: 20 }, (_, i) => ({
      raw: mailFrom(FROM, { body: `Your code is ${i}\r\n` }),
      envelope: sentBy(i < 10 ? '192.0.2.1' : '192.0.2.2'),
    }));
    const found = dns.verifier().verifyEach(mails);
    expect(new Set(found).size).toBe(2);
    const verdicts = (await Promise.all(found)).map(({ verdict }) => verdict);
    expect(verdicts).toEqual([...Array(10).fill('pass'), ...Array(10).fill('none')]);
  });
});

describe('a header beyond all reason', () => {
  it.each([
    ['of 10,000 fields', 'X-A: b\r\n'.repeat(10_000)],
    ['of 300 KB', `X-A: ${'b'.repeat(300_000)}\r\n`],
    ['folded 6,000 times', `X-A: b\r\n${' c\r\n'.repeat(6_000)}`],
  ])('%s is not looked at', async (_case, extra) => {
    const raw = await northwind.sign(plain);
    const heavy = Buffer.concat([Buffer.from(extra), raw]);
    expect(await verify(heavy)).toMatchObject({ dkim: 'policy', verdict: 'none' });
  });
});
