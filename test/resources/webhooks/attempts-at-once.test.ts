import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeliveryAttempts } from '../../../src/resources/webhooks/attempts.js';
import type { DeliveryRef } from '../../../src/resources/webhooks/run.js';
import { RETRY_SCHEDULE } from '../../../src/resources/webhooks/retry-schedule.js';
import { until } from '../../temporal/rows.js';
import { answered, startAttempts, type AttemptsFixture } from './attempts-fixture.js';
import { createGate, type Gate } from './gate.js';

const RUN = { schedule: RETRY_SCHEDULE, workflowId: null };

let test: AttemptsFixture;
let attempts: DeliveryAttempts;
let gate: Gate;
beforeAll(async () => {
  test = await startAttempts();
});
afterAll(() => test.drop());
beforeEach(() => {
  attempts = test.process();
  gate = createGate();
});
afterEach(() => test.clear());

/** Receivers at these webhooks answer when the gate is opened, all others at once. */
function hang(...webhooks: readonly { readonly url: string }[]): void {
  const urls = new Set(webhooks.map(({ url }) => url));
  test.receive = async ({ url }) => {
    if (urls.has(url)) await gate.opened;
    return answered(200);
  };
}

const sentTo = ({ url }: { readonly url: string }) =>
  test.sent.filter((request) => request.url === url).length;

const isOver = async (delivery: DeliveryRef) => (await test.row(delivery)).status === 'SUCCEEDED';

/** A row of an attempt that was begun by somebody else, so many seconds ago. */
const begin = (delivery: DeliveryRef, secondsAgo: number) =>
  test.database.query(
    `INSERT INTO webhook_attempts (delivery_id, number, started_at)
     VALUES ($1, 1, now() - make_interval(secs => $2))`,
    [delivery.id, secondsAgo],
  );

describe('the same delivery', () => {
  it.each([
    ['two callers', () => [attempts, attempts]],
    ['two processes', () => [attempts, test.process()]],
  ])('attempted by %s at once is sent once', async (_who, both) => {
    const webhook = await test.webhook();
    const delivery = await test.delivery(webhook);
    hang(webhook);

    const steps = both().map((one) => one.attempt(delivery, RUN));
    await until(() => test.sent.length > 0);
    gate.open();

    const said = (await Promise.all(steps)).map((step) => step!.summary).toSorted();
    expect(said).toEqual(['SUCCEEDED', 'attempt 1: answered 200']);
    expect(test.sent).toHaveLength(1);
    expect(await test.attempts(delivery)).toHaveLength(1);
  });

  it('that began before its run is made no second time by it', async () => {
    const webhook = await test.webhook();
    const delivery = await test.delivery(webhook);
    hang(webhook);
    const begun = attempts.begin(delivery, RUN);
    const together = attempts.attemptTogether([delivery], RUN, 5_000);
    gate.open();
    const [step] = await together;
    expect(step).toMatchObject({ summary: 'attempt 1: answered 200', retryInSeconds: null });
    expect(step).toEqual(await begun);
    expect(sentTo(webhook)).toBe(1);
  });

  it('waits for an attempt of another process that is under way', async () => {
    const webhook = await test.webhook();
    const delivery = await test.delivery(webhook);
    await begin(delivery, 10);

    const waiting = attempts.attempt(delivery, RUN);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(test.sent).toEqual([]);
    await test.database.query('UPDATE webhook_attempts SET duration_ms = 1, response_status = 200');
    await test.database.query(`UPDATE webhook_deliveries SET status = 'SUCCEEDED'`);

    expect(await waiting).toMatchObject({ summary: 'SUCCEEDED', retryInSeconds: null });
    expect(test.sent).toEqual([]);
  });

  it('goes on after an attempt whose process died', async () => {
    const delivery = await test.delivery(await test.webhook());
    await begin(delivery, 30);

    const step = await attempts.attempt(delivery, { ...RUN, schedule: [0, 0] });
    expect(step).toMatchObject({ summary: 'attempt 1: interrupted', retryInSeconds: 0 });
    expect(await attempts.attempt(delivery, RUN)).toMatchObject({
      summary: 'attempt 2: answered 200',
    });

    const [lost, second] = await test.attempts(delivery);
    expect(lost).toMatchObject({ number: 1, error: 'interrupted', response_status: null });
    expect(lost!.duration_ms).toBeGreaterThanOrEqual(30_000);
    expect(second).toMatchObject({ number: 2, response_status: 200, error: null });
  });

  it('has one outcome when two processes give up a lost attempt at once', async () => {
    const delivery = await test.delivery(await test.webhook());
    await begin(delivery, 30);

    const both = [attempts, test.process()].map((one) => one.attempt(delivery, RUN));
    for (const step of await Promise.all(both)) expect(step!.retryInSeconds).toBeGreaterThan(4);

    expect(await test.attempts(delivery)).toMatchObject([{ number: 1, error: 'interrupted' }]);
    expect(await test.row(delivery)).toMatchObject({ status: 'PENDING', attempt_count: 1 });
  });
});

describe('an endpoint', () => {
  it('that hangs has five attempts at most, and others go on', async () => {
    const [slow, fast] = [await test.webhook(), await test.webhook()];
    hang(slow);
    const waiting = (await test.deliveries(slow, 8)).map((one) => attempts.attempt(one, RUN));

    for (const delivery of await test.deliveries(fast, 10))
      expect(await attempts.attempt(delivery, RUN)).toMatchObject({ retryInSeconds: null });
    expect([sentTo(slow), sentTo(fast)]).toEqual([5, 10]);

    gate.open();
    await Promise.all(waiting);
    expect(sentTo(slow)).toBe(8);
  });

  it('that is busy until the caller has no time left is not asked', async () => {
    const slow = await test.webhook();
    hang(slow);
    const [late, ...first] = await test.deliveries(slow, 6);
    const waiting = first.map((one) => attempts.attempt(one, RUN));
    await until(() => sentTo(slow) === 5);

    expect(await attempts.attempt(late!, RUN, AbortSignal.timeout(50))).toBeNull();
    expect(await test.attempts(late!)).toEqual([]);

    gate.open();
    await Promise.all(waiting);
    expect(sentTo(slow)).toBe(5);
  });

  it('has its place back when storage fails', async () => {
    const webhook = await test.webhook();
    const delivery = await test.delivery(webhook);
    await test.database.query('ALTER TABLE webhook_attempts RENAME TO away');
    try {
      for (let failures = 0; failures < 6; failures++)
        await expect(attempts.attempt(delivery, RUN)).rejects.toThrow();
    } finally {
      await test.database.query('ALTER TABLE away RENAME TO webhook_attempts');
    }
    expect(await attempts.attempt(delivery, RUN)).toMatchObject({
      summary: 'attempt 1: answered 200',
    });
  });
});

describe('first attempts together', () => {
  it('are all made and answered in their order', async () => {
    const webhooks = [await test.webhook(), await test.webhook()];
    const deliveries = [];
    for (const webhook of webhooks) deliveries.push(...(await test.deliveries(webhook, 20)));

    const steps = await attempts.attemptTogether(deliveries, RUN, 5_000);

    expect(steps.map(({ id }) => id)).toEqual(deliveries.map(({ id }) => id));
    expect(new Set(steps.map(({ summary }) => summary))).toEqual(
      new Set(['attempt 1: answered 200']),
    );
    expect(test.sent).toHaveLength(40);
  });

  it('give back what did not get its turn and let slow ones go on by themselves', async () => {
    const [slow, fast] = [await test.webhook(), await test.webhook()];
    hang(slow);
    const ofSlow = await test.deliveries(slow, 8);
    const ofFast = await test.deliveries(fast, 2);

    const steps = await attempts.attemptTogether([...ofSlow, ...ofFast], RUN, 300);

    expect(steps.map(({ summary, retryInSeconds }) => [summary, retryInSeconds])).toEqual([
      ...Array.from({ length: 5 }, () => ['under way', 0]),
      ...Array.from({ length: 3 }, () => ['given back', null]),
      ...Array.from({ length: 2 }, () => ['attempt 1: answered 200', null]),
    ]);
    for (const delivery of ofSlow.slice(5))
      expect(await test.row(delivery)).toMatchObject({ status: 'PENDING', queued: true });
    for (const delivery of ofSlow.slice(0, 5))
      expect(await test.row(delivery)).toMatchObject({ status: 'PENDING', queued: false });

    gate.open();
    for (const delivery of ofSlow.slice(0, 5)) await until(() => isOver(delivery));
    expect(sentTo(slow)).toBe(5);
  });

  it('are waited for where they take longer', async () => {
    const [slow, refusing] = [await test.webhook(), await test.webhook()];
    const [ofSlow] = await test.deliveries(slow, 1);
    const [refused, lost, elsewhere] = await test.deliveries(refusing, 3);
    const deliveries = [ofSlow!, refused!, lost!, elsewhere!];
    test.receive = async ({ url }) => {
      await gate.opened;
      return answered(url === slow.url ? 200 : 500);
    };
    await attempts.attemptTogether([ofSlow!, refused!], RUN, 100);
    await begin(lost!, 30);
    await begin(elsewhere!, 10);

    const settling = test.process().settle(deliveries, new AbortController().signal);
    await until(async () => test.sent.length === 2);
    gate.open();
    await test.database.query('DELETE FROM webhook_attempts WHERE delivery_id = $1', [
      elsewhere!.id,
    ]);

    const left = await settling;
    expect(left.map(({ id }) => id).toSorted()).toEqual(
      [refused!, lost!, elsewhere!].map(({ id }) => id).toSorted(),
    );
    expect(left.find(({ id }) => id === refused!.id)!.retryInSeconds).toBeGreaterThan(1);
    expect(left.find(({ id }) => id === lost!.id)).toMatchObject({ ...lost!, retryInSeconds: 0 });
  });

  it('are not waited for any longer when the process stops', async () => {
    const delivery = await test.delivery(await test.webhook());
    await begin(delivery, 5);
    const stop = new AbortController();
    const settling = attempts.settle([delivery], stop.signal);
    stop.abort();
    await expect(settling).rejects.toThrow();
  });

  it('hold up neither the next ones nor the end when one is under way elsewhere', async () => {
    const webhook = await test.webhook();
    const [elsewhere, free] = await test.deliveries(webhook, 2);
    await begin(elsewhere!, 5);

    const steps = await attempts.attemptTogether([elsewhere!, free!], RUN, 5_000);

    expect(steps).toMatchObject([
      { summary: 'under way', retryInSeconds: 0 },
      { summary: 'attempt 1: answered 200', retryInSeconds: null },
    ]);
  });
});
