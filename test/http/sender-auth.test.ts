import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { dnsOverHttps } from '../../src/dns/doh.js';
import { startDohServer, type DohServer } from '../support/doh-server.js';
import { withCode } from '../support/mail.js';
import { startMailApi, until, type MailApi, type TestInbox } from '../support/mail-api.js';
import { createSigner, mailFrom } from '../support/signed-mail.js';
import { INBOUND_SECRET } from '../support/start-api.js';

// No run verifies anything here: Temporal is stopped, as far as this API knows.

const northwind = createSigner('northwind.example');
const FROM = 'Northwind <no-reply@northwind.example>';
const PASS = {
  spf: 'none',
  dkim: 'pass',
  dmarc: 'none',
  policy: null,
  arc: 'none',
  aligned_domain: 'northwind.example',
  verdict: 'pass',
  flags: [],
};

let doh: DohServer;
let api: MailApi;
let key: string;
let inbox: TestInbox;

beforeAll(async () => {
  doh = await startDohServer();
  doh.publish(northwind.keyName, northwind.keyRecord);
  api = await startMailApi({ dns: dnsOverHttps(doh.url, doh.transport) });
});
beforeEach(async () => {
  const org = await api.createOrg();
  key = org.key;
  inbox = await api.createInbox(org.orgId);
});
afterAll(async () => {
  await api.close();
  await doh.close();
});

const get = (rest: string) => api.call('GET', `/v1/inboxes/${inbox.inboxId}/${rest}`, { key });
const signed = (from = FROM, signer = northwind) => signer.sign(mailFrom(from));
const deliver = async (raw: Buffer, code = '482913') => api.deliver(inbox, withCode(code), raw);
const opened = () => until(() => api.open.waits.size > 0);
const authOf = async (id: string) =>
  (await api.call('GET', `/v1/emails/${id}`, { key })).body.auth as { verdict: string } | null;

describe('require_auth=true', () => {
  it('on /otp answers with a mail that is there already, and says why', async () => {
    const id = await deliver(await signed());

    const reply = await get('otp?require_auth=true');

    expect(reply.body).toMatchObject({ email_id: id, code: '482913', auth: PASS });
    expect((await get('emails')).body.data[0]).toMatchObject({ id, auth: PASS });
    expect(await authOf(id)).toEqual(PASS);
  });

  it('on /wait answers with a mail that arrives later', async () => {
    const answer = get('wait?require_auth=true');
    await opened();
    const id = await deliver(await signed());
    expect((await answer).body).toMatchObject({ id, auth: PASS });
  });

  it('passes over what is forged, whatever came with it', async () => {
    const answer = get('otp?require_auth=true');
    await opened();
    const extra = 'Authentication-Results: mail.test; dkim=pass header.d=northwind.example\r\n';
    const forged = await deliver(mailFrom(FROM, { extra }), '000000');
    const broken = (await signed()).toString().replace('482913', '000000');
    const changed = await deliver(Buffer.from(broken), '000000');
    await deliver(await signed());

    expect((await answer).body).toMatchObject({ code: '482913', auth: { verdict: 'pass' } });
    expect(await authOf(forged)).toMatchObject({ verdict: 'none' });
    expect(await authOf(changed)).toMatchObject({ dkim: 'fail', verdict: 'fail' });
  });

  it('runs out with 204 when nothing is verified', async () => {
    await deliver(mailFrom(FROM));
    expect((await get('otp?require_auth=true&timeout=2')).status).toBe(204);
  });

  it('gives the same answer each time with since', async () => {
    const id = await deliver(await signed());
    for (let i = 0; i < 2; i++)
      expect((await get('otp?require_auth=true&since=2020-01-01T00:00:00Z')).body).toMatchObject({
        email_id: id,
      });
  });

  it('hands a code out once per key', async () => {
    await deliver(await signed());
    expect((await get('otp?require_auth=true')).status).toBe(200);
    expect((await get('otp?require_auth=true&timeout=1')).status).toBe(204);
  });

  it('does not answer with what is unknown, until it is known', async () => {
    const other = createSigner('southwind.example');
    doh.publish(other.keyName, other.keyRecord);
    doh.fail(other.keyName);
    const answer = get('otp?require_auth=true&timeout=30');
    await opened();
    const id = await deliver(await signed('a@southwind.example', other));
    await until(async () => (await authOf(id))?.verdict === 'unknown');

    doh.heal();
    // Not in a quarter of a minute, as it would be.
    await api.database.query(`UPDATE sender_checks SET retry_at = now()`);

    expect((await answer).body).toMatchObject({ email_id: id, auth: { verdict: 'pass' } });
  });

  it('is heard of at once when another process verifies the sender', async () => {
    const later = await api.createInbox(inbox.orgId);
    const second = await startMailApi({ beside: api, dns: dnsOverHttps(doh.url, doh.transport) });
    const path = `/v1/inboxes/${later.inboxId}/wait?require_auth=true`;
    const answers = [api, second].map((at) =>
      at.call('GET', `${path}&since=2020-01-01T00:00:00Z`, { key }),
    );
    await until(() => api.open.waits.size + second.open.waits.size === 2);
    const id = await api.deliver(later, {}, await signed());
    for (const answer of answers) expect((await answer).body.id).toBe(id);
    await second.close();
  });

  it('left out answers at once, with what is known', async () => {
    await deliver(mailFrom(FROM));
    expect((await get('otp')).body).toMatchObject({ code: '482913', auth: null });
  });
});

describe('POST /v1/inbound', () => {
  const postInbound = async (more: object) => {
    const { body, status } = await api.call('POST', '/v1/inbound', {
      headers: { Authorization: `Bearer ${INBOUND_SECRET}` },
      body: { from: 'a@eastwind.example', to: [inbox.address], text: 'Hello', ...more },
    });
    return { status, body, id: (body.ids as string[] | undefined)?.[0] ?? '' };
  };
  /** A wait for a verified mail has the mail verified. */
  const verified = async (id: string) => {
    await get('wait?require_auth=true&timeout=2');
    return authOf(id);
  };

  beforeAll(() => doh.publish('eastwind.example', 'v=spf1 ip4:198.51.100.7 -all'));

  it.each([
    ['nothing', {}, { spf: 'none', verdict: 'none' }],
    ['remote_ip', { remote_ip: '198.51.100.7' }, { spf: 'pass', verdict: 'pass' }],
    ['a remote_ip that may not', { remote_ip: '198.51.100.8' }, { spf: 'fail', verdict: 'none' }],
    [
      'mail_from',
      { remote_ip: '198.51.100.7', mail_from: 'x@westwind.example', helo: 'mx.westwind.example' },
      { spf: 'none', verdict: 'none' },
    ],
    [
      'helo for a bounce',
      { remote_ip: '198.51.100.7', mail_from: '', helo: 'eastwind.example' },
      { spf: 'pass', aligned_domain: 'eastwind.example' },
    ],
  ])('checks SPF by %s', async (_what, more, expected) => {
    const { id } = await postInbound(more);
    expect(await verified(id)).toMatchObject(expected);
  });

  it.each([
    ['none', { dmarc: 'fail', policy: 'none', verdict: 'none' }],
    ['quarantine', { dmarc: 'fail', policy: 'quarantine', verdict: 'fail' }],
    ['reject', { dmarc: 'fail', policy: 'reject', verdict: 'fail' }],
  ])('judges mail of others under a policy of %s', async (policy, expected) => {
    const from = `a@${policy}.example`;
    doh.publish(`_dmarc.${policy}.example`, `v=DMARC1; p=${policy}`);
    // SPF passes for the sender of the envelope, which is somebody else.
    const { id } = await postInbound({
      from,
      remote_ip: '198.51.100.7',
      mail_from: 'x@eastwind.example',
    });
    const auth = await verified(id);
    expect(auth).toMatchObject({ spf: 'pass', aligned_domain: null, ...expected });
  });

  it('shows where the mail came from in its trace', async () => {
    const { id } = await postInbound({ remote_ip: '198.51.100.7', helo: 'mx.eastwind.example' });
    const { body } = await api.call('GET', `/v1/emails/${id}/raw`, { key });
    expect(body).toContain('Received: from mx.eastwind.example ([198.51.100.7])');
  });

  it.each([
    ['remote_ip', { remote_ip: 'somewhere' }],
    ['helo', { helo: 7 }],
    ['mail_from', { mail_from: ['a@b.example'] }],
  ])('refuses a wrong %s with 400', async (field, more) => {
    const { status, body } = await postInbound(more);
    expect(status).toBe(400);
    expect(body.error).toContain(field);
  });
});
