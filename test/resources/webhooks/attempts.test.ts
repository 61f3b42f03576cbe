import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { DeliveryAttempts } from '../../../src/resources/webhooks/attempts.js';
import type { DeliveryRef } from '../../../src/resources/webhooks/run.js';
import {
  RETRY_SCHEDULE,
  type RetrySchedule,
} from '../../../src/resources/webhooks/retry-schedule.js';
import { newSecret } from '../../../src/resources/webhooks/signature.js';
import { answered, SECRET, startAttempts, type AttemptsFixture } from './attempts-fixture.js';

let test: AttemptsFixture;
let attempts: DeliveryAttempts;
beforeAll(async () => {
  test = await startAttempts();
  attempts = test.process();
});
afterAll(() => test.drop());
afterEach(() => test.clear());

const attempt = (delivery: DeliveryRef, schedule: RetrySchedule = RETRY_SCHEDULE) =>
  attempts.attempt(delivery, { schedule, workflowId: `deliverWebhook:${delivery.id}` });

const bodyOf = async (delivery: DeliveryRef) => {
  const [row] = await test.database.query<{ id: string; body: string }>(
    `SELECT e.id, e.body FROM events e JOIN webhook_deliveries d ON d.event_id = e.id
     WHERE d.id = $1`,
    [delivery.id],
  );
  return row!;
};

describe('an attempt', () => {
  it('that succeeds ends the delivery', async () => {
    const delivery = await test.delivery(await test.webhook());

    expect(await attempt(delivery)).toEqual({
      ...delivery,
      summary: 'attempt 1: answered 200',
      retryInSeconds: null,
    });

    expect(await test.row(delivery)).toEqual({
      id: delivery.id,
      status: 'SUCCEEDED',
      queued: false,
      attempt_count: 1,
      next_in: null,
      completed: true,
      workflow_id: `deliverWebhook:${delivery.id}`,
    });
    const made = { response_status: 200, response_body: 'said', error: null };
    expect(await test.attempts(delivery)).toEqual([
      { number: 1, duration_ms: expect.any(Number), ...made },
    ]);
  });

  it('sends the bytes of the event to the webhook, signed', async () => {
    const webhook = await test.webhook({ headers: { Authorization: 'Bearer x', 'X-Own': 'y' } });
    const delivery = await test.delivery(webhook);
    const { id, body } = await bodyOf(delivery);

    await attempt(delivery);

    expect(test.sent).toEqual([{ url: webhook.url, body, headers: expect.any(Object) }]);
    const headers = { ...test.sent[0]!.headers };
    expect(headers).toMatchObject({
      'Content-Type': 'application/json',
      'User-Agent': 'Restante-Webhooks/1',
      Authorization: 'Bearer x',
      'X-Own': 'y',
      'webhook-id': id,
    });
    expect(new Webhook(SECRET).verify(body, headers)).toEqual(JSON.parse(body));
  });

  it.each([
    ['while it is valid', 60, 2],
    ['not any more when its time is over', -1, 1],
  ])('is signed with the secret before the rotation, too, %s', async (_when, secs, signatures) => {
    const oldSecret = newSecret();
    const delivery = await test.delivery(await test.webhook({ oldSecret, oldSecretFor: secs }));

    await attempt(delivery);

    const headers = { ...test.sent[0]!.headers };
    expect(headers['webhook-signature']!.split(' ')).toHaveLength(signatures);
    const verify = (secret: string) =>
      new Webhook(secret).verify(test.sent[0]!.body as string, headers);
    expect(verify(SECRET)).toBeTruthy();
    if (signatures === 2) expect(verify(oldSecret)).toBeTruthy();
    else expect(() => verify(oldSecret)).toThrow();
  });

  it('has the id and the bytes of the one before it', async () => {
    test.receive = () => answered(500);
    const delivery = await test.delivery(await test.webhook());

    for (const schedule of [
      [0, 0, 9],
      [0, 0, 9],
    ])
      await attempt(delivery, schedule);

    const [first, second] = test.sent;
    expect(second!.body).toBe(first!.body);
    expect(second!.headers!['webhook-id']).toBe(first!.headers!['webhook-id']);
  });

  it('that fails says when the next one is due', async () => {
    test.receive = () => answered(500, { body: Buffer.from('broken') });
    const delivery = await test.delivery(await test.webhook());

    const step = await attempt(delivery);

    expect(step).toMatchObject({ summary: 'attempt 1: answered 500' });
    expect(step!.retryInSeconds).toBeGreaterThanOrEqual(5);
    expect(step!.retryInSeconds).toBeLessThanOrEqual(5.5);
    const row = await test.row(delivery);
    expect(row).toMatchObject({ status: 'PENDING', attempt_count: 1, completed: false });
    expect(row.next_in).toBeGreaterThan(4);
    const made = { response_status: 500, response_body: 'broken', error: 'answered 500' };
    expect(await test.attempts(delivery)).toMatchObject([made]);
  });

  it('that nobody answers is written down with the reason', async () => {
    test.receive = () => ({ kind: 'failed', reason: 'timeout', message: 'timed out' });
    const delivery = await test.delivery(await test.webhook());

    expect(await attempt(delivery)).toMatchObject({ summary: 'attempt 1: timed out' });

    const made = { response_status: null, response_body: null, error: 'timed out' };
    expect(await test.attempts(delivery)).toMatchObject([made]);
  });

  it('is not made before it is due', async () => {
    test.receive = () => answered(500);
    const delivery = await test.delivery(await test.webhook());
    await attempt(delivery);

    const step = await attempt(delivery);

    expect(step).toMatchObject({ summary: 'waiting' });
    expect(step!.retryInSeconds).toBeGreaterThan(4);
    expect(test.sent).toHaveLength(1);
  });

  it.each([429, 503])(
    'that is answered %i is made again when the receiver says',
    async (status) => {
      test.receive = () => answered(status, { headers: { 'retry-after': '42' } });
      const delivery = await test.delivery(await test.webhook());

      expect(await attempt(delivery)).toMatchObject({ retryInSeconds: 42 });

      const { next_in: nextIn } = await test.row(delivery);
      expect(nextIn).toBeGreaterThan(41);
      expect(nextIn).toBeLessThanOrEqual(42);
    },
  );

  it('is the last one at the end of the schedule', async () => {
    test.receive = () => answered(500);
    const delivery = await test.delivery(await test.webhook());
    const schedule = [0, 0, 0];

    const steps = [];
    while (steps.length < schedule.length) steps.push(await attempt(delivery, schedule));

    expect(steps).toMatchObject([
      { summary: 'attempt 1: answered 500', retryInSeconds: 0 },
      { summary: 'attempt 2: answered 500', retryInSeconds: 0 },
      { summary: 'attempt 3: answered 500', retryInSeconds: null },
    ]);
    expect(await test.row(delivery)).toMatchObject({
      status: 'FAILED',
      attempt_count: 3,
      next_in: null,
      completed: true,
    });
    expect((await test.attempts(delivery)).map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(await attempt(delivery, schedule)).toMatchObject({
      summary: 'FAILED',
      retryInSeconds: null,
    });
    expect(test.sent).toHaveLength(3);
  });

  it.each([
    ['more than 2 KiB', Buffer.alloc(20_480, 'x'), 'x'.repeat(2_048)],
    ['NUL', Buffer.from('a\u0000b'), 'ab'],
    ['invalid UTF-8', Buffer.from([0x61, 0xff, 0x62]), 'a\ufffdb'],
    ['nothing', Buffer.alloc(0), ''],
  ])('keeps what the receiver summary: %s', async (_what, body, kept) => {
    test.receive = () => answered(500, { body });
    const delivery = await test.delivery(await test.webhook());

    await attempt(delivery);

    expect(await test.attempts(delivery)).toMatchObject([{ response_body: kept }]);
  });
});

describe('a delivery that has nowhere to go', () => {
  it.each([
    ['its webhook is switched off', `UPDATE webhooks SET active = false`],
    ['its webhook is deleted', 'DELETE FROM webhooks'],
    ['its event is deleted', 'DELETE FROM events'],
  ])('is cancelled when %s', async (_when, statement) => {
    const delivery = await test.delivery(await test.webhook());
    await test.database.query(statement);

    expect(await attempt(delivery)).toMatchObject({ summary: 'CANCELLED', retryInSeconds: null });

    expect(await test.row(delivery)).toMatchObject({ status: 'CANCELLED', completed: true });
    expect(await test.attempts(delivery)).toEqual([]);
    expect(test.sent).toEqual([]);
  });

  it('stays as it is while its webhook is paused', async () => {
    const delivery = await test.delivery(await test.webhook({ paused: true }));
    const before = await test.row(delivery);

    expect(await attempt(delivery)).toMatchObject({ summary: 'paused', retryInSeconds: null });

    expect(await test.row(delivery)).toEqual(before);
    expect(before.status).toBe('PENDING');
    expect(test.sent).toEqual([]);
  });

  it.each(['SUCCEEDED', 'FAILED', 'CANCELLED'])('stays as it is when it is %s', async (status) => {
    const delivery = await test.delivery(await test.webhook());
    await test.database.query('UPDATE webhook_deliveries SET status = $1', [status]);

    expect(await attempt(delivery)).toMatchObject({ summary: status, retryInSeconds: null });
    expect(test.sent).toEqual([]);
  });

  it('does no harm when it is gone itself', async () => {
    const delivery = await test.delivery(await test.webhook());
    await test.database.query('DELETE FROM webhook_deliveries');

    expect(await attempt(delivery)).toMatchObject({ summary: 'gone', retryInSeconds: null });
  });

  it.each([
    ['paused', { paused: true }],
    ['switched off', { active: false }],
  ])('is made nevertheless when it is a test and the webhook is %s', async (_what, parts) => {
    const delivery = await test.delivery(await test.webhook(parts));
    await test.database.query(`UPDATE webhook_deliveries SET kind = 'webhook.test'`);

    expect(await attempt(delivery)).toMatchObject({ summary: 'attempt 1: answered 200' });
  });
});
