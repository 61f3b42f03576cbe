import { createHmac } from 'node:crypto';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeAll, makeCertificate, startReceiver } from '../egress/fixture.js';
import { startWebhookSink, type Behaviour, type WebhookSink } from '../support/webhook-sink.js';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox, newCode, sendCode } from './mail.js';
import type { RestClient } from './rest-client.js';
import { deliveriesOf, subscribe, type Delivery, type Webhook } from './webhooks.js';

let sink: WebhookSink;
let installation: SharedInstallation;
let service: RunningService;
let client: RestClient;

beforeAll(async () => {
  sink = await startWebhookSink();
  installation = await createSharedInstallation(sink.settings);
  service = await installation.start();
  client = await installation.client(service);
});
afterAll(async () => {
  await installation.remove();
  await sink.close();
  await closeAll();
});

/** A webhook for one inbox of its own. */
async function subscribed(name: string, behaviour?: Behaviour, given: object = {}) {
  const inbox = await createInbox(client);
  const url = sink.endpoint(name, behaviour);
  const webhook = await subscribe(client, url, { inbox_ids: [inbox.id], ...given });
  return { inbox, webhook };
}

const ended = (webhook: Webhook, attempts = 1) =>
  eventually<Delivery>(async () => {
    const [delivery] = await deliveriesOf(client, webhook);
    return delivery !== undefined && delivery.attempt_count >= attempts ? delivery : null;
  });

const codesOf = (name: string) =>
  sink
    .received(name)
    .map(({ body }) => (JSON.parse(body) as { data: { otp_codes: string[] } }).data.otp_codes[0]);

describe('a webhook', () => {
  it('is told of a mail with signatures that an independent verifier accepts', async () => {
    const { inbox, webhook } = await subscribed('told', undefined, {
      headers: { Authorization: 'Bearer mine' },
    });
    const code = newCode();
    const emailId = await sendCode(service, inbox, code);

    const delivery = await ended(webhook);

    const [request] = sink.received('told');
    const { headers, body } = request!;
    const verified = new Verifier(webhook.secret).verify(body, headers as Record<string, string>);
    expect(verified).toMatchObject({
      id: headers['webhook-id'],
      event: 'email.received',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      data: {
        email_id: emailId,
        inbox_id: inbox.id,
        thread_id: expect.stringMatching(/^thr_/),
        from: 'no-reply@northwind.example',
        to: [inbox.address],
        subject: 'Confirm your e-mail address',
        category: 'verification',
        otp_codes: [code],
        summary: expect.stringContaining(code),
        parsed: { otp_codes: [code], category: 'verification' },
        auth: { verdict: expect.any(String) },
      },
    });
    expect(headers['x-service-signature']).toBe(
      createHmac('sha256', webhook.secret).update(body).digest('hex'),
    );
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer mine',
    });
    expect(delivery).toMatchObject({
      status: 'SUCCEEDED',
      event: 'email.received',
      event_id: headers['webhook-id'],
      workflow_id: expect.stringMatching(/^deliverWebhook:(whd|run)_/),
      attempts: [{ number: 1, response_status: 200, response_body: 'ok', error: null }],
    });
    expect(sink.received('told')).toHaveLength(1);
  });

  // What takes time because it waits runs side by side: each has an inbox and an endpoint of its own.
  it.concurrent('is told again after a failure, with the same id and bytes', async () => {
    const { inbox, webhook } = await subscribed('twice', (response, turn) =>
      response.writeHead(turn === 1 ? 500 : 200).end(),
    );
    await sendCode(service, inbox, newCode());

    const delivery = await ended(webhook, 2);

    const [first, second] = sink.received('twice');
    expect(second!.body).toBe(first!.body);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(4_800);
    expect(delivery).toMatchObject({
      status: 'SUCCEEDED',
      attempts: [
        { number: 1, response_status: 500, error: 'answered 500' },
        { number: 2, response_status: 200, error: null },
      ],
    });
  });

  it.concurrent.each<[string, Behaviour, object]>([
    [
      'redirects',
      (response) => response.writeHead(302, { Location: 'https://127.0.0.1:1/' }).end(),
      { response_status: 302, error: 'answered 302, a redirect' },
    ],
    [
      'closes the connection',
      (response) => response.socket?.destroy(),
      { response_status: null, error: 'the connection was closed' },
    ],
    ['hangs', () => undefined, { response_status: null, error: 'timed out' }],
    [
      'is not ready',
      (response) => response.writeHead(503, { 'Retry-After': '120' }).end('later'),
      { response_status: 503, response_body: 'later', error: 'answered 503' },
    ],
  ])('that %s is tried again later', async (name, behaviour, attempt) => {
    const path = name.replaceAll(' ', '-');
    const { inbox, webhook } = await subscribed(path, behaviour);
    await sendCode(service, inbox, newCode());

    const delivery = await ended(webhook);

    expect(delivery).toMatchObject({ status: 'PENDING', attempts: [attempt] });
    const wait = Date.parse(delivery.next_attempt_at!) - sink.received(path)[0]!.at;
    expect(wait).toBeGreaterThanOrEqual(name === 'is not ready' ? 119_000 : 4_800);
  });

  it.concurrent.each<[string, Behaviour]>([
    [
      'drips',
      (response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('.'), 200);
        response.once('close', () => clearInterval(timer));
      },
    ],
    ['says 10 MB', (response) => response.end(Buffer.alloc(10_000_000, 'x'))],
  ])('that %s has been told', async (name, behaviour) => {
    const { inbox, webhook } = await subscribed(name.replaceAll(' ', '-'), behaviour);
    await sendCode(service, inbox, newCode());

    const delivery = await ended(webhook);

    expect(delivery).toMatchObject({ status: 'SUCCEEDED', attempts: [{ response_status: 200 }] });
    expect(delivery.attempts[0]!.response_body!.length).toBeLessThanOrEqual(2_048);
  });

  it('with a certificate that nobody vouches for is not spoken to', async () => {
    const stranger = await startReceiver(await makeCertificate('localhost'));
    const inbox = await createInbox(client);
    const webhook = await subscribe(client, `https://127.0.0.1:${stranger.port}/`, {
      inbox_ids: [inbox.id],
    });
    await sendCode(service, inbox, newCode());

    const delivery = await ended(webhook);

    expect(delivery).toMatchObject({
      status: 'PENDING',
      attempts: [{ response_status: null, error: 'the certificate is not trusted' }],
    });
    expect(stranger.requests).toHaveLength(0);
  });

  it('that answers 410 is switched off, and others are told', async () => {
    sink.endpoint('others');
    const watcher = await subscribe(client, sink.endpoint('others'), {
      events: ['webhook.disabled'],
    });
    const { inbox, webhook } = await subscribed('gone', (response) =>
      response.writeHead(410).end(),
    );
    await sendCode(service, inbox, newCode());

    const delivery = await ended(webhook);

    expect(delivery.status).toBe('FAILED');
    expect(await client.read(`/v1/webhooks/${webhook.id}`)).toMatchObject({ active: false });
    await ended(watcher);
    expect(JSON.parse(sink.received('others')[0]!.body)).toMatchObject({
      event: 'webhook.disabled',
      data: { webhook_id: webhook.id, reason: 'answered 410 Gone' },
    });
  });

  it.concurrent(
    'that is ordered gets a later event after an earlier one that failed at first',
    async () => {
      const { inbox, webhook } = await subscribed(
        'ordered',
        (response, turn) => response.writeHead(turn === 1 ? 500 : 200).end(),
        { ordered: true },
      );
      const codes = Array.from({ length: 5 }, newCode);
      for (const code of codes) await sendCode(service, inbox, code);

      await eventually(
        async () =>
          (await deliveriesOf(client, webhook)).filter(({ status }) => status === 'SUCCEEDED')
            .length === codes.length,
      );

      // In the order of the events: on a busy machine a mail is now and then parsed after one that came later.
      const [first, ...others] = (await deliveriesOf(client, webhook)).reverse();
      const events = [first, first, ...others].map((delivery) => delivery!.event_id);
      expect(sink.received('ordered').map(({ headers }) => headers['webhook-id'])).toEqual(events);
      expect(codesOf('ordered').slice(1).sort()).toEqual([...codes].sort());
    },
  );

  it('gets what happened during a pause when it goes on', async () => {
    const { inbox, webhook } = await subscribed('paused');
    await client.read(`/v1/webhooks/${webhook.id}/pause`, {});
    const code = newCode();
    await sendCode(service, inbox, code);
    await eventually(async () => (await deliveriesOf(client, webhook)).length === 1);
    expect(sink.received('paused')).toHaveLength(0);

    await client.read(`/v1/webhooks/${webhook.id}/resume`, {});

    expect(await ended(webhook)).toMatchObject({ status: 'SUCCEEDED' });
    expect(codesOf('paused')).toEqual([code]);
  });

  it('gets the mail of a paused inbox in order when the inbox goes on', async () => {
    const { inbox, webhook } = await subscribed('held', undefined, { ordered: true });
    await client.read(`/v1/inboxes/${inbox.id}/pause`, {});
    const codes = Array.from({ length: 3 }, newCode);
    for (const code of codes) await sendCode(service, inbox, code);
    expect(await deliveriesOf(client, webhook)).toHaveLength(0);

    await client.read(`/v1/inboxes/${inbox.id}/resume`, {});

    await eventually(() => sink.received('held').length === codes.length);
    expect(codesOf('held')).toEqual(codes);
  });

  it('that hangs delays nobody else', async () => {
    const inbox = await createInbox(client);
    const one = { inbox_ids: [inbox.id] };
    await subscribe(
      client,
      sink.endpoint('blocked', () => undefined),
      one,
    );
    const other = await subscribe(client, sink.endpoint('healthy'), one);
    const codes = Array.from({ length: 12 }, newCode);
    for (const code of codes) await sendCode(service, inbox, code);

    await eventually(() => sink.received('healthy').length === codes.length);

    expect(new Set(codesOf('healthy'))).toEqual(new Set(codes));
    expect(sink.received('blocked').length).toBeLessThanOrEqual(5);
    await eventually(async () =>
      (await deliveriesOf(client, other)).every(({ status }) => status === 'SUCCEEDED'),
    );
  });
});
