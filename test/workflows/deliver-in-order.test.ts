import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NextInOrder, DeliveryProgress } from '../../src/resources/webhooks/attempts.js';
import type { DeliveryRef } from '../../src/resources/webhooks/run.js';
import { unavailable } from '../../src/errors.js';
import { createTestTemporal, type TestTemporal } from '../support/temporal.js';

let temporal: TestTemporal;
beforeAll(async () => {
  temporal = await createTestTemporal();
});
afterAll(() => temporal.close());

const INPUT = { webhookId: 'wh_1', schedule: [0, 0.1] };
const NONE: NextInOrder = { head: null, more: 'none' };

const headOf = (retryInSeconds: number | null): DeliveryProgress => ({
  id: `whd_${randomUUID()}`,
  webhookId: 'wh_1',
  orgId: 'org_1',
  summary: 'attempt 1: answered 500',
  retryInSeconds,
});

/** An activity that gives these answers, one after the other; `times` are those of the calls. */
function answering(answers: readonly (NextInOrder | Error)[]) {
  const times: number[] = [];
  const attemptInOrder = async (webhookId: string, schedule: readonly number[]) => {
    expect([webhookId, schedule]).toEqual([INPUT.webhookId, INPUT.schedule]);
    const answer = answers[times.push(Date.now()) - 1]!;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { times, attemptInOrder };
}

describe('deliverInOrder', () => {
  it.each<[string, (NextInOrder | Error)[]]>([
    ['ends when nothing is left', [NONE]],
    ['goes on while there is more', [{ head: null, more: 'now' }, NONE]],
    ['goes on when storage is back', [unavailable(), unavailable(), NONE]],
  ])('%s', async (_what, answers) => {
    const { times, attemptInOrder } = answering(answers);
    await temporal.run('deliverInOrder', [INPUT], { attemptInOrder });
    expect(times).toHaveLength(answers.length);
  });

  it('waits a moment for an older transaction', async () => {
    const { times, attemptInOrder } = answering([{ head: null, more: 'soon' }, NONE]);
    await temporal.run('deliverInOrder', [INPUT], { attemptInOrder });
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(195);
  });

  it('has the head climb in a run of its own and goes on after its end', async () => {
    const head = headOf(0.3);
    const { times, attemptInOrder } = answering([{ head, more: 'now' }, NONE]);
    const climbed: number[] = [];
    await temporal.run('deliverInOrder', [INPUT], {
      attemptInOrder,
      attemptDeliveries: async ([one]) => [{ ...one!, summary: 'waiting', retryInSeconds: 0.3 }],
      async attemptDelivery(one: DeliveryRef, schedule) {
        expect([one.id, schedule]).toEqual([head.id, INPUT.schedule]);
        climbed.push(Date.now());
        return { ...head, summary: 'attempt 2: answered 500', retryInSeconds: null };
      },
    });
    expect(climbed).toHaveLength(1);
    expect(times[1]!).toBeGreaterThanOrEqual(climbed[0]!);
    expect(climbed[0]! - times[0]!).toBeGreaterThanOrEqual(295);
    const child = temporal.client.workflow.getHandle(`deliverWebhook:${head.id}`);
    expect(await child.result()).toBe('attempt 2: answered 500');
  });

  it('leaves a head that has a run already to it, and looks again later', async () => {
    const head = headOf(0.1);
    const { times, attemptInOrder } = answering([{ head, more: 'now' }, NONE]);
    await temporal.start(
      'deliverWebhook',
      [{ deliveries: [{ id: head.id, webhookId: head.webhookId, orgId: head.orgId }] }],
      `deliverWebhook:${head.id}`,
    );
    await temporal.run('deliverInOrder', [INPUT], {
      attemptInOrder,
      attemptDeliveries: async ([one]) => [{ ...one!, summary: 'waiting', retryInSeconds: 8 }],
      attemptDelivery: async (one) => ({ ...one, summary: 'SUCCEEDED', retryInSeconds: null }),
    });
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(4_900);
  });

  it('looks again when something was added while it looked', async () => {
    let looks = 0;
    const handle = await temporal.start('deliverInOrder', [INPUT]);
    const activities = {
      async attemptInOrder() {
        if (++looks === 1) await handle.signal('deliveriesAdded');
        return NONE;
      },
    };
    await temporal.withWorker(activities, () => handle.result());
    expect(looks).toBe(2);
  });

  it('needs no look of its own for what was added before it looked', async () => {
    const { times, attemptInOrder } = answering([NONE]);
    const handle = await temporal.start('deliverInOrder', [INPUT]);
    await handle.signal('deliveriesAdded');
    await temporal.withWorker({ attemptInOrder }, () => handle.result());
    expect(times).toHaveLength(1);
  });
});
