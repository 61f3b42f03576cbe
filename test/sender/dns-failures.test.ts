import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SenderEnvelope } from '../../src/sender/auth.js';
import { headOfFrom, readHead, unsignedFrom, type SenderHead } from '../../src/sender/head.js';
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
      message: mailFrom(FROM, { body: `Your code is ${i}\r\n` }),
      envelope: sentBy(i < 10 ? '192.0.2.1' : '192.0.2.2'),
    }));
    const found = dns.verifier().verifyEach(mails);
    expect(new Set(found).size).toBe(2);
    const verdicts = (await Promise.all(found)).map(({ verdict }) => verdict);
    expect(verdicts).toEqual([...Array(10).fill('pass'), ...Array(10).fill('none')]);
  });

  it('that cannot differ are checked again once what the DNS answered is over', async () => {
    const senders = dns.verifier();
    const sender = { message: plain, envelope: sentBy('192.0.2.1') };
    const verdict = async () => (await senders.verifyEach([sender])[0]!).verdict;
    expect(await verdict()).toBe('none');
    dns.zone.publish('northwind.example', 'v=spf1 ip4:192.0.2.1 -all');
    expect(await verdict()).toBe('none');
    dns.passTime(60_000);
    expect(await verdict()).toBe('pass');
    dns.zone.goAway();
    const asked = dns.zone.asked.length;
    expect(await verdict()).toBe('pass');
    expect(dns.zone.asked.length).toBe(asked);
  });

  it('are not told what was unknown once it can be known', async () => {
    dns.zone.fail('northwind.example');
    const senders = dns.verifier();
    const sender = { message: plain, envelope: sentBy('192.0.2.1') };
    expect(await senders.verifyEach([sender])[0]).toMatchObject({ verdict: 'unknown' });
    dns.zone.heal();
    dns.passTime(10_000);
    expect(await senders.verifyEach([sender])[0]).toMatchObject({ verdict: 'none' });
  });
});

describe('the From fields of a message without signature', () => {
  const head = (...fields: string[]) => Buffer.from(`${fields.join('\r\n')}\r\n\r\nYour code`);

  it.each([
    ['one', head('From: Northwind <a@northwind.example>', 'To: b@c.example')],
    ['none', head('To: b@c.example')],
    ['two', head('From: a@northwind.example', 'To: b@c.example', 'from: b@other.example')],
    ['folded ones', head('Subject: x', 'FROM: "Northwind\r\n Ltd."\r\n\t<a@northwind.example>')],
    ['bytes of no charset', Buffer.from('From: M\xfcller <a@b.example>\n\nx', 'latin1')],
  ])('say as much as all of it: %s', (_which, raw) => {
    const fields = unsignedFrom(raw);
    expect(fields).not.toBeNull();
    const found = ({ mailboxes, fromFields, fromLine }: SenderHead) => [
      mailboxes,
      fromFields,
      fromLine,
    ];
    expect(found(readHead(headOfFrom(fields!)))).toEqual(found(readHead(raw)));
  });

  it.each([
    ['a signature', head('DKIM-Signature: v=1', 'From: a@b.example')],
    ['a seal', head('From: a@b.example', 'ARC-Seal: i=1')],
    [
      'a signature behind a blank that folds nothing',
      head('\vDKIM-Signature: v=1', 'From: a@b.example'),
    ],
    ['a signature in front, indented', head(' DKIM-Signature: v=1', 'From: a@b.example')],
    ['a From field with a blank behind its name', head('To: x', 'From : a@b.example')],
    ['a line of an mbox', head('From a@b.example Sat Nov 21 12:00:00 2026', 'From: a@b.example')],
    ['line ends that are none', head('To: x\rFrom: y@z.example', 'From: a@b.example')],
    ['no end', Buffer.from('From: a@b.example\r\n')],
    ['more fields than are read', head(...Array<string>(600).fill('X: y'), 'From: a@b.example')],
  ])('are not told of a header with %s', (_what, raw) => {
    expect(unsignedFrom(raw)).toBeNull();
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
