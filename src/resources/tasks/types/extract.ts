import { z } from 'zod';
import { idOf } from '../../../operations/shapes.js';
import type { JsonObject } from '../rows.js';
import { done, taskType, type StepContext, type TaskStep } from '../task-type.js';
import { readMail, readThread, requireOne, type ReadMail } from './reading.js';

const input = z
  .object({ email_id: idOf('email').optional(), thread_id: idOf('thread').optional() })
  .superRefine(requireOne('email_id', 'thread_id'));

type ExtractInput = z.output<typeof input>;

const readFindings: TaskStep<ExtractInput> = {
  name: 'readFindings',
  async run(context) {
    return done({ emails: (await mailsOf(context)).map(findingsOf) });
  },
};

const mailsOf = async (context: StepContext<ExtractInput>): Promise<readonly ReadMail[]> =>
  context.input.email_id === undefined
    ? readThread(context, context.input.thread_id!)
    : [await readMail(context, context.input.email_id)];

/** What the analyser found, without the text. */
function findingsOf(mail: ReadMail): JsonObject {
  const found: Partial<ReadMail> = { ...mail };
  for (const name of ['id', 'inbox_id', 'text'] as const) delete found[name];
  return { email_id: mail.id, ...found };
}

/** Gives what the analyser found in a mail, or in each of a thread. */
export const extract = taskType({
  type: 'extract',
  summary:
    'gives what was found in an email, or in all of a thread: codes, links, category, summary',
  input,
  scopes: ['emails:read'],
  subject: ({ email_id: emailId, thread_id: threadId }) => ({ emailId, threadId }),
  steps: [readFindings],
});
