import { beforeEach, describe, expect, it } from '@jest/globals';
import { cachedResolver } from '../../src/dns/resolver.js';
import type { SenderEnvelope } from '../../src/sender/auth.js';
import { createSenderVerifier } from '../../src/sender/verify.js';
import { createZone, type DnsZone } from '../support/dns-zone.js';
import { createSigner, mailFrom } from '../support/signed-mail.js';

const northwind = createSigner('northwind.example');
const mailer = createSigner('mailer.example');
const FROM = 'Northwind <no-reply@northwind.example>';
const plain = mailFrom(FROM);

// The library reads a text here, whatever its types say.
const FIELDS_WITHOUT_FROM = 'subject:to' as never;

/** Handed in without a word about where it came from. */
const UNKNOWN: SenderEnvelope = { remoteIp: null, helo: '', mailFrom: '' };
const sentBy = (remoteIp: string, sender = 'bounce@northwind.example'): SenderEnvelope => ({
  remoteIp,
  helo: 'mx.northwind.example',
  mailFrom: sender,
});

let zone: DnsZone;
let now: number;
beforeEach(() => {
  now = 1_000_000;
  zone = createZone();
  for (const { keyName, keyRecord } of [northwind, mailer]) zone.publish(keyName, keyRecord);
});

const verifier = () => createSenderVerifier(cachedResolver(zone, () => now));
const verify = (raw: Buffer, envelope = UNKNOWN) => verifier().verify(raw, envelope);
const policy = (record: string, domain = 'northwind.example') =>
  zone.publish(`_dmarc.${domain}`, record);

describe('DKIM', () => {
  it('passes for a signature of the sender, also without a policy', async () => {
    expect(await verify(await northwind.sign(plain))).toEqual({
      spf: 'none',
      dkim: 'pass',
      dmarc: 'none',
      policy: null,
      arc: 'none',
      aligned_domain: 'northwind.example',
      verdict: 'pass',
      flags: [],
    });
  });

  it.each([
    ['the body', '482913'],
    ['a signed header', 'Your code'],
  ])('fails when %s was changed', async (_what, part) => {
    const signed = await northwind.sign(plain);
    const changed = Buffer.from(signed.toString().replace(part, 'Something else'));
    expect(await verify(changed)).toMatchObject({ dkim: 'fail', verdict: 'fail' });
  });

  it.each([
    ['is none without a policy', null, 'none', 'none'],
    ['is none with p=none', 'none', 'fail', 'none'],
    ['fails with p=quarantine', 'quarantine', 'fail', 'fail'],
    ['fails with p=reject', 'reject', 'fail', 'fail'],
  ])('of another domain alone %s', async (_case, request, dmarc, verdict) => {
    if (request) policy(`v=DMARC1; p=${request}`);
    const auth = await verify(await mailer.sign(plain));
    const expected = { dmarc, policy: request, verdict, aligned_domain: null };
    expect(auth).toMatchObject({ dkim: 'pass', ...expected });
  });

  it.each([
    ['relaxed', 'v=DMARC1; p=reject', 'pass'],
    ['strict', 'v=DMARC1; p=reject; adkim=s', 'fail'],
  ])(
    'of the organization for a subdomain under %s alignment: %s gives %s',
    async (_case, record, verdict) => {
      policy(record);
      const raw = mailFrom('Northwind <a@mail.northwind.example>');
      expect(await verify(await northwind.sign(raw))).toMatchObject({ dmarc: verdict, verdict });
    },
  );

  it.each([
    ['does not cover the From field', { headerList: FIELDS_WITHOUT_FROM }, 'permerror'],
    ['covers a part of the body', { maxBodyLength: 4 }, 'policy'],
    ['uses SHA-1', { algorithm: 'rsa-sha1' }, 'policy'],
    ['is past its time', { expires: new Date('2020-01-01') }, 'permerror'],
  ])('does not count when the signature %s', async (_case, options, dkim) => {
    const auth = await verify(await northwind.sign(plain, options));
    expect(auth).toMatchObject({ dkim, aligned_domain: null });
    expect(auth.verdict).not.toBe('pass');
  });

  it('does not count when its key is not published', async () => {
    const signed = await createSigner('northwind.example', 'gone').sign(plain);
    expect(await verify(signed)).toMatchObject({ dkim: 'permerror', verdict: 'fail' });
  });

  it("passes when one of several signatures is the sender's", async () => {
    const signed = await mailer.sign(await northwind.sign(plain));
    expect(await verify(signed)).toMatchObject({
      dkim: 'pass',
      aligned_domain: 'northwind.example',
      verdict: 'pass',
    });
  });

  it('asks for no more keys than a mail has a right to', async () => {
    let raw: Buffer = plain;
    for (let i = 0; i < 12; i++) raw = await mailer.sign(raw, { selector: `many${i}` });
    await verify(raw);
    expect(zone.asked.filter((question) => question.includes('many'))).toHaveLength(10);
  });

  it.each([
    ['no algorithm', 'DKIM-Signature: v=1; d=northwind.example; s=s1\r\n'],
    ['nothing at all', 'DKIM-Signature:\r\n'],
    ['noise', `DKIM-Signature: ${'a;=b"('.repeat(200)}\r\n`],
    [
      'thousands of field names',
      `DKIM-Signature: v=1; a=rsa-sha256; d=x.example; s=s; h=from${':a'.repeat(9_000)}; bh=A; b=A\r\n`,
    ],
    ['half a seal', 'ARC-Seal: i=1; a=rsa-sha256; cv=none; d=x.example; s=s; b=AA\r\n'],
  ])('is no reason to stumble with %s', async (_case, extra) => {
    const auth = await verify(mailFrom(FROM, { extra }));
    expect(['none', 'fail']).toContain(auth.verdict);
  });
});

describe('SPF', () => {
  it.each([
    ['v=spf1 ip4:192.0.2.1 -all', 'pass', 'pass'],
    ['v=spf1 ip4:198.51.100.1 -all', 'fail', 'none'],
    ['v=spf1 ip4:198.51.100.1 ~all', 'softfail', 'none'],
    ['v=spf1 ?all', 'neutral', 'none'],
    ['v=spf1 nonsense:x -all', 'permerror', 'none'],
    ['v=spf1 a -all', 'pass', 'pass'],
    ['v=spf1 mx -all', 'pass', 'pass'],
    ['v=spf1 include:mailer.example -all', 'pass', 'pass'],
    ['something else', 'none', 'none'],
  ])('by %s is %s and makes the verdict %s', async (record, spf, verdict) => {
    zone.publish('northwind.example', record);
    zone.publish('northwind.example', '192.0.2.1', 'A');
    zone.publish('northwind.example', { priority: 10, exchange: 'mx.northwind.example' }, 'MX');
    zone.publish('mx.northwind.example', '192.0.2.1', 'A');
    zone.publish('mailer.example', 'v=spf1 ip4:192.0.2.1 -all');
    expect(await verify(plain, sentBy('192.0.2.1'))).toMatchObject({ spf, verdict });
  });

  it.each(['2001:db8::1', '::ffff:192.0.2.1'])('knows the address %s', async (address) => {
    zone.publish('northwind.example', 'v=spf1 ip6:2001:db8::/32 ip4:192.0.2.0/24 -all');
    expect(await verify(plain, sentBy(address))).toMatchObject({ spf: 'pass', verdict: 'pass' });
  });

  it('of another envelope domain passes for nobody', async () => {
    zone.publish('mailer.example', 'v=spf1 ip4:192.0.2.1 -all');
    const envelope = sentBy('192.0.2.1', 'x@mailer.example');
    expect(await verify(plain, envelope)).toMatchObject({ spf: 'pass', verdict: 'none' });
    policy('v=DMARC1; p=none');
    expect(await verify(plain, envelope)).toMatchObject({ dmarc: 'fail', verdict: 'none' });
  });

  it.each([
    ['relaxed', 'v=DMARC1; p=reject', 'pass'],
    ['strict', 'v=DMARC1; p=reject; aspf=s', 'fail'],
  ])('of a subdomain under %s alignment: %s gives %s', async (_case, record, verdict) => {
    policy(record);
    zone.publish('bounce.northwind.example', 'v=spf1 ip4:192.0.2.1 -all');
    const envelope = sentBy('192.0.2.1', 'x@bounce.northwind.example');
    expect(await verify(plain, envelope)).toMatchObject({ spf: 'pass', dmarc: verdict, verdict });
  });

  it('of the null sender is that of the name in HELO', async () => {
    zone.publish('mx.northwind.example', 'v=spf1 ip4:192.0.2.1 -all');
    expect(await verify(plain, sentBy('192.0.2.1', ''))).toMatchObject({
      spf: 'pass',
      aligned_domain: 'mx.northwind.example',
    });
  });

  it('is none, and nothing is asked, for an unsigned mail of which nobody says where it came from', async () => {
    policy('v=DMARC1; p=reject');
    expect(await verify(plain)).toMatchObject({ spf: 'none', dmarc: 'none', verdict: 'none' });
    expect(zone.asked).toEqual([]);
  });
});

describe('DMARC', () => {
  it.each([
    ['the record of the organization for a subdomain', 'a@mail.northwind.example', 'none', 'fail'],
    ['no record of another organization', 'a@southwind.example', null, 'none'],
  ])('takes %s', async (_case, from, request, dmarc) => {
    policy('v=DMARC1; p=quarantine; sp=none');
    expect(await verify(mailFrom(from), sentBy('192.0.2.1'))).toMatchObject({
      dmarc,
      policy: request,
      verdict: 'none',
    });
  });

  it('gives nobody a right to speak for a domain of the same public suffix', async () => {
    const other = createSigner('evil.co.uk');
    zone.publish(other.keyName, other.keyRecord);
    const signed = await other.sign(mailFrom('a@bank.co.uk'));
    expect(await verify(signed)).toMatchObject({ dkim: 'pass', verdict: 'none' });
  });

  it('believes no Authentication-Results that came with the mail', async () => {
    const extra = 'Authentication-Results: mail.test; dkim=pass header.d=northwind.example\r\n';
    expect(await verify(mailFrom(FROM, { extra }))).toMatchObject({
      dkim: 'none',
      verdict: 'none',
    });
  });

  it('reads internationalized domains', async () => {
    const signer = createSigner('xn--mller-kva.example');
    zone.publish(signer.keyName, signer.keyRecord);
    const signed = await signer.sign(mailFrom('info@müller.example'));
    expect(await verify(signed)).toMatchObject({ dkim: 'pass' });
  });
});

describe('ARC', () => {
  it('passes for an intact seal, and changes no verdict', async () => {
    const sealed = await mailer.seal(plain);
    expect(await verify(sealed)).toMatchObject({ arc: 'pass', dkim: 'none', verdict: 'none' });
  });

  it('fails for a broken one', async () => {
    const sealed = await mailer.seal(plain);
    const broken = Buffer.from(sealed.toString().replace('482913', '000000'));
    expect(await verify(broken)).toMatchObject({ arc: 'fail', verdict: 'none' });
  });

  it('is a temporary error while its key cannot be had', async () => {
    zone.fail(mailer.keyName);
    expect(await verify(await mailer.seal(plain))).toMatchObject({ arc: 'temperror' });
  });
});

describe('several senders', () => {
  it.each([
    ['two From fields', mailFrom(FROM, { extra: 'From: ceo@bank.example\r\n' })],
    ['addresses of two domains', mailFrom(`${FROM}, ceo@bank.example`)],
  ])('in %s never pass', async (_case, raw) => {
    expect(await verify(await northwind.sign(raw))).toMatchObject({
      verdict: 'fail',
      aligned_domain: null,
      flags: ['several_from'],
    });
  });

  it('put on top of a signed mail never pass', async () => {
    const signed = await northwind.sign(plain);
    const added = Buffer.concat([Buffer.from('From: ceo@bank.example\r\n'), signed]);
    expect(await verify(added)).toMatchObject({ verdict: 'fail', flags: ['several_from'] });
  });

  it('of one domain are one sender', async () => {
    const raw = await northwind.sign(mailFrom(`${FROM}, b@northwind.example`));
    expect(await verify(raw)).toMatchObject({ verdict: 'pass', flags: [] });
  });
});

describe('a DNS that does not answer', () => {
  const signedAndSent = async () => [await northwind.sign(plain), sentBy('192.0.2.1')] as const;

  it.each([
    ['the key', northwind.keyName],
    ['the policy', '_dmarc.northwind.example'],
  ])('for %s makes the verdict unknown, and it passes later', async (_case, name) => {
    policy('v=DMARC1; p=reject');
    zone.fail(name);
    const senders = verifier();
    const [raw] = await signedAndSent();
    expect(await senders.verify(raw, UNKNOWN)).toMatchObject({ verdict: 'unknown' });
    zone.heal();
    now += 60_000;
    expect(await senders.verify(raw, UNKNOWN)).toMatchObject({ verdict: 'pass' });
  });

  it('for an included record concludes nothing from those it did get', async () => {
    zone.publish('northwind.example', 'v=spf1 include:spf.mailer.example -all');
    zone.fail('spf.mailer.example');
    const auth = await verify(plain, sentBy('192.0.2.1'));
    expect(auth).toMatchObject({ spf: 'temperror', verdict: 'unknown' });
  });

  it('at all makes every verdict unknown, then asks again once it is back', async () => {
    zone.publish('northwind.example', 'v=spf1 ip4:192.0.2.1 -all');
    zone.goAway();
    const senders = verifier();
    const [raw, envelope] = await signedAndSent();
    for (let i = 0; i < 5; i++)
      expect(await senders.verify(raw, envelope)).toMatchObject({ verdict: 'unknown' });
    expect(await senders.reachable()).toBe(false);
    zone.heal();
    now += 60_000;
    expect(await senders.reachable()).toBe(true);
    expect(await senders.verify(raw, envelope)).toMatchObject({ spf: 'pass', verdict: 'pass' });
  });

  it('does not hold back a pass of a signature for an SPF record', async () => {
    zone.fail('northwind.example');
    const [raw, envelope] = await signedAndSent();
    expect(await verify(raw, envelope)).toMatchObject({ spf: 'temperror', verdict: 'pass' });
  });
});

describe('many mails', () => {
  it('that cannot differ are checked once', async () => {
    zone.publish('northwind.example', 'v=spf1 ip4:192.0.2.1 -all');
    const mails = Array.from({ length: 20 }, (_, i) => ({
      raw: mailFrom(FROM, { body: `Your code is ${i}\r\n` }),
      envelope: sentBy(i < 10 ? '192.0.2.1' : '192.0.2.2'),
    }));
    const found = verifier().verifyEach(mails);
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
