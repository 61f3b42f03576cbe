import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { DeliveryAttempts } from '../../../src/resources/webhooks/attempts.js';
import type { DeliveryRef } from '../../../src/resources/webhooks/run.js';
import { disableWebhook } from '../../../src/resources/webhooks/change.js';
import { RETRY_SCHEDULE } from '../../../src/resources/webhooks/retry-schedule.js';
import { fanOut } from '../../support/fan-out.js';
import { answered, startAttempts, type AttemptsFixture } from './attempts-fixture.js';

let test: AttemptsFixture;
let attempts: DeliveryAttempts;
beforeAll(async () => {
  test = await startAttempts();
  attempts = test.process();
});
afterAll(() => test.drop());
afterEach(() => test.clear());

const attempt = (delivery: DeliveryRef) =>
  attempts.attempt(delivery, { schedule: RETRY_SCHEDULE, workflowId: null });

const stateOf = async ({ webhookId }: DeliveryRef) => {
  const [row] = await test.database.query<{ active: boolean; days: number | null }>(
    `SELECT active, disabled_reason AS reason,
       extract(epoch FROM now() - failing_since)::float8 / 86400 AS days
     FROM webhooks WHERE id = $1`,
    [webhookId],
  );
  return row!;
};

/** Deliveries of `webhook.disabled` by webhook. */
const toldOf = async () => {
  await fanOut(test.database);
  return test.database.query<DeliveryRef>(
    `SELECT d.id, d.webhook_id AS "webhookId", d.org_id AS "orgId" FROM webhook_deliveries d
     WHERE d.kind = 'webhook.disabled'`,
  );
};

describe('a webhook that answers 410', () => {
  it('is switched off, its deliveries are dropped and others are told', async () => {
    const webhook = await test.webhook();
    const { orgId } = webhook;
    const other = await test.webhook({ orgId, events: ['webhook.disabled'] });
    await test.webhook({ events: ['*'] });
    const [first, ...pending] = await test.deliveries(webhook, 3);
    const ofOther = await test.delivery(other);
    test.receive = () => answered(410);

    expect(await attempt(first!)).toMatchObject({ retryInSeconds: null });

    expect(await stateOf(webhook)).toMatchObject({ active: false, reason: 'answered 410 Gone' });
    expect(await test.row(first!)).toMatchObject({ status: 'FAILED', attempt_count: 1 });
    for (const delivery of pending) {
      const cancelled = { status: 'CANCELLED', queued: false, completed: true };
      expect(await test.row(delivery)).toMatchObject(cancelled);
    }
    expect(await test.row(ofOther)).toMatchObject({ status: 'PENDING' });

    const told = await toldOf();
    expect(told).toMatchObject([{ webhookId: other.webhookId, orgId }]);
    test.receive = () => answered(200);
    expect(await attempt(told[0]!)).toMatchObject({ summary: 'attempt 1: answered 200' });
    expect(JSON.parse(test.sent.at(-1)!.body as string)).toMatchObject({
      event: 'webhook.disabled',
      data: { webhook_id: webhook.webhookId, url: webhook.url, reason: 'answered 410 Gone' },
    });
  });

  it('is switched off and told of once, when several answers come at once', async () => {
    const webhook = await test.webhook();
    await test.webhook({ orgId: webhook.orgId, events: ['*'] });
    const deliveries = await test.deliveries(webhook, 5);
    test.receive = () => answered(410);

    await Promise.all(deliveries.map(attempt));

    expect(await stateOf(webhook)).toMatchObject({ active: false });
    expect(await toldOf()).toHaveLength(1);
  });

  it('stays off and gets nothing more from an attempt that was under way', async () => {
    const webhook = await test.webhook();
    const delivery = await test.delivery(webhook);
    test.receive = async () => {
      await disableWebhook(test.database, webhook.webhookId, 'answered 410 Gone');
      return answered(500);
    };

    await attempt(delivery);

    expect(await test.row(delivery)).toMatchObject({ status: 'CANCELLED' });
    expect(await test.attempts(delivery)).toMatchObject([{ response_status: 500 }]);
    expect(await attempt(delivery)).toMatchObject({ summary: 'CANCELLED', retryInSeconds: null });
  });
});

describe('failure that lasts', () => {
  it('is counted from the first one until a success', async () => {
    const webhook = await test.webhook();
    const [first, second, third] = await test.deliveries(webhook, 3);
    test.receive = () => answered(500);
    await attempt(first!);
    expect((await stateOf(webhook)).days).toBeCloseTo(0, 2);
    await test.database.query(`UPDATE webhooks SET failing_since = now() - interval '2 days'`);
    await attempt(second!);
    expect((await stateOf(webhook)).days).toBeCloseTo(2, 2);
    test.receive = () => answered(200);
    await attempt(third!);
    expect((await stateOf(webhook)).days).toBeNull();
  });

  it('of five days switches the webhook off and tells others', async () => {
    const webhook = await test.webhook({ failingDays: 5.001 });
    const other = await test.webhook({ orgId: webhook.orgId, events: ['webhook.*'] });
    const [first, second] = await test.deliveries(webhook, 2);
    test.receive = () => answered(500);

    await attempt(first!);

    expect(await stateOf(webhook)).toMatchObject({ active: false, reason: 'failed for five days' });
    for (const delivery of [first, second])
      expect(await test.row(delivery!)).toMatchObject({ status: 'CANCELLED' });
    expect(await toldOf()).toMatchObject([{ webhookId: other.webhookId }]);
  });

  it.each([
    ['of less than five days', 4.999, 500],
    ['that ends with a success after five days', 5.001, 200],
  ])('%s leaves the webhook on', async (_what, failingDays, status) => {
    const webhook = await test.webhook({ failingDays });
    test.receive = () => answered(status);

    await attempt(await test.delivery(webhook));

    expect(await stateOf(webhook)).toMatchObject({ active: true });
    expect(await toldOf()).toEqual([]);
  });
});
