import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/ids.js';
import { createLog } from '../../src/log.js';
import { reconcile } from '../../src/temporal/reconciler.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { deliveryRows, queueDeliveries } from './delivery-rows.js';
import { outboxRows } from './rows.js';

const log = createLog('silent');
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
afterEach(() => test.database.query('TRUNCATE outbox, webhooks, webhook_deliveries, events'));

/** Looks for work without progress since 60 seconds. */
const look = () =>
  reconcile({ database: test.database, log, starter: { isRunning: async () => false } }, 60);

async function addWebhook(change = 'active = true'): Promise<string> {
  const id = newId('wh');
  await test.database.query(
    `INSERT INTO webhooks (id, org_id, url, events, sealed_secret) VALUES ($1, 'org_1', '', '{*}', '')`,
    [id],
  );
  await test.database.query(`UPDATE webhooks SET ${change} WHERE id = $1`, [id]);
  return id;
}

/** Deliveries that were taken so many seconds ago. */
async function taken(webhookId: string, count: number, secondsAgo: number, change = '') {
  const ids = await queueDeliveries(test.database, webhookId, count);
  await test.database.query(
    `UPDATE webhook_deliveries
     SET queued = false, touched_at = now() - make_interval(secs => $2) ${change}
     WHERE id = ANY ($1)`,
    [ids, secondsAgo],
  );
  return ids;
}

const queued = async () =>
  (await deliveryRows(test.database)).filter((row) => row.queued).map(({ id }) => id);

describe('deliveries whose run is lost', () => {
  it('are queued again, once', async () => {
    const ids = await taken(await addWebhook(), 3, 61);
    const counts = await Promise.all([look(), look(), look()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(3);
    expect(await queued()).toEqual(ids);
    expect(await look()).toBe(0);
  });

  it('are queued again when the next attempt was due long enough ago', async () => {
    const due = `, next_attempt_at = now() - interval '61 seconds'`;
    const ids = await taken(await addWebhook(), 1, 10_000, due);
    expect(await look()).toBe(1);
    expect(await queued()).toEqual(ids);
  });

  it.each([
    ['the webhook is switched off', 'active = false', ''],
    ['the webhook is ordered and switched off', 'ordered = true, active = false', ''],
    ['the webhook is gone', `id = 'wh_gone'`, ''],
    ['they are tests of a paused webhook', 'paused_at = now()', `, kind = 'webhook.test'`],
  ])('are queued again to be ended, too, when %s', async (_when, webhook, change) => {
    const ids = await taken(await addWebhook(webhook), 2, 61, change);
    expect(await look()).toBe(2);
    expect(await queued()).toEqual(ids);
  });

  it.each([
    ['they were taken just now', 'active = true', 59, ''],
    ['the next attempt is not due', 'active = true', 999, `, next_attempt_at = now()`],
    ['they have ended', 'active = true', 999, `, status = 'FAILED'`],
    ['the webhook is paused', 'paused_at = now()', 999, ''],
  ])('are left alone when %s', async (_when, webhook, secondsAgo, change) => {
    await taken(await addWebhook(webhook), 2, secondsAgo, change);
    expect(await look()).toBe(0);
    expect(await queued()).toEqual([]);
  });
});

describe('an ordered webhook whose run is lost', () => {
  it('has one started again, and nothing queued', async () => {
    const id = await addWebhook('ordered = true');
    await taken(id, 3, 61);
    expect(await look()).toBe(1);
    expect(await outboxRows(test.database)).toMatchObject([
      {
        workflow: 'deliverInOrder',
        workflow_id: `deliverInOrder:${id}`,
        org_id: 'org_1',
        resource_id: id,
        again: true,
        done: false,
      },
    ]);
    expect(await queued()).toEqual([]);
    expect(await look()).toBe(0);
  });

  it('is told of again when the row before it was done long enough ago', async () => {
    const id = await addWebhook('ordered = true');
    await taken(id, 1, 200);
    await look();
    await test.database.query(`UPDATE outbox SET done_at = now() - interval '59 seconds'`);
    expect(await look()).toBe(0);
    await test.database.query(`UPDATE outbox SET done_at = now() - interval '61 seconds'`);
    expect(await look()).toBe(1);
  });

  it.each([
    ['its first delivery waits for its time', 'ordered = true', `, next_attempt_at = now()`],
    ['it is paused', 'ordered = true, paused_at = now()', ''],
    ['everything has ended', 'ordered = true', `, status = 'SUCCEEDED'`],
  ])('is left alone when %s', async (_when, webhook, change) => {
    await taken(await addWebhook(webhook), 2, 999, change);
    expect(await look()).toBe(0);
    expect(await outboxRows(test.database)).toEqual([]);
  });
});
