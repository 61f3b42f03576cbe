import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startDohServer, type DohServer } from '../support/doh-server.js';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.js';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { acceptedAs, createInbox, processed, type Inbox } from './mail.js';
import type { RestClient } from './rest-client.js';

let sink: SmtpSink;
let doh: DohServer;
let installation: SharedInstallation;
let service: RunningService;
let client: RestClient;

beforeAll(async () => {
  [sink, doh] = await Promise.all([startSmtpSink(), startDohServer()]);
  for (const domain of ['mx.people.test', 'mx.evil.test'])
    doh.publish(domain, 'v=spf1 ip4:127.0.0.1 -all');
  installation = await createSharedInstallation({
    OUTBOUND_URL: `smtp://127.0.0.1:${sink.port}`,
    DOH_URL: doh.url,
  });
  service = await installation.start();
  client = await installation.client(service);
});
afterAll(async () => {
  await installation.remove();
  await sink.close();
  await doh.close();
});

interface Bounce {
  readonly by: string;
  readonly about: string;
  readonly returned: Buffer;
  readonly head?: string;
}

const bounceOf = ({ by, about, returned, head = '' }: Bounce) =>
  Buffer.concat([
    Buffer.from(
      [
        `${head}From: MAILER-DAEMON@${by}`,
        'Subject: Undelivered Mail Returned to Sender',
        `Message-ID: <${Math.random()}@${by}>`,
        'MIME-Version: 1.0',
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
        '',
        '--b',
        'Content-Type: message/delivery-status',
        '',
        `Reporting-MTA: dns; ${by}`,
        '',
        `Final-Recipient: rfc822; ${about}`,
        'Action: failed',
        'Status: 5.1.1',
        'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
        '',
        '--b',
        'Content-Type: message/rfc822',
        '',
        '',
      ].join('\r\n'),
    ),
    returned,
    Buffer.from('\r\n--b--\r\n'),
  ]);

/** Hands a bounce over as a mail server does, and waits until it was read. */
async function handOver({ address }: Inbox, bounce: Bounce) {
  const { host, port } = service.smtp;
  const transport = createTransport({ host, port, name: bounce.by });
  const envelope = { from: '', to: [address] };
  const { response } = await transport.sendMail({ envelope, raw: bounceOf(bounce) });
  transport.close();
  await eventually(async () => (await processed(client, acceptedAs(response))).at !== null);
}

const suppressed = async () =>
  (await client.read<{ data: { address: string }[] }>('/v1/suppressions')).data.map(
    ({ address }) => address,
  );

describe('a bounce by SMTP', () => {
  it('counts when it comes from the server of the recipient or our own relay', async () => {
    const inbox = await createInbox(client);
    const to = ['victim@people.test', 'other@people.test', 'eve@evil.test'];
    await client.read(`/v1/inboxes/${inbox.id}/send`, { to, subject: 'Order', text: 'Hello' });
    const { data: returned } = sink.mails.find(({ data }) => data.includes('Subject: Order'))!;
    const about = 'victim@people.test';

    // A stranger, another recipient, and somebody who claims to be the server.
    for (const by of ['stranger.test', 'mx.evil.test', 'people.test'])
      await handOver(inbox, { by, about, returned });
    expect(await suppressed()).toEqual([]);

    await handOver(inbox, { by: 'mx.people.test', about, returned });
    expect(await suppressed()).toEqual([about]);

    const head = 'Received: by relay.test (Postfix) id 4Xy2; Fri, 20 Nov 2026 10:00:00 +0000\r\n';
    await handOver(inbox, { by: 'relay.test', about: 'other@people.test', returned, head });
    expect((await suppressed()).toSorted()).toEqual(['other@people.test', about]);
  });
});
