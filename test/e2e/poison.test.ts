import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { acceptedAs, createInbox, newCode, processed, sendCode, type Inbox } from './mail.js';
import type { RestClient } from './rest-client.js';

const BURST = 30;

describe('a mail with more fields than anybody sends', () => {
  let installation: SharedInstallation;
  let service: RunningService;
  let client: RestClient;

  beforeAll(async () => {
    installation = await createSharedInstallation();
    service = await installation.start();
    client = await installation.client(service);
  });
  afterAll(() => installation.remove());

  const poison = Buffer.from(
    `From: a@sender.test\r\n${'X-Poison: x\r\n'.repeat(600_000)}\r\nHello\r\n`,
  );

  const sendPoison = async ({ address }: Inbox) => {
    const transport = createTransport({ host: service.smtp.host, port: service.smtp.port });
    const envelope = { from: 'a@sender.test', to: address };
    const { response } = await transport.sendMail({ envelope, raw: poison });
    transport.close();
    return acceptedAs(response);
  };

  it('in a burst holds up no other mail, is listed and can be downloaded', async () => {
    const inbox = await createInbox(client);
    const others = await Promise.all(Array.from({ length: BURST }, () => createInbox(client)));
    const poisoned = sendPoison(inbox);
    const answered = others.map(async (other) => {
      const code = newCode();
      const wait = client.read(`/v1/inboxes/${other.id}/otp?timeout=20`);
      const emailId = await sendCode(service, other, code);
      expect(await wait).toMatchObject({ code, email_id: emailId });
      return emailId;
    });
    const received = await Promise.all(answered);

    const emailId = await poisoned;
    const { data } = await client.read(`/v1/inboxes/${inbox.id}/emails`);
    expect(data).toMatchObject([{ id: emailId, size: poison.length }]);
    expect(['pending', 'complete']).toContain(data[0].parse_status);
    const raw = await client.download(`/v1/emails/${emailId}/raw`);
    expect(raw.subarray(-poison.length).equals(poison)).toBe(true);
    for (const other of received)
      await eventually(async () => (await processed(client, other)).outcome === 'ok');
  });
});
