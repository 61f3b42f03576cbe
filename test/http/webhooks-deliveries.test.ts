import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startWebhookApi, type WebhookApi } from '../resources/webhooks/api.js';
import { createClient, type WebhookClient } from '../resources/webhooks/client.js';

let api: WebhookApi;
let client: WebhookClient;
let inboxId: string;

beforeAll(async () => {
  api = await startWebhookApi();
});
beforeEach(async () => {
  client = await createClient(api);
  inboxId = await api.createInboxRow(client.orgId);
});
afterAll(() => api.close());

const EPOCH = '1970-01-01T00:00:00Z';

describe('GET /v1/webhooks/{id}/deliveries', () => {
  it('lists newest first with every attempt', async () => {
    const id = await client.make();
    await client.record(inboxId, 'inbox.created', 'inbox.paused');
    const [first, second] = await api.deliveriesOf(id);
    await api.database.query(
      `INSERT INTO webhook_attempts
         (delivery_id, number, duration_ms, response_status, response_body, error)
       VALUES ($1, 2, 30, 200, 'fine', NULL), ($1, 1, 20, 500, 'oh', 'answered 500'),
         ($2, 1, NULL, NULL, NULL, NULL)`,
      [first!.id, second!.id],
    );
    await api.database.query(
      `UPDATE webhook_deliveries SET status = 'SUCCEEDED', attempt_count = 2, completed_at = now(),
         queued = false, workflow_id = 'deliverWebhook:' || id WHERE id = $1`,
      [first!.id],
    );
    const reply = await client.deliveries(id);
    expect(reply.status).toBe(200);
    const attempt = { started_at: expect.any(String) };
    const delivery = {
      webhook_id: id,
      event_id: expect.stringMatching(/^evt_/),
      next_attempt_at: null,
      redelivery_of: null,
      created_at: expect.any(String),
    };
    expect(reply.body).toEqual({
      data: [
        {
          ...delivery,
          id: second!.id,
          event: 'inbox.paused',
          status: 'PENDING',
          attempt_count: 0,
          workflow_id: null,
          completed_at: null,
          attempts: [
            {
              ...attempt,
              number: 1,
              duration_ms: null,
              response_status: null,
              response_body: null,
              error: null,
            },
          ],
        },
        {
          ...delivery,
          id: first!.id,
          event: 'inbox.created',
          status: 'SUCCEEDED',
          attempt_count: 2,
          workflow_id: `deliverWebhook:${first!.id}`,
          completed_at: expect.any(String),
          attempts: [
            {
              ...attempt,
              number: 1,
              duration_ms: 20,
              response_status: 500,
              response_body: 'oh',
              error: 'answered 500',
            },
            {
              ...attempt,
              number: 2,
              duration_ms: 30,
              response_status: 200,
              response_body: 'fine',
              error: null,
            },
          ],
        },
      ],
      cursor: null,
      has_more: false,
    });
  });

  it('filters and pages', async () => {
    const id = await client.make();
    await client.record(inboxId, 'inbox.created', 'inbox.paused', 'inbox.resumed', 'inbox.paused');
    const all = (await api.deliveriesOf(id)).map((row) => row.id);
    await api.settle(all[1]!, 'FAILED');
    const found = async (query: string) => {
      const { status, body } = await client.deliveries(id, query);
      expect(status).toBe(200);
      return (body.data as { id: string }[]).map((row) => all.indexOf(row.id));
    };
    expect(await found('?status=FAILED')).toEqual([1]);
    expect(await found('?event=inbox.paused')).toEqual([3, 1]);
    expect(await found('?event=inbox.paused&status=PENDING')).toEqual([3]);
    expect(await found(`?since=${EPOCH}`)).toEqual([3, 2, 1, 0]);
    expect(await found('?since=2999-01-01T00:00:00Z')).toEqual([]);
    const first = await client.deliveries(id, '?limit=3');
    expect(first.body.has_more).toBe(true);
    const cursor = encodeURIComponent(first.body.cursor as string);
    expect(await found(`?cursor=${cursor}`)).toEqual([0]);
    expect((await client.deliveries(id, `?status=FAILED&cursor=${cursor}`)).status).toBe(400);
  });

  it.each([
    ['?status=LOST', /^status must be one of PENDING, SUCCEEDED, FAILED, CANCELLED$/],
    ['?event=email.eaten', /^event must be one of email.received, /],
    ['?since=yesterday', /^since must be an ISO 8601 time/],
    ['?limit=101', /^limit must be a whole number from 1 to 100$/],
  ])('refuses %s with 400', async (query, error) => {
    const reply = await client.deliveries(await client.make(), query);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatch(error);
  });
});

describe('POST /v1/webhooks/{id}/deliveries/{whd}/redeliver', () => {
  it('answers 202 with a new delivery of the same event', async () => {
    const id = await client.make();
    await client.record(inboxId, 'inbox.created');
    const [before] = await api.deliveriesOf(id);
    await api.settle(before!.id, 'FAILED');
    const reply = await client.act(id, `deliveries/${before!.id}/redeliver`);
    expect(reply.status).toBe(202);
    expect(reply.body).toMatchObject({
      id: expect.not.stringMatching(before!.id),
      webhook_id: id,
      event_id: before!.event_id,
      event: 'inbox.created',
      status: 'PENDING',
      attempt_count: 0,
      redelivery_of: before!.id,
      attempts: [],
    });
    expect(await client.states(id)).toEqual([
      ['inbox.created', 'FAILED', false],
      ['inbox.created', 'PENDING', true],
    ]);
  });

  it('goes in order where that is wanted, and waits for a resumption', async () => {
    const id = await client.make({ ordered: true });
    await client.act(id, 'pause');
    await client.record(inboxId, 'inbox.created');
    const [before] = await api.deliveriesOf(id);
    await client.act(id, `deliveries/${before!.id}/redeliver`);
    expect(await api.outboxOf(id)).toEqual([]);
    await client.act(id, 'resume');
    await client.act(id, `deliveries/${before!.id}/redeliver`);
    expect(await api.outboxOf(id)).toHaveLength(2);
    expect((await client.states(id)).map(([, , queued]) => queued)).toEqual([false, false, false]);
  });

  it('answers 404 for a delivery of another webhook, or an event that is not kept', async () => {
    const [id, other] = [await client.make(), await client.make()];
    await client.record(inboxId, 'inbox.created');
    const [before] = await api.deliveriesOf(id);
    const absent = await client.act(other, `deliveries/${before!.id}/redeliver`);
    expect([absent.status, absent.body]).toEqual([404, { error: 'Delivery not found' }]);
    await api.database.query('DELETE FROM events WHERE id = $1', [before!.event_id]);
    const gone = await client.act(id, `deliveries/${before!.id}/redeliver`);
    expect([gone.status, gone.body]).toEqual([404, { error: 'Event not found' }]);
  });

  it('answers 409 for a webhook that is disabled', async () => {
    const id = await client.make();
    await client.record(inboxId, 'inbox.created');
    const [before] = await api.deliveriesOf(id);
    await client.patch(id, { active: false });
    const reply = await client.act(id, `deliveries/${before!.id}/redeliver`);
    expect([reply.status, reply.body]).toEqual([
      409,
      { error: 'The webhook is disabled; set active to true first' },
    ]);
  });
});
