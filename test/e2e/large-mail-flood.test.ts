import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { connect, type RawClient } from '../smtp/raw-client.js';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox, newCode, sendCode, type Inbox } from './mail.js';
import type { RestClient } from './rest-client.js';

const MiB = 1024 * 1024;
const MAILS = 40;
const MAIL_BYTES = 24 * MiB;
// What 256 MiB of mail may cost, the thread that reads large mail and small mail beside it included.
const MOST_ABOVE_IDLE = 400 * MiB;
const LONG = 300_000;

const LINE = `${'QUJD'.repeat(19)}\r\n`;
const HEAD =
  'From: a@sender.test\r\nSubject: Large\r\nMIME-Version: 1.0\r\n' +
  'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n' +
  'Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n';
const LARGE = Buffer.from(`${HEAD}${LINE.repeat(MAIL_BYTES / LINE.length)}\r\n--b--\r\n.\r\n`);

/** Resident bytes of a process. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) * 1024;
}

describe('a flood of large mail', () => {
  let installation: SharedInstallation;
  let service: RunningService;
  let client: RestClient;
  const open: RawClient[] = [];

  const start = async () => {
    installation = await createSharedInstallation();
    service = await installation.start();
    client = await installation.client(service);
  };
  afterEach(async () => {
    for (const one of open.splice(0)) one.close();
    await installation.remove();
  });

  /** Sends a large mail from an address of loopback as far as it is let; the last reply. */
  async function sendLarge(from: string, { address }: Inbox): Promise<string> {
    const session = await connect(service.smtp.port, from);
    open.push(session);
    const lines = [
      'EHLO a',
      `MAIL FROM:<a@sender.test> SIZE=${LARGE.length}`,
      `RCPT TO:<${address}>`,
      'DATA',
    ];
    for (const line of lines) {
      const reply = await session.command(line);
      if (!/^[23]/.test(reply)) return reply;
    }
    session.send(LARGE);
    return session.reply();
  }

  /** A small mail comes in and is read. */
  async function receiveCode(inbox: Inbox): Promise<void> {
    const code = newCode();
    await sendCode(service, inbox, code);
    expect(await client.read(`/v1/inboxes/${inbox.id}/otp?timeout=20`)).toMatchObject({ code });
  }

  it(
    'of many senders, with storage stalled, costs no more memory than its budget',
    async () => {
      await start();
      const inboxes: Inbox[] = [];
      while (inboxes.length < MAILS) inboxes.push(await createInbox(client));
      await receiveCode(inboxes[0]!);
      const idle = await residentBytes(service.pid);
      const seen: number[] = [];
      const replies: string[] = [];
      await installation.database.database.transaction(async (manager) => {
        await manager.query('LOCK TABLE stored_messages IN ACCESS EXCLUSIVE MODE');
        const flood = inboxes.map(async (inbox, n) => {
          replies.push(await sendLarge(`127.0.1.${n + 1}`, inbox));
        });
        let over = false;
        const ended = Promise.all(flood).then(() => (over = true));
        for (; !over; await delay(50)) seen.push(await residentBytes(service.pid));
        await ended;
      });
      expect(replies.filter((reply) => reply.startsWith('452 4.3.1')).length).toBeGreaterThan(20);
      expect(replies.every((reply) => reply.startsWith('45'))).toBe(true);
      expect(Math.max(...seen) - idle).toBeLessThan(MOST_ABOVE_IDLE);
    },
    LONG,
  );

  it(
    'of one sender leaves the mail of others alone',
    async () => {
      await start();
      const [crowded, quiet] = [await createInbox(client), await createInbox(client)];
      const flood = Promise.all(
        Array.from({ length: MAILS }, () => sendLarge('127.0.0.2', crowded)),
      );
      for (let mails = 0; mails < 10; mails++) {
        await receiveCode(quiet);
      }
      const replies = await flood;
      expect(replies.filter((reply) => reply.startsWith('451 4.7.1')).length).toBeGreaterThan(30);
      await eventually(async () => {
        const metrics = await (await fetch(service.metrics)).text();
        return /^restante_held_bytes 0$/m.test(metrics);
      });
    },
    LONG,
  );
});
