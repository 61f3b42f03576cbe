import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSmtpSink, type SinkSession, type SmtpSink } from '../support/smtp-sink.js';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { killWorker } from './killing.js';
import { createInbox } from './mail.js';
import type { RestClient } from './rest-client.js';

// Lost runs are looked for every second.
const HASTY = { RECONCILE_SECONDS: '1' };
const SETTLED_WITHIN = 150_000;
// Milliseconds from a request to the end of the worker: before, in and after the session with the server.
const MOMENTS = [0, 10, 25, 50, 80, 120, 200, 400];

let sink: SmtpSink;
let installation: SharedInstallation;
let service: RunningService;
let client: RestClient;

beforeAll(async () => {
  sink = await startSmtpSink();
  installation = await createSharedInstallation({ OUTBOUND_URL: `smtp://127.0.0.1:${sink.port}` });
  service = await installation.start({ settings: { ROLES: 'api,smtp' } });
  client = await installation.client(service);
});
afterAll(async () => {
  await installation.remove();
  await sink.close();
});

interface Email {
  readonly status: string;
  readonly subject: string;
}

/** Connected is enough, a command came, or the end of a mail. */
function hasReached({ bytes, commands }: SinkSession, point: 'connected' | 'DATA' | 'mail') {
  if (point === 'connected') return true;
  if (point === 'DATA') return commands.includes('DATA');
  return bytes.includes('\r\n.\r\n');
}

const arrived = (subject: string) =>
  sink.mails.filter(({ data }) => data.includes(`Subject: ${subject}\r\n`)).length;

describe('a mail whose worker is killed', () => {
  it(
    'is sent once, or its sending is said to be unknown',
    async () => {
      // Slow enough to be killed in the middle of.
      sink.script({ greeting: { after: 60, extra: '220 sink ready' } });
      const inbox = await createInbox(client);
      const subjects = MOMENTS.map((moment) => `killed after ${moment}`);
      const requests: Promise<{ body: { id: string } }>[] = [];
      for (const [i, moment] of MOMENTS.entries()) {
        const worker = await installation.start({ settings: { ...HASTY, ROLES: 'worker' } });
        requests.push(
          client.call('POST', `/v1/inboxes/${inbox.id}/send`, {
            body: { to: 'kim@example.com', subject: subjects[i], text: 'Hi' },
            headers: { 'Idempotency-Key': subjects[i]! },
          }),
        );
        await sleep(moment);
        await killWorker(installation, worker);
      }
      const last = await installation.start({ settings: { ...HASTY, ROLES: 'worker' } });
      await Promise.all(requests);

      const emails = await eventually<Email[]>(async () => {
        const path = `/v1/inboxes/${inbox.id}/emails?direction=outbound`;
        const { data } = await client.read<{ data: Email[] }>(path);
        const open = data.filter(({ status }) => status === 'queued' || status === 'sending');
        return data.length === MOMENTS.length && open.length === 0 ? data : null;
      }, SETTLED_WITHIN);
      last.kill('SIGTERM');
      await last.ended;

      for (const { subject, status } of emails) {
        expect(['sent', 'unknown']).toContain(status);
        if (status === 'sent') expect([subject, arrived(subject)]).toEqual([subject, 1]);
        else expect(arrived(subject)).toBeLessThanOrEqual(1);
      }
      expect(emails.filter(({ status }) => status === 'sent').length).toBeGreaterThan(1);
    },
    2 * SETTLED_WITHIN,
  );
});

describe('a mail whose worker is killed', () => {
  it.each([
    ['before anything left', { greeting: { then: 'stall' } }, 'connected', 'sent'],
    ['before its first byte', { DATA: { then: 'stall' } }, 'DATA', 'sent'],
    ['when it had left', { dot: { then: 'stall' } }, 'mail', 'unknown'],
  ] as const)(
    '%s is sent, unless nobody can know: %j',
    async (when, script, reached, status) => {
      sink.script(script);
      sink.forget();
      const inbox = await createInbox(client);
      const worker = await installation.start({ settings: { ...HASTY, ROLES: 'worker' } });
      const sent = client.call('POST', `/v1/inboxes/${inbox.id}/send`, {
        body: { to: 'kim@example.com', subject: when, text: 'Hi' },
        headers: { 'Idempotency-Key': when },
      });
      await eventually(() => sink.sessions.some((session) => hasReached(session, reached)));
      await killWorker(installation, worker);
      sink.script({});
      const next = await installation.start({ settings: { ...HASTY, ROLES: 'worker' } });
      await sent;

      const path = `/v1/inboxes/${inbox.id}/emails?direction=outbound`;
      const email = await eventually<Email>(async () => {
        const { data } = await client.read<{ data: Email[] }>(path);
        return data.find((one) => one.status !== 'queued' && one.status !== 'sending') ?? null;
      }, SETTLED_WITHIN);
      next.kill('SIGTERM');
      await next.ended;

      expect([email.status, arrived(when)]).toEqual([status, status === 'sent' ? 1 : 0]);
    },
    2 * SETTLED_WITHIN,
  );
});

describe('a mail whose API is killed', () => {
  it(
    'is sent once for its Idempotency-Key, when the request is sent again',
    async () => {
      sink.script({});
      const worker = await installation.start({ settings: { ...HASTY, ROLES: 'worker' } });
      const inbox = await createInbox(client);
      for (const moment of [5, 20, 40]) {
        const subject = `again after ${moment}`;
        const api = await installation.start({ settings: { ROLES: 'api' } });
        const own = await installation.client(api);
        const request = (by: RestClient) =>
          by.call('POST', `/v1/inboxes/${inbox.id}/send`, {
            body: { to: 'kim@example.com', subject, text: 'Hi' },
            headers: { 'Idempotency-Key': subject },
          });
        const lost = request(own).catch(() => null);
        await sleep(moment);
        api.kill('SIGKILL');
        await Promise.all([api.ended, lost]);
        // The key of the killed process is free after a minute; until then it is said to be running.
        await installation.database.database.query(
          `UPDATE idempotent_answers SET running_until = now() - interval '1 second'
           WHERE running_until IS NOT NULL`,
        );
        const { status, body } = await request(client);
        expect([status, (body as { status: string }).status]).toEqual([200, 'sent']);
        expect(arrived(subject)).toBe(1);
      }
      worker.kill('SIGTERM');
      await worker.ended;
    },
    SETTLED_WITHIN,
  );
});
