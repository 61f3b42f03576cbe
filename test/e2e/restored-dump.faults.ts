import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { openStream, type SseClient } from '../resources/events/sse-client.js';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.js';
import { startWebhookSink, type WebhookSink } from '../support/webhook-sink.js';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox, newCode, sendCode, type Inbox } from './mail.js';
import type { RestClient } from './rest-client.js';
import { restoreElsewhere, type RestoredCluster } from './restored.js';
import { dist } from './service-process.js';
import { subscribe } from './webhooks.js';

// Lost runs are looked for every second.
const HASTY = { RECONCILE_SECONDS: '1' };
const MINUTES = 400_000;
// More transactions than a new cluster has had by the time it was filled.
const TRANSACTIONS = 20_000;
const KINDS = '?events=email.received';

let mailSink: SmtpSink;
let webhookSink: WebhookSink;
let installation: SharedInstallation;
let restored: RestoredCluster | undefined;

beforeAll(async () => {
  [mailSink, webhookSink] = await Promise.all([startSmtpSink(), startWebhookSink()]);
  installation = await createSharedInstallation({
    OUTBOUND_URL: `smtp://127.0.0.1:${mailSink.port}`,
    ...webhookSink.settings,
  });
});
afterAll(async () => {
  await installation.remove();
  await restored?.remove();
  await Promise.all([mailSink.close(), webhookSink.close()]);
});

const codeOf = (event: string) =>
  (JSON.parse(event) as { data: { otp_codes: string[] } }).data.otp_codes[0]!;

const delivered = () => webhookSink.received('in-order').map(({ body }) => codeOf(body));

/** A stream of mail from now on, or after an event. */
function follow({ base, key }: RestClient, lastEventId?: string): Promise<SseClient> {
  const headers = { 'X-API-Key': key, ...(lastEventId && { 'Last-Event-ID': lastEventId }) };
  return openStream(new URL(`/v1/events${KINDS}`, base), headers);
}

/** The codes of the next `count` events of a stream, which is closed then. */
async function codesIn(stream: SseClient, count: number): Promise<string[]> {
  const events = await stream.seen(count);
  stream.close();
  return events.map(({ data }) => codeOf(data));
}

async function sendCodes(service: RunningService, inbox: Inbox, count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode);
  for (const code of codes) await sendCode(service, inbox, code);
  return codes;
}

async function outgoing(...command: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(dist, 'src/operator/outgoing.js'), ...command],
    { env: { PATH: process.env['PATH'], DATABASE_URL: restored!.url } },
  );
  return stdout.trim();
}

async function burnTransactions(): Promise<void> {
  const client = new pg.Client(installation.database.url);
  await client.connect();
  await client.query(`DO $$ BEGIN FOR i IN 1..${TRANSACTIONS} LOOP
    PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$`);
  await client.end();
}

describe('a dump that is restored into a new cluster', () => {
  it(
    'goes on: streams, Last-Event-ID, ordered webhooks; mail that was queued waits for an operator',
    async () => {
      await burnTransactions();
      const before = await installation.start({ settings: HASTY });
      const client = await installation.client(before);
      const inbox = await createInbox(client);
      await subscribe(client, webhookSink.endpoint('in-order'), {
        events: ['email.received'],
        ordered: true,
      });
      const stream = await follow(client);
      const sent = await sendCodes(before, inbox, 2);
      // Mail that comes at nearly the same time is told of in one order, be it this or that.
      const told = await codesIn(stream, 2);
      expect(told.toSorted()).toEqual(sent.toSorted());
      await eventually(() => delivered().length === 2);
      await before.stop();

      // Arrives, and is to be sent, while nobody tells and sends: as it is when a dump is made.
      const quiet = await installation.start({ settings: { ROLES: 'api,smtp' } });
      const quietClient = await installation.client(quiet);
      const untold = await sendCodes(quiet, inbox, 2);
      const queued = await quietClient.read<{ id: string }>(`/v1/inboxes/${inbox.id}/send`, {
        to: 'kim@example.com',
        subject: 'queued in the dump',
        text: 'Hi',
      });
      await quiet.stop();
      restored = await restoreElsewhere(installation.database.url);

      const after = await installation.start({
        settings: { ...HASTY, DATABASE_URL: restored.url },
      });
      const again = await installation.client(after);
      const resumed = await follow(again, stream.lastEventId());
      await eventually(() => delivered().length === 4);
      const fresh = await sendCodes(after, inbox, 2);
      const codes = await codesIn(resumed, 4);

      expect(codes.slice(0, 2).toSorted()).toEqual(untold.toSorted());
      expect(codes.slice(2).toSorted()).toEqual(fresh.toSorted());
      await eventually(() => delivered().length === 6);
      expect(delivered()).toEqual([...told, ...codes]);

      expect(await outgoing('status')).toContain('restored from a dump');
      expect(after.log().map(({ msg }) => msg)).toContainEqual(
        expect.stringContaining('outgoing mail is held'),
      );
      const metrics = await (await fetch(after.metrics)).text();
      expect(metrics).toMatch(/^restante_outgoing_held 1$/m);
      const ready = await again.get('/health/ready');
      expect([ready.status, ready.body]).toEqual([
        200,
        expect.objectContaining({ outgoing_held_since: expect.any(String) }),
      ]);
      const status = async () =>
        (await again.read<{ status: string }>(`/v1/emails/${queued.id}`)).status;
      expect([await status(), mailSink.mails.length]).toEqual(['queued', 0]);

      expect(await outgoing('resume')).toContain('leaves again');
      await after.stop();

      // The same database once more: nothing is held.
      const third = await installation.start({ settings: { DATABASE_URL: restored.url } });
      expect(await outgoing('status')).toBe('Outgoing mail leaves.');
      await third.stop();
    },
    MINUTES,
  );
});
