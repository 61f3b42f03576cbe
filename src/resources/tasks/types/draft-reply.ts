import { z } from 'zod';
import type { PlanName } from '../../../auth/plans.js';
import { isQuestion, sentencesOf } from '../../../mail/text/segments.js';
import { idOf } from '../../../operations/shapes.js';
import { storable } from '../../../mail/text/safe-text.js';
import { discardDraft } from '../../drafts/store.js';
import { done, taskType, type TaskStep } from '../task-type.js';
import { readMail, type ReadMail } from './reading.js';
import { writeReply, type Writing, type WrittenReply } from './writing.js';

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
  usesModel: 'if-there-is-one',
  async prepare(context, as) {
    const { email_id: emailId, instructions = '' } = context.input;
    const mail = await readMail(context, emailId);
    const answering = { mail, questions: questionsOf(mail), instructions };
    return writeReply(context, answering, `${context.task.id}:${as}`);
  },
  async run(context, prepared) {
    const { task, database, drafts } = context;
    const { email_id: emailId, instructions } = context.input;
    const writing = prepared as Writing | null;
    const mail = await readMail(context, emailId);
    const questions = questionsOf(mail);
    const isWritten = writing !== null && 'opening' in writing;
    const [org] = await database.query<{ plan: PlanName }>(PLAN, [task.orgId]);
    const author = { orgId: task.orgId, allowedInboxIds: null, plan: org!.plan };
    const draft = await drafts.create(author, {
      inbox_id: mail.inbox_id,
      reply_to_email_id: emailId,
      text: isWritten ? writtenText(questions, writing) : draftText(questions, instructions),
    });
    return done({
      ...{ draft_id: draft.id, email_id: emailId, language: mail.language, questions },
      written_by_model: isWritten,
      note: writing !== null && 'note' in writing ? writing.note : null,
    });
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

const quoted = (question: string) => question.replace(/^/gm, '> ');

/** Room for an answer below each question. */
const draftText = (questions: readonly string[], instructions = '') =>
  paragraphs([instructions, ...questions.map(quoted)]);

/** What a model wrote, below each question. */
const writtenText = (questions: readonly string[], { opening, answers, closing }: WrittenReply) =>
  paragraphs([
    opening,
    ...questions.flatMap((question, index) => [quoted(question), answers[index]!]),
    closing,
  ]);

const paragraphs = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n');

/** Drafts an answer with each question that a mail asks, written out where there is a model; never sends it. */
export const draftReply = taskType({
  type: 'draft_reply',
  summary:
    'drafts an answer to an email with each question it asks, quoted; a model writes it out; never sends it',
  input,
  scopes: ['emails:read', 'emails:send'],
  subject: ({ email_id: emailId }) => ({ emailId }),
  steps: [writeDraft],
});
