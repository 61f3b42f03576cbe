import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { cachedResolver } from '../../src/dns/resolver.js';
import { createSenderVerifier } from '../../src/sender/verify.js';
import { startSendingApi, type SendingApi, type SendingTestInbox } from '../support/sending-api.js';
import { createZone } from '../support/dns-zone.js';

let api: SendingApi;
let key: string;
let inbox: SendingTestInbox;

beforeAll(async () => {
  // Where `api.receive` has its mail from.
  const dns = createZone();
  for (const domain of ['example.com', 'evil.test'])
    dns.publish(domain, 'v=spf1 ip4:192.0.2.1 -all');
  const verifier = createSenderVerifier(cachedResolver(dns));
  api = await startSendingApi({ parts: { verifier } });
});
beforeEach(async () => {
  ({ key } = await api.createOrg());
  inbox = await api.createInbox(key);
  api.handed.length = 0;
});
afterAll(() => api.close());

const message = { subject: 'Order', text: 'Hello' };

/** What the recipient's mail server sends back for the mail that was handed over last. */
const bounceOf = (
  address: string,
  status: string,
  said: string,
  by = 'mx.example.com',
) => `From: MAILER-DAEMON@${by}
Subject: Undelivered Mail Returned to Sender
Message-ID: <${Math.random()}@mx.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

<${address}>: ${said}
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ${address}
Action: failed
Status: ${status}
Diagnostic-Code: smtp; ${said}

--b
Content-Type: message/rfc822

${api.handed.at(-1)!.raw.toString().replaceAll('\r\n', '\n')}
--b--
`;

async function receive(mail: string, to = inbox, mailFrom?: string) {
  const id = await api.receive(to, mail, mailFrom);
  await api.background.processing.process([id], { workflowId: 'processInbound:x', attempt: 1 });
}

const send = async (to: string | string[]) => {
  const { status, body } = await api.send(key, inbox, { ...message, to });
  return { code: status, ...(body as { id: string; error: string }) };
};
const suppressions = async () =>
  (await api.call<{ data: unknown[] }>('GET', '/v1/suppressions', { key })).body.data;
const statusOf = async (id: string) =>
  (await api.call<{ status: string }>('GET', `/v1/emails/${id}`, { key })).body.status;

describe('a mail that came back', () => {
  it('is shown as bounced, and its recipient is not written to until somebody says so', async () => {
    const to = 'nobody@example.com';
    const { id } = await send(to);
    await receive(bounceOf(to, '5.1.1', '550 5.1.1 User unknown'));

    expect(await statusOf(id)).toBe('bounced');
    expect(await suppressions()).toMatchObject([
      { address: to, reason: 'bounce', email_id: id, detail: '550 5.1.1 User unknown' },
    ]);
    const refused = await send('Nobody@Example.com');
    expect(refused.code).toBe(400);
    expect(refused.error).toMatch(/nobody@example\.com.*is suppressed: mail to it bounced/i);

    await api.call('DELETE', `/v1/suppressions/${to}`, { key });
    expect((await send(to)).code).toBe(200);
  });

  it('is shown as sent where others got it, and a full mailbox is written to again', async () => {
    const to = ['full@example.com', 'someone@example.com'];
    const { id } = await send(to);
    await receive(bounceOf('full@example.com', '5.2.2', '552 5.2.2 Mailbox full'));

    expect(await statusOf(id)).toBe('sent');
    expect(await suppressions()).toEqual([]);
    expect((await send(to)).code).toBe(200);
  });

  it('is not believed to when the bounce reaches another inbox or names somebody else', async () => {
    const to = 'nobody@example.com';
    const { id } = await send(to);
    const other = await api.createInbox(key);
    await receive(bounceOf(to, '5.1.1', '550 5.1.1 User unknown'), other);
    await receive(bounceOf('someone@example.com', '5.1.1', '550 5.1.1 User unknown'));

    expect(await statusOf(id)).toBe('sent');
    expect(await suppressions()).toEqual([]);
  });

  it('is not believed to by the server of another recipient', async () => {
    const to = ['victim@example.com', 'eve@evil.test'];
    const { id } = await send(to);
    const forged = (victim: string) => bounceOf(victim, '5.1.1', '550 5.1.1 Unknown', 'evil.test');
    await receive(forged('victim@example.com'), inbox, 'postmaster@evil.test');
    expect(await suppressions()).toEqual([]);
    expect((await send(to)).code).toBe(200);

    await receive(forged('eve@evil.test'), inbox, 'postmaster@evil.test');
    expect(await suppressions()).toMatchObject([{ address: 'eve@evil.test' }]);
    expect(await statusOf(id)).toBe('sent');
  });
});
