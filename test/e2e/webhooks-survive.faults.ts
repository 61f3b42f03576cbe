import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWebhookSink, type Behaviour, type WebhookSink } from '../support/webhook-sink.js';
import { eventually } from './eventually.js';
import {
  createInstallation,
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox, newCode, sendCode } from './mail.js';
import type { RestClient } from './rest-client.js';
import { deliveriesOf, subscribe, type Delivery, type Webhook } from './webhooks.js';

// Lost runs are looked for every second.
const HASTY = { RECONCILE_SECONDS: '1' };
// Milliseconds: a lost attempt is noticed after 20 s, and tried again five seconds later.
const HEALED_WITHIN = 90_000;
// Milliseconds from a mail to the end of its worker: while it is processed, before, in and after the request.
const MOMENTS = [0, 15, 40, 80, 150, 300];

let sink: WebhookSink;
let installation: SharedInstallation;
let service: RunningService;
let client: RestClient;

beforeAll(async () => {
  sink = await startWebhookSink();
  installation = await createSharedInstallation(sink.settings);
  service = await installation.start({ settings: { ROLES: 'api,smtp' } });
  client = await installation.client(service);
});
afterAll(async () => {
  await installation.remove();
  await sink.close();
});

const startWorker = () => installation.start({ settings: { ...HASTY, ROLES: 'worker' } });

const codeOf = ({ body }: { body: string }) =>
  (JSON.parse(body) as { data: { otp_codes: string[] } }).data.otp_codes[0]!;

const allDone = (webhook: Webhook, { length: count }: readonly string[]) =>
  eventually<Delivery[]>(async () => {
    const deliveries = await deliveriesOf(client, webhook);
    const done = deliveries.filter(({ status }) => status === 'SUCCEEDED');
    return done.length === count ? deliveries : null;
  }, HEALED_WITHIN);

describe('a delivery whose worker is killed', () => {
  it(
    'is made all the same to an ordinary and to an ordered webhook, and each request has its attempt',
    async () => {
      // Slow enough to be killed in the middle of.
      const slowly: Behaviour = (response) => setTimeout(() => response.end(), 60);
      const inbox = await createInbox(client);
      const subscribed = (path: string, given: object) =>
        subscribe(client, sink.endpoint(path, slowly), { inbox_ids: [inbox.id], ...given });
      const ordinary = await subscribed('ordinary', {});
      const ordered = await subscribed('ordered', { ordered: true });
      const codes: string[] = [];
      for (const moment of MOMENTS) {
        const worker = await startWorker();
        const code = newCode();
        codes.push(code);
        await sendCode(service, inbox, code);
        await sleep(moment);
        worker.kill('SIGKILL');
        await worker.ended;
      }
      const last = await startWorker();

      const made = {
        ordinary: await allDone(ordinary, codes),
        ordered: await allDone(ordered, codes),
      };
      last.kill('SIGTERM');
      await last.ended;

      for (const [path, deliveries] of Object.entries(made)) expectMade(path, deliveries, codes);
      expect(firsts(sink.received('ordered').map(codeOf))).toEqual(codes);
    },
    4 * HEALED_WITHIN,
  );
});

/** Each is told of at least once; a second time only where the first attempt was cut. */
function expectMade(path: string, deliveries: readonly Delivery[], codes: readonly string[]): void {
  const requests = sink.received(path);
  expect(new Set(requests.map(codeOf))).toEqual(new Set(codes));
  const attempts = deliveries.flatMap((delivery) => delivery.attempts);
  expect(requests.length).toBeLessThanOrEqual(attempts.length);
  expect(attempts.every(({ duration_ms }) => duration_ms !== null)).toBe(true);
  const ids = requests.map(({ headers }) => headers['webhook-id']);
  for (const { event_id, attempts: made } of deliveries)
    expect(ids.filter((id) => id === event_id).length).toBeLessThanOrEqual(made.length);
}

describe('a delivery whose run was lost with the store of Temporal', () => {
  it(
    'goes on, and what was told before can be told again',
    async () => {
      const own = await createInstallation();
      try {
        const settings = { ...sink.settings, ROLES: 'api,smtp,worker' };
        const before = await own.start({ settings: { ...HASTY, ...settings } });
        const first = await own.client(before);
        const inbox = await createInbox(first);
        const failsOnce: Behaviour = (response, turn) =>
          response.writeHead(turn === 1 ? 500 : 200).end();
        const webhook = await subscribe(first, sink.endpoint('lost', failsOnce));
        const code = newCode();
        await sendCode(before, inbox, code);
        await eventually(() => sink.received('lost').length === 1);
        before.kill('SIGTERM');
        await before.ended;
        const stores = (await readdir(own.directory)).filter((name) => /^temporal-.*db/.test(name));
        expect(stores.length).toBeGreaterThan(0);
        await Promise.all(stores.map((name) => rm(join(own.directory, name))));

        const after = await own.start({ settings: { ...HASTY, ...settings } });
        const again = await own.client(after);

        await eventually(() => sink.received('lost').length === 2, HEALED_WITHIN);
        const replay = await again.read(`/v1/webhooks/${webhook.id}/replay`, {
          from: inbox.created_at,
        });
        expect(replay).toMatchObject({ queued: 1 });
        await eventually(() => sink.received('lost').length === 3);
        const [one, two, three] = sink.received('lost');
        expect([two!.body, three!.body]).toEqual([one!.body, one!.body]);
      } finally {
        await own.remove();
      }
    },
    2 * HEALED_WITHIN,
  );
});

const firsts = (values: readonly string[]) => [...new Set(values)];
