import { workflowInfo } from '@temporalio/workflow';

/**
 * Calls `step` until it says that nothing is left, or the history is long enough.
 * False: the workflow is to continue as new.
 */
export async function finishedInChunks(step: () => Promise<boolean>): Promise<boolean> {
  while (!(await step())) if (workflowInfo().continueAsNewSuggested) return false;
  return true;
}
