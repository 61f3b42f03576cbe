import type { QuestionAnswering } from '../src/resources/questions/answering.js';
import { withHeartbeat } from './heartbeat.js';

interface QuestionServices {
  readonly questionAnswering: Pick<QuestionAnswering, 'answer' | 'answerWithModel'>;
}

/** What runs may do with questions. Safe to run twice. */
export function questionActivities({ questionAnswering }: QuestionServices) {
  return {
    /** Finds the sentences that answer it; null when it is gone. */
    answerQuestion: (questionId: string): Promise<string | null> =>
      questionAnswering.answer(questionId),

    /** The same of a question that is for a model. */
    answerWithModel: (questionId: string): Promise<string | null> =>
      withHeartbeat(() => questionAnswering.answerWithModel(questionId)),
  };
}
