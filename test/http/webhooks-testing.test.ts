import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startWebhookApi, succeed, type WebhookApi } from '../resources/webhooks/api.js';
import { createClient, type WebhookClient } from '../resources/webhooks/client.js';

let api: WebhookApi;
let client: WebhookClient;

beforeAll(async () => {
  api = await startWebhookApi();
});
beforeEach(async () => {
  client = await createClient(api);

  api.outcome = succeed;
  api.asked.length = 0;
});
afterAll(() => api.close());

describe('POST /v1/webhooks/{id}/test', () => {
  it('makes one attempt and tells what came back', async () => {
    const id = await client.make();
    await client.make({ events: ['*'] });
    const reply = await client.act(id, 'test');
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        delivery_id: expect.stringMatching(/^whd_/),
        event_id: expect.stringMatching(/^evt_/),
        status: 'SUCCEEDED',
        response_status: 200,
        duration_ms: 12,
      },
    ]);
    expect(api.asked).toEqual([
      [
        { id: reply.body.delivery_id, webhookId: id, orgId: client.orgId },
        { schedule: [0], workflowId: null },
        expect.any(AbortSignal),
      ],
    ]);
    const events = await api.database.query<{ body: string }>(
      'SELECT body FROM events WHERE org_id = $1',
      [client.orgId],
    );
    expect(events.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      {
        id: reply.body.event_id,
        event: 'webhook.test',
        timestamp: expect.any(String),
        data: { webhook_id: id, message: 'This is a test' },
      },
    ]);
    const told = await api.database.query(
      'SELECT webhook_id, queued FROM webhook_deliveries WHERE org_id = $1',
      [client.orgId],
    );
    expect(told).toEqual([{ webhook_id: id, queued: false }]);
  });

  it.each([
    ['inactive', (id: string) => client.patch(id, { active: false })],
    ['paused', (id: string) => client.act(id, 'pause')],
  ])('works for one that is %s', async (_case, bring) => {
    const id = await client.make();
    await bring(id);
    expect((await client.act(id, 'test')).body.status).toBe('SUCCEEDED');
  });

  it('answers 200 for a failure without an answer', async () => {
    api.outcome = async ({ database }, id) => {
      await database.query(
        `INSERT INTO webhook_attempts (delivery_id, number, duration_ms, error)
         VALUES ($1, 1, 15000, 'timed out')`,
        [id],
      );
      await api.settle(id, 'FAILED');
      return {};
    };
    const reply = await client.act(await client.make(), 'test');
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      status: 'FAILED',
      response_status: null,
      duration_ms: 15000,
    });
  });

  it('is given up when the endpoint is busy', async () => {
    api.outcome = async () => null;
    const id = await client.make();
    expect((await client.act(id, 'test')).body).toMatchObject({
      status: 'CANCELLED',
      response_status: null,
      duration_ms: null,
    });
    expect(await client.states(id)).toEqual([['webhook.test', 'CANCELLED', false]]);
  });
});
