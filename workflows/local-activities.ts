import { isCancellation, proxyLocalActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';

/**
 * Activities inside the workflow task: most runs are nothing but one of them. What is thrown is not retried
 * here, as it is storage that is away: the task would go on, with events in its history every few seconds, and the
 * SDK leaves the timer of each attempt running, which may end a later one. The workflow decides where to go on.
 */
export const localActivities = proxyLocalActivities<Activities>({
  startToCloseTimeout: '5s',
  retry: { maximumAttempts: 1 },
});

/** What `first` answers, or where it fails, `withRetries`: retries of an activity grow no history. */
export async function orElse<T>(first: Promise<T>, withRetries: () => Promise<T>): Promise<T> {
  try {
    return await first;
  } catch (error) {
    if (isCancellation(error)) throw error;
    return withRetries();
  }
}
