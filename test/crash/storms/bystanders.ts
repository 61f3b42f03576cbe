import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type RawClient } from '../../smtp/raw-client.js';
import type { Scene } from './scene.js';

/** What those who look on were told. */
export interface Told {
  /** Milliseconds from connecting to the 250, of each small mail. */
  readonly mails: number[];
  /** Replies to small mail that are no 250. */
  readonly refusals: string[];
  readonly messageIds: string[];
  /** Ids of API keys that were answered with 201. */
  readonly keys: string[];
  /** Subjects of mail to be sent that were answered with 202. */
  readonly sent: string[];
}

// Another host than the one that storms.
const ADDRESS = '127.0.0.9';
const MAIL_EVERY = 200;
const WRITE_EVERY = 50;
const SEND_EVERY = 300;

/** Small mail, writes and sends until `stop`, at a pace that a service at rest does not feel. */
export async function lookOn(scene: Scene, told: Told, stop: AbortSignal): Promise<void> {
  const every = async (milliseconds: number, work: () => Promise<void>) => {
    while (!stop.aborted) {
      await work();
      await sleep(milliseconds);
    }
  };
  await Promise.all([
    every(MAIL_EVERY, () => deliver(scene, told)),
    every(WRITE_EVERY, () => write(scene, told)),
    every(SEND_EVERY, () => send(scene, told)),
  ]);
}

/** Nobody was told anything yet. */
export const nothing = (): Told => ({
  mails: [],
  refusals: [],
  messageIds: [],
  keys: [],
  sent: [],
});

async function deliver({ service, calm }: Scene, told: Told): Promise<void> {
  const began = performance.now();
  const messageId = `<${randomUUID()}@northwind.example>`;
  const client = await connect(service.smtp.port, ADDRESS);
  const reply = await handOver(client, calm.address, smallMail(messageId));
  client.close();
  if (!reply.startsWith('250')) {
    told.refusals.push(reply);
    return;
  }
  told.mails.push(performance.now() - began);
  told.messageIds.push(messageId);
}

/** Says one mail; the first reply that is not the usual one, or the last one. */
export async function handOver(
  client: RawClient,
  recipient: string,
  message: string,
): Promise<string> {
  const commands = [
    'EHLO sender.test',
    `MAIL FROM:<bounce@northwind.example> SIZE=${message.length}`,
    `RCPT TO:<${recipient}>`,
    'DATA',
  ];
  for (const command of commands) {
    const reply = await client.command(command);
    if (!/^[23]/.test(reply)) return reply;
  }
  client.send(`${message}\r\n.\r\n`);
  return client.reply();
}

const smallMail = (messageId: string) =>
  [
    'From: Northwind <no-reply@northwind.example>',
    'Subject: Your code',
    `Message-ID: ${messageId}`,
    '',
    'Your verification code is 482913',
  ].join('\r\n');

async function write({ client }: Scene, told: Told): Promise<void> {
  const { status, body } = await client.call('POST', '/v1/orgs/me/api-keys', {
    body: { name: 'storm' },
  });
  if (status === 201) told.keys.push((body as { id: string }).id);
}

async function send({ client, calm }: Scene, told: Told): Promise<void> {
  const subject = randomUUID();
  const { status } = await client.call('POST', `/v1/inboxes/${calm.id}/send`, {
    body: { to: 'kim@example.com', subject, text: 'Hi' },
  });
  if (status < 300) told.sent.push(subject);
}
