import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox, type Inbox } from './mail.js';
import type { RestClient } from './rest-client.js';

const LONG = 300_000;
// Milliseconds for a mail to get from inbox to inbox, also just after a start.
const ARRIVED_WITHIN = 120_000;
// Seconds until reminders: one while the service is down, one after the reply.
const FIRST = 3;
const SECOND = 30;

interface Sent {
  readonly id: string;
  readonly wait_id: string;
  readonly message_id: string;
  readonly thread_id: string;
}

interface Mail {
  readonly id: string;
  readonly subject: string;
  readonly text_body: string;
  readonly in_reply_to: string | null;
}

interface Wait {
  readonly status: string;
  readonly reminders_sent: number;
  readonly thread_id: string;
  readonly matches: readonly { readonly email_id: string }[];
}

describe('a mail whose reply is awaited', () => {
  let installation: SharedInstallation;
  let service: RunningService;
  let client: RestClient;
  let agent: Inbox;
  let friend: Inbox;

  const start = async () => {
    service = await installation.start();
    client = await installation.client(service);
  };
  const restart = async () => {
    service.kill('SIGKILL');
    await service.ended;
    await start();
  };

  beforeAll(async () => {
    installation = await createSharedInstallation();
    await start();
    [agent, friend] = [await createInbox(client), await createInbox(client)];
  }, LONG);
  afterAll(() => installation.remove(), LONG);

  const send = () =>
    client.read<Sent>(`/v1/inboxes/${agent.id}/send`, {
      to: friend.address,
      subject: 'The report',
      text: 'When will it be ready?',
      await_reply: {
        timeout_seconds: 60,
        reminders: [
          { after_seconds: FIRST, text: 'Any news?' },
          { after_seconds: SECOND, text: 'Still waiting' },
        ],
      },
    });
  const mails = async (): Promise<Mail[]> => {
    const path = `/v1/inboxes/${friend.id}/emails?limit=100`;
    const { data } = await client.read<{ data: Mail[] }>(path);
    return data.toReversed();
  };
  const arrived = (count: number) =>
    eventually(async () => {
      const found = await mails().catch(() => []);
      return found.length >= count && found;
    }, ARRIVED_WITHIN);
  const wait = (id: string, timeout = 0) => client.read<Wait>(`/v1/waits/${id}?timeout=${timeout}`);

  it(
    'is followed by reminders until the reply is there, each once although everything is killed',
    async () => {
      const sent = await send();
      const sentAt = Date.now();
      expect(await arrived(1)).toMatchObject([{ subject: 'The report' }]);
      await restart();
      const [, reminder] = await arrived(2);
      const read = await client.read<Mail>(`/v1/emails/${reminder!.id}`);
      expect(read).toMatchObject({ subject: 'Re: The report', in_reply_to: sent.message_id });
      expect(read.text_body).toMatch(/^Any news\?/);
      const reply = await client.read<Sent>(`/v1/inboxes/${friend.id}/reply`, {
        email_id: reminder!.id,
        text: 'Tomorrow',
      });
      expect(reply.id).toMatch(/^eml_/);
      const ended = await wait(sent.wait_id, 20);
      expect(ended).toMatchObject({
        status: 'matched',
        thread_id: sent.thread_id,
        reminders_sent: 1,
      });
      const [match] = ended.matches;
      expect(await client.read(`/v1/emails/${match!.email_id}`)).toMatchObject({
        thread_id: sent.thread_id,
        message_id: reply.message_id,
      });
      await sleep(sentAt + (SECOND + 2) * 1_000 - Date.now());
      expect(await mails()).toHaveLength(2);
      const told = await eventually(async () => {
        const rows = await installation.database.database.query<{ kind: string }>(
          `SELECT kind FROM events WHERE resource_id = ANY ($1) ORDER BY kind`,
          [[match!.email_id, sent.wait_id]],
        );
        return rows.length >= 3 && rows.map(({ kind }) => kind);
      });
      expect(told).toEqual(['email.received', 'email.replied', 'wait.matched']);
    },
    LONG,
  );
});
