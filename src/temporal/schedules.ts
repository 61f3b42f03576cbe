import { ScheduleAlreadyRunning, type Client, type ScheduleOptions } from '@temporalio/client';
import { RUNS } from '../catalogue.js';
import type { Run, RunSchedule } from '../store/run.js';
import { installationRunId } from './queues.js';

/** Makes the schedules, or brings them up to date; one that an operator paused stays paused. */
export async function ensureSchedules(client: Client, taskQueue: string): Promise<void> {
  for (const { workflow, schedule } of RUNS)
    if (schedule) await ensureSchedule(client, scheduleOf(workflow, schedule, taskQueue));
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

function scheduleOf(
  workflow: Run['workflow'],
  { calendars, jitter }: RunSchedule,
  taskQueue: string,
): ScheduleOptions {
  const id = installationRunId(workflow, taskQueue);
  return {
    scheduleId: id,
    spec: { calendars: [...calendars], jitter },
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
