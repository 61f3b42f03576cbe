import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.js';
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
const MAILS = 100;

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

interface Bulk {
  readonly id: string;
  readonly status: string;
  readonly completed_at: string | null;
  readonly accepted: number;
  readonly results: readonly { readonly client_ref: string; readonly status: string }[];
}

const arrived = (subject: string) =>
  sink.mails.filter(({ data }) => data.includes(`Subject: ${subject}\r\n`)).length;

const startWorker = () => installation.start({ settings: { ...HASTY, ROLES: 'worker' } });

async function end(worker: RunningService): Promise<void> {
  worker.kill('SIGTERM');
  await worker.ended;
}

const requestOf = (inboxId: string, name: string) => ({
  inbox_id: inboxId,
  wait: 0,
  defaults: { text: 'Hi' },
  messages: Array.from({ length: MAILS }, (_, i) => ({
    to: `person-${i}@example.com`,
    subject: `${name} ${i}`,
    client_ref: `${name} ${i}`,
  })),
});

/** A fast machine may be done before the last one is killed. */
const isOver = async (id: string) =>
  (await client.read<Bulk>(`/v1/send/bulk/${id}`)).completed_at !== null || null;

/** Whatever was killed: each mail once, or said to be unknown. */
async function expectOnce(id: string): Promise<void> {
  const bulk = await eventually<Bulk>(async () => {
    const read = await client.read<Bulk>(`/v1/send/bulk/${id}`);
    return read.completed_at === null ? null : read;
  }, SETTLED_WITHIN);
  expect([bulk.status, bulk.accepted, bulk.results.length]).toEqual(['COMPLETED', MAILS, MAILS]);
  for (const { client_ref: subject, status } of bulk.results) {
    if (status === 'sent') expect([subject, arrived(subject)]).toEqual([subject, 1]);
    else expect([status, arrived(subject) <= 1]).toEqual(['unknown', true]);
  }
  expect(bulk.results.filter(({ status }) => status === 'sent').length).toBeGreaterThan(MAILS / 2);
}

describe('a bulk send whose worker is killed again and again', () => {
  it(
    'sends each mail once, or says that its sending is unknown',
    async () => {
      sink.script({ dot: { after: 40, say: '250 2.0.0 Ok' } });
      const inbox = await createInbox(client);
      const request = { body: requestOf(inbox.id, 'worker') };
      const { body } = await client.call('POST', '/v1/send/bulk', request);
      const { id } = body as Bulk;
      for (const moment of [0, 300, 100]) {
        const worker = await startWorker();
        const before = sink.mails.length;
        // From its first mail on, but the first one whatever it does.
        if (moment > 0)
          await eventually(
            async () => sink.mails.length > before || (await isOver(id)),
            SETTLED_WITHIN,
          );
        await sleep(moment);
        await killWorker(installation, worker);
      }
      const last = await startWorker();
      await expectOnce(id);
      await end(last);
    },
    4 * SETTLED_WITHIN,
  );
});

describe('a bulk send whose API is killed', () => {
  it(
    'is sent once for its Idempotency-Key, when the request is sent again',
    async () => {
      sink.script({});
      const worker = await startWorker();
      const inbox = await createInbox(client);
      for (const moment of [20, 80, 160, 400]) {
        const name = `again after ${moment}`;
        const api = await installation.start({ settings: { ROLES: 'api' } });
        const own = await installation.client(api);
        const request = (by: RestClient) =>
          by.call('POST', '/v1/send/bulk', {
            body: requestOf(inbox.id, name),
            headers: { 'Idempotency-Key': name },
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
        expect(status).toBe(200);
        await expectOnce((body as Bulk).id);
      }
      await end(worker);
    },
    2 * SETTLED_WITHIN,
  );
});
