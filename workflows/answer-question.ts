import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import type { RunInputs } from '../src/store/run.js';
import { modelActivities } from './model-activities.js';

// While storage is away: it may take days.
const { answerQuestion: answer } = proxyActivities<Activities>({
  startToCloseTimeout: '60s',
  retry: { maximumInterval: '1m' },
});

/** As `answering.ts` says it. */
const FOR_A_MODEL = 'for a model';

const askModel = (questionId: string): Promise<string | null> =>
  modelActivities<Activities>('8m').answerWithModel(questionId);

/** Answers a question that the process that was asked has not answered. */
export async function answerQuestion({ questionId }: RunInputs['answerQuestion']): Promise<string> {
  const answered = await answer(questionId);
  const outcome = answered === FOR_A_MODEL ? await askModel(questionId) : answered;
  return outcome ?? 'the question is gone';
}
