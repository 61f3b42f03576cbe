import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { openStream, type SeenEvent } from '../resources/events/sse-client.js';
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

// A worker whose reconciler looks every second.
const HASTY = { entry: join(process.cwd(), 'dist/test/e2e/hasty-worker.js') };
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
}, 60_000);
afterAll(async () => {
  await installation.remove();
  await restored?.remove();
  await Promise.all([mailSink.close(), webhookSink.close()]);
});

const codeOf = (event: string) =>
  (JSON.parse(event) as { data: { otp_codes: string[] } }).data.otp_codes[0]!;

const delivered = () => webhookSink.received('in-order').map(({ body }) => codeOf(body));

/** What a stream tells after an event, up to `count` events. */
async function streamed(
  { base, key }: RestClient,
  count: number,
  lastEventId?: string,
): Promise<readonly SeenEvent[]> {
  const headers = { 'X-API-Key': key, ...(lastEventId && { 'Last-Event-ID': lastEventId }) };
  const stream = await openStream(new URL(`/v1/events${KINDS}`, base), headers);
  try {
    return await stream.seen(count);
  } finally {
    stream.close();
  }
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
      const before = await installation.start({ ...HASTY });
      const client = await installation.client(before);
      const inbox = await createInbox(client);
      await subscribe(client, webhookSink.endpoint('in-order'), {
        events: ['email.received'],
        ordered: true,
      });
      const seeing = streamed(client, 2);
      const told = await sendCodes(before, inbox, 2);
      const seen = await seeing;
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
        ...HASTY,
        settings: { DATABASE_URL: restored.url },
      });
      const again = await installation.client(after);
      const resuming = streamed(again, 4, seen.at(-1)!.id);
      await eventually(() => delivered().length === 4, 60_000);
      const fresh = await sendCodes(after, inbox, 2);
      // Mail is announced once it was looked through: on a busy machine the second may be before the first.
      const codes = [...seen, ...(await resuming)].map(({ data }) => codeOf(data));

      expect(codes.slice(0, 2).sort()).toEqual(told.sort());
      expect(codes.slice(2, 4).sort()).toEqual(untold.sort());
      expect(codes.slice(4).sort()).toEqual(fresh.sort());
      await eventually(() => delivered().length === 6, 60_000);
      expect(delivered()).toEqual(codes);

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
      await eventually(async () => (await status()) === 'sent', 150_000);
      expect(mailSink.mails).toHaveLength(1);
      await after.stop();

      // The same database once more: nothing is held.
      const third = await installation.start({ settings: { DATABASE_URL: restored.url } });
      expect(await outgoing('status')).toBe('Outgoing mail leaves.');
      await third.stop();
    },
    MINUTES,
  );
});
