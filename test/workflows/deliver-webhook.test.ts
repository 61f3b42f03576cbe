import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import type { DeliveryProgress } from '../../src/resources/webhooks/attempts.js';
import type { DeliveryRef } from '../../src/resources/webhooks/run.js';
import { unavailable } from '../../src/errors.js';
import { createTestTemporal, type TestTemporal } from '../support/temporal.js';

let temporal: TestTemporal;
beforeAll(async () => {
  temporal = await createTestTemporal();
});
afterAll(() => temporal.close());

const RETRY_SCHEDULE = [0, 0.2, 0.3];

const newDelivery = (): DeliveryRef => ({
  id: `whd_${randomUUID()}`,
  webhookId: 'wh_1',
  orgId: 'org_1',
});
const stepOf = (
  delivery: DeliveryRef,
  summary: string,
  retryInSeconds: number | null = null,
): DeliveryProgress => ({
  ...delivery,
  summary,
  retryInSeconds,
});

/** The activities that a run scheduled, and the seconds of its timers, in order. */
async function stepsIn(handle: WorkflowHandle): Promise<(string | number)[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap<string | number>((event) => {
    const activity = event.activityTaskScheduledEventAttributes?.activityType?.name;
    const timer = event.timerStartedEventAttributes?.startToFireTimeout;
    if (activity) return [activity];
    return timer ? [Number(timer.seconds ?? 0) + Number(timer.nanos ?? 0) / 1e9] : [];
  });
}

const runId = (delivery: DeliveryRef) => `deliverWebhook:${delivery.id}`;

const isGone = async (workflowId: string) => {
  const description = await temporal.client.workflow
    .getHandle(workflowId)
    .describe()
    .catch(() => null);
  return description === null;
};

describe('a run of one delivery', () => {
  it('is over after a first attempt that succeeds', async () => {
    const delivery = newDelivery();
    const calls: unknown[] = [];
    const activities = {
      async attemptDeliveries(...given: unknown[]) {
        calls.push(given);
        return [stepOf(delivery, 'attempt 1: answered 200')];
      },
    };
    const input = { deliveries: [delivery], schedule: RETRY_SCHEDULE };

    expect(await temporal.run('deliverWebhook', [input], activities)).toBe(
      'attempt 1: answered 200',
    );
    expect(calls).toEqual([[[delivery], RETRY_SCHEDULE]]);
  });

  it('climbs until somebody says that there is nothing more to do', async () => {
    const delivery = newDelivery();
    const times: number[] = [];
    const handle = await temporal.start('deliverWebhook', [
      { deliveries: [delivery], schedule: RETRY_SCHEDULE },
    ]);
    const activities = {
      async attemptDeliveries() {
        times.push(Date.now());
        return [stepOf(delivery, 'attempt 1: answered 500', 0.2)];
      },
      async attemptDelivery(step: DeliveryRef, schedule: readonly number[]) {
        expect(step).toMatchObject(delivery);
        expect(schedule).toEqual(RETRY_SCHEDULE);
        times.push(Date.now());
        const last = times.length === 3;
        return stepOf(delivery, `attempt ${times.length}: answered 500`, last ? null : 0.3);
      },
    };

    const summary = await temporal.withWorker(activities, () => handle.result());

    expect(summary).toBe('attempt 3: answered 500');
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(195);
    expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(295);
    expect(await stepsIn(handle)).toEqual([0.2, 'attemptDelivery', 0.3, 'attemptDelivery']);
  });

  it('looks again at once where it need not wait', async () => {
    const delivery = newDelivery();
    const handle = await temporal.start('deliverWebhook', [{ deliveries: [delivery] }]);
    await temporal.withWorker(
      {
        attemptDeliveries: async () => [stepOf(delivery, 'under way', 0)],
        attemptDelivery: async () => stepOf(delivery, 'SUCCEEDED'),
      },
      () => handle.result(),
    );
    expect(await stepsIn(handle)).toEqual(['attemptDelivery']);
  });

  it('goes on patiently when storage is away', async () => {
    const delivery = newDelivery();
    let together = 0;
    let alone = 0;
    const handle = await temporal.start('deliverWebhook', [{ deliveries: [delivery] }]);
    const summary = await temporal.withWorker(
      {
        async attemptDeliveries() {
          if (++together < 3) throw unavailable();
          return [stepOf(delivery, 'attempt 1: answered 500', 0)];
        },
        async attemptDelivery() {
          if (++alone < 2) throw unavailable();
          return stepOf(delivery, 'attempt 2: answered 200');
        },
      },
      () => handle.result(),
    );
    expect(summary).toBe('attempt 2: answered 200');
    expect([together, alone]).toEqual([3, 2]);
    // Attempts of an activity are not in the history: it stays short however long it takes.
    expect(await stepsIn(handle)).toEqual(['attemptDeliveries', 'attemptDelivery']);
  });

  it('tells operators where it stands', async () => {
    const delivery = newDelivery();
    const handle = await temporal.start('deliverWebhook', [{ deliveries: [delivery] }]);
    await temporal.withWorker(
      { attemptDeliveries: async () => [stepOf(delivery, 'attempt 1: answered 500', 3_600)] },
      async () => {
        const details = () =>
          handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
        let told = await details();
        while (!told.currentDetails) told = await details();
        expect(told.currentDetails).toBe('attempt 1: answered 500; next look in 3600 s');
        await handle.terminate();
      },
    );
  });
});

describe('a run of several deliveries', () => {
  it('gives what is left runs of their own, which outlive it', async () => {
    const deliveries = Array.from({ length: 6 }, newDelivery);
    const [taken, back, failed, slow, refused, lost] = deliveries as [
      DeliveryRef,
      DeliveryRef,
      DeliveryRef,
      DeliveryRef,
      DeliveryRef,
      DeliveryRef,
    ];
    const settled: unknown[] = [];
    const activities = {
      attemptDeliveries: async () => [
        stepOf(taken, 'attempt 1: answered 200'),
        stepOf(back, 'given back'),
        stepOf(failed, 'attempt 1: answered 500', 0.1),
        ...[slow, refused, lost].map((one) => stepOf(one, 'under way', 0)),
      ],
      async settleDeliveries(given: unknown) {
        settled.push(given);
        return [stepOf(refused, 'not done', 0.2), stepOf(lost, 'not done', 0)];
      },
      attemptDelivery: async (given: DeliveryRef) => stepOf(given, 'attempt 2: answered 200'),
    };
    await temporal.withWorker(activities, async () => {
      const parent = await temporal.start('deliverWebhook', [
        { deliveries, schedule: RETRY_SCHEDULE },
      ]);
      expect(await parent.result()).toBe('2 of 6 at once');
      expect(settled).toEqual([[slow, refused, lost]]);
      // They go on where the first attempts left off, and wait for no place of others'.
      for (const [delivery, steps] of [
        [failed, [0.1, 'attemptDelivery']],
        [refused, [0.2, 'attemptDelivery']],
        [lost, ['attemptDelivery']],
      ] as const) {
        const child = temporal.client.workflow.getHandle(runId(delivery));
        expect(await child.result()).toBe('attempt 2: answered 200');
        expect(await stepsIn(child)).toEqual(steps);
      }
    });
    expect(await isGone(runId(taken))).toBe(true);
    expect(await isGone(runId(back))).toBe(true);
    expect(await isGone(runId(slow))).toBe(true);
  });

  it('leaves alone what has a run of its own already', async () => {
    const deliveries = [newDelivery(), newDelivery()];
    const before = await temporal.start(
      'deliverWebhook',
      [{ deliveries: [deliveries[0]!] }],
      runId(deliveries[0]!),
    );
    const activities = {
      attemptDeliveries: async (given: readonly DeliveryRef[]) =>
        given.map((one) => stepOf(one, 'attempt 1: answered 500', given.length > 1 ? 0.1 : 0.5)),
      attemptDelivery: async (given: DeliveryRef) => stepOf(given, 'attempt 2: answered 200'),
    };
    await temporal.withWorker(activities, async () => {
      const parent = await temporal.start('deliverWebhook', [{ deliveries }]);
      expect(await parent.result()).toBe('0 of 2 at once');
      expect(await before.result()).toBe('attempt 2: answered 200');
      const other = temporal.client.workflow.getHandle(runId(deliveries[1]!));
      expect(await other.result()).toBe('attempt 2: answered 200');
    });
  });

  it('is over at once when all are taken', async () => {
    const deliveries = Array.from({ length: 50 }, newDelivery);
    const summary = await temporal.run('deliverWebhook', [{ deliveries }], {
      attemptDeliveries: async (given) =>
        given.map((one) => stepOf(one, 'attempt 1: answered 200')),
    });
    expect(summary).toBe('50 of 50 at once');
  });
});
