import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import type { ShownDomain } from '../resources/domains/api.js';
import { refused } from '../../src/outbound/outcome.js';
import { createDns, publishAll, type TestDns } from '../resources/domains/dns.js';
import { haveSent } from '../resources/domains/sent.js';
import { until } from '../support/mail-api.js';
import { startSendingApi, type SendingApi, type SendingTestInbox } from '../support/sending-api.js';

let dns: TestDns;
let api: SendingApi;
let key: string;
let orgId: string;
let domain: ShownDomain;
let inbox: SendingTestInbox;
let names = 0;

beforeAll(async () => {
  dns = createDns();
  api = await startSendingApi({ parts: { resolvers: dns.resolvers } });
});
beforeEach(async () => {
  ({ key, orgId } = await api.createOrg());
  const name = `sends${++names}.example`;
  const made = { key, body: { domain: name } };
  domain = (await api.call<ShownDomain>('POST', '/v1/domains', made)).body;
  publishAll(dns, domain.dns_records);
  await api.background.domainCare.looking.look(domain.id);
  inbox = await api.createInbox(key, { local_part: 'agent', domain: name });
  api.handed.length = 0;
  api.worker.running = true;
});
afterAll(() => api.close());

const MESSAGE = { to: 'somebody@elsewhere.example', subject: 'Hello', text: 'Hello' };
const send = () => api.send(key, inbox, MESSAGE);

/** A mail that was to leave later, and is due now; answers its id. */
async function sendLater(): Promise<string> {
  api.worker.running = false;
  const later = { ...MESSAGE, send_at: new Date(Date.now() + 3_600_000).toISOString() };
  const { body } = await api.send(key, inbox, later);
  const id = body.email_id as string;
  await api.database.query('UPDATE sends SET send_at = now() WHERE email_id = $1', [id]);
  return id;
}

/** What a mail is after an attempt. */
async function attempt(id: string): Promise<unknown> {
  await api.attempts.attempt(id, 'sendEmail:x');
  return (await api.call('GET', `/v1/emails/${id}`, { key })).body;
}

const verdictOn = async (raw: Buffer) => {
  const resolver = async () => [[domain.more_records.dkim_txt.value]];
  const { results } = await dkimVerify(raw, { resolver });
  return results.map(({ signingDomain, status }) => [signingDomain, status.result]);
};

const fail = (reason: string) =>
  api.database.query(`UPDATE domains SET status = 'FAILED', reason = $2 WHERE id = $1`, [
    domain.id,
    reason,
  ]);

describe('mail of an own domain', () => {
  it('leaves signed, and is shown as it left', async () => {
    const { body } = await send();
    expect(body).toMatchObject({ ok: true, status: 'sent' });
    const [left] = api.handed;
    expect(left!.envelopeFrom).toBe(inbox.address);
    expect(await verdictOn(left!.raw)).toEqual([[domain.domain, 'pass']]);
    const raw = await api.call<string>('GET', `/v1/emails/${body.email_id}/raw`, { key });
    expect(raw.body).toBe(left!.raw.toString());
  });

  it('does not leave while the key cannot be opened', async () => {
    await api.database.query(
      `UPDATE dkim_keys SET sealed_private_key = '\\x00' WHERE domain_id = $1`,
      [domain.id],
    );
    const id = await sendLater();
    expect(await attempt(id)).toMatchObject({ status: 'sending' });
    expect(api.handed).toEqual([]);
  });

  it('is refused where the domain is FAILED, and told why', async () => {
    await fail('spf is missing');
    const reply = await send();
    expect(reply).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('spf is missing') },
    });
  });

  it('fails where the domain is FAILED by the time that it is to leave', async () => {
    const id = await sendLater();
    await fail('mx is missing');
    expect(await attempt(id)).toMatchObject({ status: 'failed' });
    expect(api.handed).toEqual([]);
  });

  it('stops where servers refuse too much of it for ever, and not where we do', async () => {
    await haveSent(api.database, { orgId, inboxId: inbox.id, mails: 45, bounces: 0 });
    const shown = async () =>
      (await api.call<{ sending: string }>('GET', `/v1/domains/${domain.id}`, { key })).body;
    const theirs = Array<string>(5).fill('550 5.1.1 no such user');
    for (const response of ['an address is not valid', ...theirs]) {
      api.outcomes.push(refused(response));
      await send();
    }
    await until(async () => (await shown()).sending === 'stopped');
    expect(await shown()).toMatchObject({
      sending_stopped: { reason: 'bounces', mails: 50, count: 5 },
    });
    expect(await send()).toMatchObject({ status: 403 });
  });
});
