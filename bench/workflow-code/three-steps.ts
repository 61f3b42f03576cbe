import { proxyLocalActivities } from '@temporalio/workflow';
import type { StepActivities } from '../workflows.js';

const { step } = proxyLocalActivities<StepActivities>({ startToCloseTimeout: '5s' });

/** Three steps, one after the other, that do nothing; answers how many there were. */
export async function threeSteps(): Promise<number> {
  return step(await step(await step(0)));
}
