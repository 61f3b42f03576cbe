import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import type { RunInputs } from '../src/store/run.js';

// While storage is away: it may take days.
const { answerQuestion: answer } = proxyActivities<Activities>({
  startToCloseTimeout: '60s',
  retry: { maximumInterval: '1m' },
});

/** Answers a question that the process that was asked has not answered. */
export async function answerQuestion({ questionId }: RunInputs['answerQuestion']): Promise<string> {
  return (await answer(questionId)) ?? 'the question is gone';
}
