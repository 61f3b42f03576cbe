import { ScheduleAlreadyRunning, type Client, type ScheduleOptions } from '@temporalio/client';
import { scheduleId, type ScheduledWorkflow } from './queues.js';

interface Timing {
  readonly workflow: ScheduledWorkflow;
  readonly spec: ScheduleOptions['spec'];
}

const TIMINGS: readonly Timing[] = [
  { workflow: 'purgeExpired', spec: { calendars: [{ hour: 3 }], jitter: '1h' } },
  // From the first minute of a month on: quotas are counted by month in UTC.
  { workflow: 'releaseQuarantined', spec: { calendars: [{ hour: '*', minute: 1 }], jitter: '1m' } },
];

/** Makes the schedules, or brings them up to date; one that an operator paused stays paused. */
export async function ensureSchedules(client: Client, taskQueue: string): Promise<void> {
  for (const timing of TIMINGS) await ensureSchedule(client, scheduleOf(timing, taskQueue));
}

async function ensureSchedule(client: Client, schedule: ScheduleOptions): Promise<void> {
  try {
    await client.schedule.create(schedule);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const { spec, policies, action } = schedule as Required<ScheduleOptions>;
    await client.schedule
      .getHandle(schedule.scheduleId)
      .update(({ state }) => ({ spec, policies, action, state }));
  }
}

function scheduleOf({ workflow, spec }: Timing, taskQueue: string): ScheduleOptions {
  const id = scheduleId(workflow, taskQueue);
  return {
    scheduleId: id,
    spec,
    policies: { overlap: 'SKIP', catchupWindow: '1h' },
    action: {
      type: 'startWorkflow',
      workflowType: workflow,
      workflowId: id,
      taskQueue,
      args: [],
      staticSummary: workflow,
    },
  };
}
