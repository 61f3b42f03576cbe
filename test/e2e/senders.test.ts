import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startDohServer, type DohServer } from '../support/doh-server.js';
import { createSigner, mailFrom } from '../support/signed-mail.js';
import { eventually } from './eventually.js';
import { createSharedInstallation, type RunningService } from './installation.js';
import { acceptedAs, createInbox, timeline, type Inbox } from './mail.js';
import type { RestClient } from './rest-client.js';

const northwind = createSigner('northwind.example');
const FROM = 'Northwind <no-reply@northwind.example>';

let doh: DohServer;
beforeAll(async () => {
  doh = await startDohServer();
  doh.publish(northwind.keyName, northwind.keyRecord);
  doh.publish('_dmarc.northwind.example', 'v=DMARC1; p=reject');
  doh.publish('sender.example', 'v=spf1 ip4:127.0.0.1 -all');
});
afterAll(() => doh.close());

async function send(
  { smtp }: RunningService,
  { address }: Inbox,
  raw: Buffer,
  from = 'x@mailer.example',
) {
  const transport = createTransport({ host: smtp.host, port: smtp.port });
  const { response } = await transport.sendMail({ envelope: { from, to: [address] }, raw });
  transport.close();
  return acceptedAs(response);
}

describe.each([
  ['with a worker', 'api,smtp,worker'],
  ['without a worker', 'api,smtp'],
])('senders of mail by SMTP, %s', (_case, roles) => {
  let installation: Awaited<ReturnType<typeof createSharedInstallation>>;
  let service: RunningService;
  let client: RestClient;

  beforeAll(async () => {
    installation = await createSharedInstallation({ DOH_URL: doh.url });
    service = await installation.start({ settings: { ROLES: roles } });
    client = await installation.client(service);
  });
  afterAll(() => installation.remove());

  it('are verified for those who ask for it', async () => {
    const inbox = await createInbox(client);
    const answer = client.get(`/v1/inboxes/${inbox.id}/otp?require_auth=true&timeout=30`);
    const forged = await send(service, inbox, mailFrom(FROM, { body: 'Your code is 305817\r\n' }));
    // On a busy machine its parse may be put off; then nobody would wait for it any more.
    await eventually(
      async () =>
        (await client.read<{ parse_status: string }>(`/v1/emails/${forged}`)).parse_status ===
        'complete',
      20_000,
    );
    const id = await send(service, inbox, await northwind.sign(mailFrom(FROM)));

    const { status, body } = await answer;

    expect([status, body]).toMatchObject([
      200,
      { code: '482913', email_id: id, auth: { dkim: 'pass', dmarc: 'pass', verdict: 'pass' } },
    ]);
    const forgedAuth = await eventually(
      async () => (await client.read<{ auth: object | null }>(`/v1/emails/${forged}`)).auth,
    );
    expect(forgedAuth).toMatchObject({ dmarc: 'fail', verdict: 'fail' });
    const step = (await timeline(client, id)).find((s) => s.step === 'authenticated');
    expect(step).toMatchObject({ outcome: 'pass', attempts: 1, at: expect.any(String) });
  });

  it('are verified by the address their server connects from', async () => {
    const inbox = await createInbox(client);
    const answer = client.get(`/v1/inboxes/${inbox.id}/wait?require_auth=true&timeout=30`);
    const id = await send(service, inbox, mailFrom('a@sender.example'), 'bounce@sender.example');
    const { status, body } = await answer;
    expect([status, body]).toMatchObject([200, { id, auth: { spf: 'pass', verdict: 'pass' } }]);
  });
});

describe('with a worker', () => {
  it('every mail is verified, also while nobody asks, and again when the DNS was away', async () => {
    const installation = await createSharedInstallation({ DOH_URL: doh.url });
    try {
      const service = await installation.start();
      const client = await installation.client(service);
      const inbox = await createInbox(client);
      doh.refuse(503);
      const id = await send(service, inbox, await northwind.sign(mailFrom(FROM)));
      const verdict = async () => {
        const { auth } = await client.read<{ auth: { verdict: string } | null }>(
          `/v1/emails/${id}`,
        );
        return auth?.verdict;
      };
      await eventually(async () => (await verdict()) === 'unknown');
      doh.refuse(null);
      // A quarter of a minute after the first try.
      await eventually(async () => (await verdict()) === 'pass');
      const step = (await timeline(client, id)).find((s) => s.step === 'authenticated');
      const workflow_id = `verifySenders:${installation.taskQueue}`;
      expect(step).toMatchObject({ outcome: 'pass', workflow_id });
    } finally {
      doh.refuse(null);
      await installation.remove();
    }
  });
});
