import { z } from 'zod';
import type { PlanName } from '../../../auth/plans.js';
import { isQuestion, sentencesOf } from '../../../mail/text/segments.js';
import { idOf } from '../../../operations/shapes.js';
import { storable } from '../../../mail/text/safe-text.js';
import { discardDraft } from '../../drafts/store.js';
import { done, taskType, type TaskStep } from '../task-type.js';
import { readMail, type ReadMail } from './reading.js';

const input = z.object({
  email_id: idOf('email'),
  instructions: z
    .string()
    .max(2_000)
    .optional()
    .describe('What the reply is to say: it stands above the questions.'),
});

const PLAN = 'SELECT plan FROM orgs WHERE id = $1';

const MAX_QUESTIONS = 20;
const MAX_QUESTION = 1_000;

const writeDraft: TaskStep<z.output<typeof input>> = {
  name: 'writeDraft',
  async run(context) {
    const { task, database, drafts } = context;
    const { email_id: emailId, instructions } = context.input;
    const mail = await readMail(context, emailId);
    const questions = questionsOf(mail);
    const [org] = await database.query<{ plan: PlanName }>(PLAN, [task.orgId]);
    const author = { orgId: task.orgId, allowedInboxIds: null, plan: org!.plan };
    const draft = await drafts.create(author, {
      inbox_id: mail.inbox_id,
      reply_to_email_id: emailId,
      text: draftText(questions, instructions),
    });
    return done({ draft_id: draft.id, email_id: emailId, language: mail.language, questions });
  },
  async undo({ results, database }) {
    await discardDraft(database, String(results['writeDraft']!['draft_id']));
  },
};

const questionsOf = ({ text, language }: ReadMail): string[] =>
  sentencesOf(text)
    .filter((sentence) => isQuestion(sentence.text, language))
    .slice(0, MAX_QUESTIONS)
    .map((sentence) => storable(sentence.text, MAX_QUESTION));

/** Room for an answer below each question. */
function draftText(questions: readonly string[], instructions = ''): string {
  const quoted = questions.map((question) => question.replace(/^/gm, '> '));
  return [instructions, ...quoted].filter((part) => part !== '').join('\n\n');
}

/** Drafts an answer with each question that a mail asks; never sends it. */
export const draftReply = taskType({
  type: 'draft_reply',
  summary: 'drafts an answer to an email with each question it asks, quoted; never sends it',
  input,
  scopes: ['emails:read', 'emails:send'],
  subject: ({ email_id: emailId }) => ({ emailId }),
  steps: [writeDraft],
});
