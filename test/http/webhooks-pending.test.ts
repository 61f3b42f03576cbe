import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
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

describe('pause and resume', () => {
  it('keep events and queue them in order', async () => {
    const id = await client.make();
    await client.record(inboxId, 'inbox.created');
    const paused = await client.act(id, 'pause');
    expect([paused.status, paused.body.status]).toEqual([200, 'paused']);
    await client.record(inboxId, 'inbox.paused');
    expect(await client.states(id)).toEqual([
      ['inbox.created', 'PENDING', false],
      ['inbox.paused', 'PENDING', false],
    ]);
    const resumed = await client.act(id, 'resume');
    expect([resumed.status, resumed.body.status]).toEqual([200, 'active']);
    expect(await client.states(id)).toEqual([
      ['inbox.created', 'PENDING', true],
      ['inbox.paused', 'PENDING', true],
    ]);
    expect(await api.outboxOf(id)).toEqual([]);
  });

  it('leave what has ended alone, and may be said twice', async () => {
    const id = await client.make();
    await client.record(inboxId, 'inbox.created');
    await api.settle((await api.deliveriesOf(id))[0]!.id, 'FAILED');
    for (const verb of ['pause', 'pause', 'resume', 'resume'])
      expect((await client.act(id, verb)).status).toBe(200);
    expect(await client.states(id)).toEqual([['inbox.created', 'FAILED', false]]);
  });

  it('wake the run of an ordered webhook', async () => {
    const id = await client.make({ ordered: true });
    await client.act(id, 'pause');
    await client.record(inboxId, 'inbox.created');
    expect(await api.outboxOf(id)).toEqual([]);
    await client.act(id, 'resume');
    expect(await client.states(id)).toEqual([['inbox.created', 'PENDING', false]]);
    expect(await api.outboxOf(id)).toEqual([`deliverInOrder:${id}`]);
  });

  it('tell the dispatcher', async () => {
    const id = await client.make();
    await client.act(id, 'pause');
    await client.record(inboxId, 'inbox.created');
    const listener = new pg.Client(api.url);
    await listener.connect();
    const told = new Promise<string>((resolve) =>
      listener.on('notification', ({ channel }) => resolve(channel)),
    );
    await listener.query('LISTEN delivery_queued');
    await client.act(id, 'resume');
    expect(await told).toBe('delivery_queued');
    await listener.end();
  });
});

describe('PATCH', () => {
  it('active: false drops what is pending', async () => {
    const id = await client.make();
    await client.record(inboxId, 'inbox.created', 'inbox.paused');
    const [first] = await api.deliveriesOf(id);
    await api.settle(first!.id, 'SUCCEEDED');
    expect((await client.patch(id, { active: false })).body.status).toBe('disabled');
    await client.record(inboxId, 'inbox.resumed');
    expect(await client.states(id)).toEqual([
      ['inbox.created', 'SUCCEEDED', false],
      ['inbox.paused', 'CANCELLED', false],
    ]);
    const listed = await client.deliveries(id, '?status=CANCELLED');
    expect(listed.body.data).toEqual([
      expect.objectContaining({ event: 'inbox.paused', completed_at: expect.any(String) }),
    ]);
  });

  it('ordered leaves what is pending to the run in order', async () => {
    const id = await client.make();
    await client.record(inboxId, 'inbox.created');
    await client.patch(id, { ordered: true });
    expect(await client.states(id)).toEqual([['inbox.created', 'PENDING', false]]);
    expect(await api.outboxOf(id)).toEqual([`deliverInOrder:${id}`]);
  });

  it('ordered: false queues what is pending', async () => {
    const id = await client.make({ ordered: true });
    await client.record(inboxId, 'inbox.created');
    await client.patch(id, { ordered: false });
    expect(await client.states(id)).toEqual([['inbox.created', 'PENDING', true]]);
  });

  it('ordered of a paused webhook waits for its resumption', async () => {
    const id = await client.make({ ordered: true });
    await client.act(id, 'pause');
    await client.record(inboxId, 'inbox.created');
    await client.patch(id, { ordered: false });
    expect(await client.states(id)).toEqual([['inbox.created', 'PENDING', false]]);
    await client.act(id, 'resume');
    expect(await client.states(id)).toEqual([['inbox.created', 'PENDING', true]]);
  });

  it('waits for no delivery that is being made', async () => {
    const id = await client.make();
    await client.record(inboxId, 'inbox.created', 'inbox.paused');
    const [first] = await api.deliveriesOf(id);
    const runner = api.database.source.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM webhook_deliveries WHERE id = $1 FOR UPDATE', [first!.id]);
    expect((await client.patch(id, { active: false })).status).toBe(200);
    await runner.commitTransaction();
    await runner.release();
    expect(await client.states(id)).toEqual([
      ['inbox.created', 'PENDING', true],
      ['inbox.paused', 'CANCELLED', false],
    ]);
  });
});

describe('DELETE', () => {
  it('cancels what is pending', async () => {
    const id = await client.make();
    await client.record(inboxId, 'inbox.created');
    expect((await client.remove(id)).status).toBe(200);
    expect(await client.states(id)).toEqual([['inbox.created', 'CANCELLED', false]]);
    expect((await client.deliveries(id)).status).toBe(404);
  });
});
