import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { OutgoingRequest, Send } from '../../src/egress/send.js';
import { startWebhookApi, type WebhookApi } from '../resources/webhooks/api.js';
import { createClient, URL, type WebhookClient } from '../resources/webhooks/client.js';

let api: WebhookApi;
let client: WebhookClient;
let sent: OutgoingRequest[];
let answer: Awaited<ReturnType<Send>>;

const answered = (status: number) =>
  ({ kind: 'answered', status, headers: {}, body: Buffer.from('said'), isCut: false }) as const;

beforeAll(async () => {
  api = await startWebhookApi(async (request) => {
    sent.push(request);
    return answer;
  });
  api.outcome = () => api.background.deliveries.attempt(...api.asked.at(-1)!);
});
beforeEach(async () => {
  client = await createClient(api);
  sent = [];
  answer = answered(200);
});
afterAll(() => api.close());

const verified = (secret: string, { body, headers }: OutgoingRequest) =>
  new Webhook(secret).verify(String(body), { ...headers });

describe('a test, by the attempts there are', () => {
  it('goes to the address with the headers it was given, and is genuine', async () => {
    const { id, secret } = await client.create({ headers: { 'X-Token': 'abc' } });
    const reply = await client.act(id, 'test');
    expect(reply.body).toMatchObject({ status: 'SUCCEEDED', response_status: 200 });
    const [request] = sent;
    expect(request).toMatchObject({
      url: URL,
      headers: { 'X-Token': 'abc', 'webhook-id': reply.body.event_id },
    });
    expect(verified(secret, request!)).toMatchObject({
      event: 'webhook.test',
      data: { webhook_id: id },
    });
  });

  it('is signed with both secrets after a rotation', async () => {
    const { id, secret } = await client.create();
    const rotated = await client.act(id, 'rotate-secret');
    await client.act(id, 'test');
    const [request] = sent;
    for (const known of [secret, rotated.body.secret as string])
      expect(verified(known, request!)).toMatchObject({ event: 'webhook.test' });
  });

  it.each([
    ['paused', (id: string) => client.act(id, 'pause')],
    ['inactive', (id: string) => client.patch(id, { active: false })],
    ['ordered', (id: string) => client.patch(id, { ordered: true })],
  ])('reaches one that is %s', async (_case, bring) => {
    const id = await client.make();
    await bring(id);
    expect((await client.act(id, 'test')).body.status).toBe('SUCCEEDED');
    expect(sent).toHaveLength(1);
  });

  it('is not made again when it fails', async () => {
    answer = answered(500);
    const id = await client.make();
    const reply = await client.act(id, 'test');
    expect([reply.status, reply.body]).toMatchObject([
      200,
      { status: 'FAILED', response_status: 500, duration_ms: expect.any(Number) },
    ]);
    const listed = await client.deliveries(id);
    expect(listed.body.data).toMatchObject([
      {
        id: reply.body.delivery_id,
        event: 'webhook.test',
        status: 'FAILED',
        attempt_count: 1,
        next_attempt_at: null,
        attempts: [{ number: 1, response_status: 500, response_body: 'said' }],
      },
    ]);
  });
});
