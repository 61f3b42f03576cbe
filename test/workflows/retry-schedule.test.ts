import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import type { Activities } from '../../activities/index.js';
import type { DeliveryProgress } from '../../src/resources/webhooks/attempts.js';
import type { DeliveryRef } from '../../src/resources/webhooks/run.js';
import { createLog } from '../../src/log.js';
import {
  RETRY_SCHEDULE,
  nextDelay,
  type RetrySchedule,
} from '../../src/resources/webhooks/retry-schedule.js';
import { installRuntime } from '../../workers/runtime.js';
import { createSdkWorker } from '../../workers/sdk-worker.js';
import { bundlePath } from '../support/temporal.js';
import { findTestServer } from '../support/test-server.js';

// Milliseconds to fetch the server once and to start it on a busy machine.
const START_WITHIN = 360_000;
const STARTS = 5;

let environment: TestWorkflowEnvironment;
beforeAll(async () => {
  installRuntime(createLog('silent'));
  environment = await start(await findTestServer());
}, START_WITHIN);
afterAll(() => environment?.teardown());

/** Starts the server as a child on a free port; the SDK gives one start five seconds only. */
async function start(path: string): Promise<TestWorkflowEnvironment> {
  const server = { executable: { type: 'existing-path', path } } as const;
  for (let attempt = 1; ; attempt++) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping({ server });
    } catch (error) {
      if (attempt === STARTS) throw error;
    }
  }
}

/** Runs `deliverWebhook` for one delivery to its end, days later, with these activities. */
async function deliver(
  activities: Partial<Activities>,
  schedule?: RetrySchedule,
): Promise<{ summary: string; handle: WorkflowHandle }> {
  const taskQueue = `schedule-${randomUUID()}`;
  const queue = { namespace: 'default', taskQueue, bundlePath };
  const worker = await createSdkWorker(environment.nativeConnection, { ...queue, activities });
  return worker.runUntil(async () => {
    const handle = await environment.client.workflow.start('deliverWebhook', {
      taskQueue,
      workflowId: randomUUID(),
      args: [{ deliveries: [DELIVERY], ...(schedule && { schedule }) }],
    });
    return { summary: (await handle.result()) as string, handle };
  });
}

const DELIVERY: DeliveryRef = { id: 'whd_1', webhookId: 'wh_1', orgId: 'org_1' };

/** Attempts that fail, all of them, at once; without chance in the delays. */
function failing() {
  const schedules: RetrySchedule[] = [];
  const fail = (schedule: RetrySchedule): DeliveryProgress => {
    const made = schedules.push(schedule);
    const retryInSeconds = nextDelay(schedule, made, { chance: 0 });
    return { ...DELIVERY, summary: `attempt ${made}: answered 500`, retryInSeconds };
  };
  return {
    schedules,
    activities: {
      attemptDeliveries: async (_given: readonly DeliveryRef[], schedule: RetrySchedule) => [
        fail(schedule),
      ],
      attemptDelivery: async (_given: DeliveryRef, schedule: RetrySchedule) => fail(schedule),
    },
  };
}

/** Seconds from the start of the run to each of its attempts, by the clock of the server. */
async function attemptTimes(handle: WorkflowHandle): Promise<number[]> {
  const { events } = await handle.fetchHistory();
  const at = (event: { eventTime?: { seconds?: unknown; nanos?: number | null } | null }) =>
    Number(event.eventTime?.seconds) + (event.eventTime?.nanos ?? 0) / 1e9;
  const [started] = events!;
  const scheduled = events!.filter((event) => event.activityTaskScheduledEventAttributes);
  // The first attempt is a local activity of the first step.
  return [0, ...scheduled.map((event) => at(event) - at(started!))];
}

describe('the whole schedule', () => {
  it('has eight attempts at their times, more than a day in all', async () => {
    const { activities, schedules } = failing();

    const { summary, handle } = await deliver(activities);

    expect(summary).toBe('attempt 8: answered 500');
    expect(schedules).toEqual(RETRY_SCHEDULE.map(() => RETRY_SCHEDULE));
    const times = await attemptTimes(handle);
    const gaps = times.slice(1).map((time, index) => Math.floor(time - times[index]!));
    const [MINUTE, HOUR] = [60, 3_600];
    const expected = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
    expect(gaps).toHaveLength(expected.length);
    for (const [index, gap] of gaps.entries()) {
      // What the machine needs for each step comes on top.
      expect(gap).toBeGreaterThanOrEqual(expected[index]!);
      expect(gap).toBeLessThanOrEqual(expected[index]! + 15);
    }
  });

  it('ends with the attempt that succeeds', async () => {
    const { activities, schedules } = failing();
    const { summary, handle } = await deliver({
      ...activities,
      async attemptDelivery(given, schedule) {
        if (schedules.length < 5) return activities.attemptDelivery(given, schedule);
        return { ...given, summary: 'attempt 6: answered 200', retryInSeconds: null };
      },
    });
    expect(summary).toBe('attempt 6: answered 200');
    const times = await attemptTimes(handle);
    expect(times).toHaveLength(6);
    expect(times.at(-1)! / 3_600).toBeCloseTo(7.6, 1);
  });

  it('goes on when storage is back after an hour', async () => {
    const { activities } = failing();
    const since = await environment.currentTimeMs();
    const { summary } = await deliver({
      ...activities,
      async attemptDelivery(given) {
        const hours = ((await environment.currentTimeMs()) - since) / 3_600_000;
        if (hours < 1) throw new Error('storage is away');
        return { ...given, summary: 'attempt 2: answered 200', retryInSeconds: null };
      },
    });
    expect(summary).toBe('attempt 2: answered 200');
  });
});
