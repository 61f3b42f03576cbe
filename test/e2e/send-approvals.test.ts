import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { simpleParser } from 'mailparser';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.js';
import { testTemporalAddress } from '../support/temporal.js';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { killWorker } from './killing.js';
import { createInbox } from './mail.js';
import { startProxy, type Proxy } from './proxy.js';
import type { RestClient } from './rest-client.js';
import type { Settings } from './service-process.js';

// Lost runs are looked for every second.
const HASTY = { RECONCILE_SECONDS: '1' };
const SETTLED_WITHIN = 150_000;
// Milliseconds from a decision to the end of the worker: before its run is told of it, in and after the attempt.
const MOMENTS = [0, 60];
// Milliseconds from a request to the end of the process that got it.
const DECISIONS = [5];

let sink: SmtpSink;
let proxy: Proxy;
let installation: SharedInstallation;
let client: RestClient;
/** The last one is the only one that runs. */
const workers: RunningService[] = [];
let inbox: { readonly id: string };

beforeAll(async () => {
  sink = await startSmtpSink();
  const [host = '', port] = testTemporalAddress().split(':');
  proxy = await startProxy({ host, port: Number(port) });
  installation = await createSharedInstallation({
    temporal: `127.0.0.1:${proxy.port}`,
    OUTBOUND_URL: `smtp://127.0.0.1:${sink.port}`,
  });
  const service = await installation.start({ settings: { ROLES: 'api,smtp' } });
  client = await installation.client(service);
  workers.push(await startWorker());
  inbox = await createInbox(client);
  const policy = { sends: 'always', approvers: ['boss@example.net'] };
  await client.call('PUT', '/v1/approval-policy', { body: policy });
});
afterAll(async () => {
  await installation.remove();
  await proxy.close();
  await sink.close();
});

const startWorker = async (settings: Settings = {}) => {
  const started = await installation.start({
    settings: { ROLES: 'worker', PUBLIC_URL: client.base, ...settings },
  });
  await eventually(() => started.log().some(({ msg }) => msg === 'worker running'), SETTLED_WITHIN);
  return started;
};
async function replaceWorker(settings?: Settings): Promise<void> {
  await killWorker(installation, workers.at(-1)!);
  workers.push(await startWorker(settings));
}

interface SentMail {
  readonly id: string;
  readonly status: string;
  readonly approval_id: string;
}
const message = (subject: string) => ({ to: 'kim@example.com', subject, text: 'Hi' });
const send = (subject: string) =>
  client.read<SentMail>(`/v1/inboxes/${inbox.id}/send`, message(subject));
/** Once, however often it is asked for; what is under way in a process that died counts for a minute. */
const sendOnce = (asked: RestClient, subject: string) =>
  eventually(async () => {
    const headers = { 'Idempotency-Key': subject };
    const path = `/v1/inboxes/${inbox.id}/send`;
    const answer = await asked.call('POST', path, { body: message(subject), headers });
    return answer.status === 200 ? (answer.body as SentMail) : null;
  }, SETTLED_WITHIN);
const approve = (id: string) => client.call('POST', `/v1/approvals/${id}/approve`, { body: {} });
const arrived = (subject: string) =>
  sink.mails.filter(({ data }) => data.includes(`Subject: ${subject}\r\n`));
const ends = (id: string) =>
  eventually(async () => {
    const { status } = await client.read<{ status: string }>(`/v1/emails/${id}`);
    return ['awaiting_approval', 'queued', 'sending'].includes(status) ? null : status;
  }, SETTLED_WITHIN);

describe('A mail that needs approval', () => {
  it(
    'leaves when somebody who got a link approves it',
    async () => {
      const own = await createInbox(client);
      const policy = { sends: 'always', approvers: ['one@example.net'] };
      await client.call('PUT', `/v1/approval-policy?inbox_id=${own.id}`, { body: policy });
      const sent = await client.read<SentMail>(`/v1/inboxes/${own.id}/send`, message('by link'));
      expect(sent.status).toBe('awaiting_approval');
      const notice = await eventually(
        async () => sink.mails.find(({ to }) => to.includes('one@example.net')) ?? null,
        SETTLED_WITHIN,
      );
      const { text } = await simpleParser(notice.data);
      const link = /https?:\S+/.exec(text!)![0];
      const page = await fetch(link);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('by link')]);
      expect(arrived('by link')).toEqual([]);
      const body = new URLSearchParams({ decision: 'approve' });
      const decided = await fetch(link, { method: 'POST', body });
      expect(decided.status).toBe(200);
      expect(await ends(sent.id)).toBe('sent');
      expect(arrived('by link')).toHaveLength(1);
    },
    SETTLED_WITHIN,
  );

  it(
    'is asked about, decided and sent while Temporal is away',
    async () => {
      await proxy.refuse();
      try {
        const [yes, no] = [await send('away, yes'), await send('away, no')];
        expect([yes.status, no.status]).toEqual(['awaiting_approval', 'awaiting_approval']);
        expect((await approve(yes.approval_id)).status).toBe(200);
        await client.call('POST', `/v1/approvals/${no.approval_id}/reject`, { body: {} });
        expect([await ends(yes.id), await ends(no.id)]).toEqual(['sent', 'cancelled']);
        expect([arrived('away, yes').length, arrived('away, no').length]).toEqual([1, 0]);
      } finally {
        await proxy.restore();
      }
    },
    SETTLED_WITHIN,
  );

  it(
    'leaves once, or is said to be unknown, whenever the worker is killed after the decision',
    async () => {
      const sent: { subject: string; id: string }[] = [];
      for (const moment of MOMENTS) {
        const subject = `killed after ${moment}`;
        const { id, approval_id: approvalId } = await send(subject);
        expect((await approve(approvalId)).status).toBe(200);
        sent.push({ subject, id });
        await sleep(moment);
        await replaceWorker(HASTY);
      }
      for (const { subject, id } of sent) {
        const status = await ends(id);
        expect([subject, status]).toEqual([subject, expect.stringMatching(/^(sent|unknown)$/)]);
        expect(arrived(subject).length).toBeLessThanOrEqual(1);
        if (status === 'sent') expect(arrived(subject)).toHaveLength(1);
      }
      await replaceWorker();
    },
    2 * SETTLED_WITHIN,
  );

  it(
    'is one mail and one decision, whenever the process that is asked is killed',
    async () => {
      /** Asks a process of its own, kills it after so long, and asks another one what it was asked. */
      const askTwice = async (moment: number, ask: (asked: RestClient) => Promise<unknown>) => {
        const dying = await installation.start({ settings: { ROLES: 'api' } });
        const lost = ask(await installation.client(dying)).catch(() => null);
        await sleep(moment);
        dying.kill('SIGKILL');
        await dying.ended;
        await lost;
        return ask(client);
      };
      for (const moment of DECISIONS) {
        const subject = `asked ${moment}`;
        const sending = (asked: RestClient) => sendOnce(asked, subject);
        const { id, approval_id: approvalId } = (await askTwice(moment, sending)) as SentMail;
        await askTwice(moment, (asked) =>
          asked.call('POST', `/v1/approvals/${approvalId}/approve`, { body: {} }),
        );
        expect(await ends(id)).toBe('sent');
        expect(arrived(subject)).toHaveLength(1);
      }
      const { data } = await client.read<{ data: { id: string }[] }>(
        '/v1/approvals?status=PENDING&limit=100',
      );
      expect(data).toEqual([]);
    },
    2 * SETTLED_WITHIN,
  );
});
