import { run } from '../../store/run.js';

declare module '../../store/run.js' {
  interface RunInputs {
    /** What is asked is in its row. */
    readonly answerQuestion: { readonly questionId: string };
  }
}

/** Answers what the process that was asked did not. A question that stays open shows that its run was lost. */
export const answerQuestionRun = run({
  workflow: 'answerQuestion',
  input: ([questionId]) => ({ questionId: questionId! }),
  lost: [
    {
      rows: 'SELECT id, org_id FROM questions WHERE completed_at IS NULL AND created_at < now() - $age',
    },
  ],
});
