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

describe('POST /v1/webhooks/{id}/replay', () => {
  it('queues the events of a time span once more, in order', async () => {
    const id = await client.make();
    await client.record(inboxId, 'inbox.created', 'inbox.paused', 'inbox.resumed');
    const before = await api.deliveriesOf(id);
    for (const row of before) await api.settle(row.id, 'SUCCEEDED');
    const reply = await client.act(id, 'replay', { from: EPOCH });
    expect([reply.status, reply.body]).toEqual([
      202,
      { webhook_id: id, queued: 3, from: '1970-01-01T00:00:00.000Z', to: expect.any(String) },
    ]);
    const after = (await api.deliveriesOf(id)).slice(3);
    expect(after.map(({ event_id }) => event_id)).toEqual(before.map(({ event_id }) => event_id));
    expect(after.map((row) => row.redelivery_of)).toEqual(before.map((row) => row.id));
    expect(after.every(({ queued, status }) => queued && status === 'PENDING')).toBe(true);
  });

  it('tells of what happened before the webhook was there', async () => {
    await client.record(inboxId, 'inbox.created', 'inbox.deleted');
    const id = await client.make();
    expect((await client.act(id, 'replay', { from: EPOCH })).body.queued).toBe(2);
    const rows = await api.deliveriesOf(id);
    expect(rows.map((row) => [row.kind, row.redelivery_of])).toEqual([
      ['inbox.created', null],
      ['inbox.deleted', null],
    ]);
  });

  it('keeps to the time span', async () => {
    const id = await client.make();
    await client.record(inboxId, 'inbox.created', 'inbox.paused', 'inbox.resumed');
    await api.database.query(
      `UPDATE events SET created_at = CASE kind WHEN 'inbox.created' THEN '2026-01-01T00:00:00Z'
         WHEN 'inbox.paused' THEN '2026-01-02T00:00:00Z'::timestamptz
         ELSE '2026-01-03T00:00:00Z' END WHERE org_id = $1`,
      [client.orgId],
    );
    const span = { from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' };
    expect((await client.act(id, 'replay', span)).body).toMatchObject({
      queued: 1,
      to: '2026-01-03T00:00:00.000Z',
    });
    expect((await api.deliveriesOf(id)).at(-1)!.kind).toBe('inbox.paused');
  });

  it('keeps to the subscription, to the kinds asked for and to the inboxes', async () => {
    const other = await api.createInboxRow(client.orgId);
    const id = await client.make({ events: ['inbox.paused'], inbox_ids: [inboxId] });
    await client.record(inboxId, 'inbox.created', 'inbox.paused');
    await api.record(client.orgId, other, 'inbox.paused');
    const elsewhere = await api.createOrg();
    await api.record(elsewhere.orgId, await api.createInboxRow(elsewhere.orgId), 'inbox.paused');
    const queued = async (order: object) =>
      (await client.act(id, 'replay', { from: EPOCH, ...order })).body.queued as number;
    expect(await queued({})).toBe(1);
    expect(await queued({ events: ['inbox.*'] })).toBe(2);
    expect(await queued({ events: ['wait.*'] })).toBe(0);
    await client.patch(id, { inbox_ids: null });
    expect(await queued({})).toBe(2);
  });

  it('goes by the status of the latest delivery', async () => {
    const id = await client.make();
    await client.record(inboxId, 'inbox.created', 'inbox.paused');
    const [first, second] = await api.deliveriesOf(id);
    await api.settle(first!.id, 'FAILED');
    await api.settle(second!.id, 'SUCCEEDED');
    const replay = (status: string) => client.act(id, 'replay', { from: EPOCH, status });
    expect((await replay('FAILED')).body.queued).toBe(1);
    expect((await replay('FAILED')).body.queued).toBe(0);
    expect((await replay('CANCELLED')).body.queued).toBe(0);
    expect((await api.deliveriesOf(id)).at(-1)).toMatchObject({
      event_id: first!.event_id,
      redelivery_of: first!.id,
    });
  });

  it('sends no test again', async () => {
    const id = await client.make({ events: ['*'] });
    await client.act(id, 'test');
    expect((await client.act(id, 'replay', { from: EPOCH })).body.queued).toBe(0);
  });

  it('takes more events than fit into a chunk', async () => {
    await api.database.query(
      `INSERT INTO events (id, org_id, kind, inbox_id, resource_id, body)
       SELECT 'evt_' || $1 || n, $1, 'inbox.created', $2, $2, '{}' FROM generate_series(1, 2500) n`,
      [client.orgId, inboxId],
    );
    const id = await client.make();
    expect((await client.act(id, 'replay', { from: EPOCH })).body.queued).toBe(2500);
    const rows = await api.deliveriesOf(id);
    const numbers = rows.map(({ event_id }) =>
      Number(event_id.slice(`evt_${client.orgId}`.length)),
    );
    expect(numbers).toEqual(Array.from({ length: 2500 }, (_, index) => index + 1));
  });

  it('is refused while a thousand deliveries are pending, whoever asked for them', async () => {
    await api.database.query(
      `INSERT INTO events (id, org_id, kind, inbox_id, resource_id, body)
       SELECT 'evt_' || $1 || n, $1, 'inbox.created', $2, $2, '{}' FROM generate_series(1, 2500) n`,
      [client.orgId, inboxId],
    );
    const id = await client.make();
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => client.act(id, 'replay', { from: EPOCH })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 429, 429, 429, 429]);
    const refused = replies.find(({ status }) => status === 429)!;
    expect(refused.body).toEqual({
      error: expect.stringContaining('1000 or more deliveries of this webhook are pending'),
      retry_after_seconds: 60,
    });
    expect(await api.deliveriesOf(id)).toHaveLength(2500);

    // Of another webhook, and of this one once they are over.
    const other = await client.make();
    expect((await client.act(other, 'replay', { from: EPOCH })).status).toBe(202);
    const pending = `UPDATE webhook_deliveries SET status = 'SUCCEEDED' WHERE webhook_id = $1`;
    await api.database.query(pending, [id]);
    expect((await client.act(id, 'replay', { from: EPOCH })).status).toBe(202);
  });

  it('wakes the run of an ordered webhook', async () => {
    await client.record(inboxId, 'inbox.created');
    const id = await client.make({ ordered: true });
    await client.act(id, 'replay', { from: EPOCH });
    expect(await client.states(id)).toEqual([['inbox.created', 'PENDING', false]]);
    expect(await api.outboxOf(id)).toEqual([`deliverInOrder:${id}`]);
  });

  it.each([
    ['no start', {}, 'from is required'],
    [
      'an end before the start',
      { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' },
      'from must be before to',
    ],
    [
      'an unknown kind',
      { from: EPOCH, events: ['x'] },
      'events[0] must be a kind of event or a wildcard, which "x" is not; see GET /v1/webhooks/events',
    ],
  ])('refuses %s with 400', async (_case, body, error) => {
    const reply = await client.act(await client.make(), 'replay', body);
    expect([reply.status, reply.body]).toEqual([400, { error }]);
  });

  it('answers 409 for a webhook that is disabled, also when there is nothing to replay', async () => {
    const id = await client.make({ active: false });
    expect((await client.act(id, 'replay', { from: EPOCH })).status).toBe(409);
  });
});
