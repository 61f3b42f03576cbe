import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SenderEnvelope } from '../../src/sender/auth.js';
import { createSigner, mailFrom } from '../support/signed-mail.js';
import { FROM, mailer, northwind, plain, sentBy, startZone } from './senders.js';

// The library reads a text here, whatever its types say.
const FIELDS_WITHOUT_FROM = 'subject:to' as never;

let dns: ReturnType<typeof startZone>;
beforeEach(() => {
  dns = startZone();
});
const verify = (raw: Buffer, envelope?: SenderEnvelope) => dns.verify(raw, envelope);

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
    if (request) dns.policy(`v=DMARC1; p=${request}`);
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
      dns.policy(record);
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
    expect(dns.zone.asked.filter((question) => question.includes('many'))).toHaveLength(10);
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
    dns.zone.publish('northwind.example', record);
    dns.zone.publish('northwind.example', '192.0.2.1', 'A');
    dns.zone.publish('northwind.example', { priority: 10, exchange: 'mx.northwind.example' }, 'MX');
    dns.zone.publish('mx.northwind.example', '192.0.2.1', 'A');
    dns.zone.publish('mailer.example', 'v=spf1 ip4:192.0.2.1 -all');
    expect(await verify(plain, sentBy('192.0.2.1'))).toMatchObject({ spf, verdict });
  });

  it.each(['2001:db8::1', '::ffff:192.0.2.1'])('knows the address %s', async (address) => {
    dns.zone.publish('northwind.example', 'v=spf1 ip6:2001:db8::/32 ip4:192.0.2.0/24 -all');
    expect(await verify(plain, sentBy(address))).toMatchObject({ spf: 'pass', verdict: 'pass' });
  });

  it('of another envelope domain passes for nobody', async () => {
    dns.zone.publish('mailer.example', 'v=spf1 ip4:192.0.2.1 -all');
    const envelope = sentBy('192.0.2.1', 'x@mailer.example');
    expect(await verify(plain, envelope)).toMatchObject({ spf: 'pass', verdict: 'none' });
    dns.policy('v=DMARC1; p=none');
    expect(await verify(plain, envelope)).toMatchObject({ dmarc: 'fail', verdict: 'none' });
  });

  it.each([
    ['relaxed', 'v=DMARC1; p=reject', 'pass'],
    ['strict', 'v=DMARC1; p=reject; aspf=s', 'fail'],
  ])('of a subdomain under %s alignment: %s gives %s', async (_case, record, verdict) => {
    dns.policy(record);
    dns.zone.publish('bounce.northwind.example', 'v=spf1 ip4:192.0.2.1 -all');
    const envelope = sentBy('192.0.2.1', 'x@bounce.northwind.example');
    expect(await verify(plain, envelope)).toMatchObject({ spf: 'pass', dmarc: verdict, verdict });
  });

  it('of the null sender is that of the name in HELO', async () => {
    dns.zone.publish('mx.northwind.example', 'v=spf1 ip4:192.0.2.1 -all');
    expect(await verify(plain, sentBy('192.0.2.1', ''))).toMatchObject({
      spf: 'pass',
      aligned_domain: 'mx.northwind.example',
    });
  });

  it('is none, and nothing is asked, for an unsigned mail of which nobody says where it came from', async () => {
    dns.policy('v=DMARC1; p=reject');
    expect(await verify(plain)).toMatchObject({ spf: 'none', dmarc: 'none', verdict: 'none' });
    expect(dns.zone.asked).toEqual([]);
  });
});

describe('DMARC', () => {
  it.each([
    ['the record of the organization for a subdomain', 'a@mail.northwind.example', 'none', 'fail'],
    ['no record of another organization', 'a@southwind.example', null, 'none'],
  ])('takes %s', async (_case, from, request, dmarc) => {
    dns.policy('v=DMARC1; p=quarantine; sp=none');
    expect(await verify(mailFrom(from), sentBy('192.0.2.1'))).toMatchObject({
      dmarc,
      policy: request,
      verdict: 'none',
    });
  });

  it('gives nobody a right to speak for a domain of the same public suffix', async () => {
    const other = createSigner('evil.co.uk');
    dns.zone.publish(other.keyName, other.keyRecord);
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
    dns.zone.publish(signer.keyName, signer.keyRecord);
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
    dns.zone.fail(mailer.keyName);
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
