import { z } from 'zod';
import { idOf } from '../../../operations/shapes.js';
import type { JsonObject } from '../rows.js';
import { done, taskType, type StepContext, type TaskStep } from '../task-type.js';
import { fill, type Filled } from './filling.js';
import { readMail, readThread, requireOne, type ReadMail } from './reading.js';

const input = z
  .object({
    email_id: idOf('email').optional(),
    thread_id: idOf('thread').optional(),
    schema: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('JSON Schema (2020-12) that a model fills, each value with words of a mail.'),
  })
  .superRefine(requireOne('email_id', 'thread_id'));

type ExtractInput = z.output<typeof input>;

const readFindings: TaskStep<ExtractInput> = {
  name: 'readFindings',
  async run(context) {
    const result = { emails: (await mailsOf(context)).map(findingsOf) };
    return context.input.schema === undefined
      ? { kind: 'done', result, output: result }
      : done(result);
  },
};

/** Only with a schema. */
const fillSchema: TaskStep<ExtractInput> = {
  name: 'fillSchema',
  usesModel: 'always',
  prepare: async (context, as) => {
    const { task, input: given } = context;
    const filling = { schema: given.schema!, mails: await mailsOf(context) };
    return fill(context, filling, `${task.id}:${as}`);
  },
  run: async (_context, prepared) => done({ ...(prepared as Filled) }),
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

/** Gives what the analyser found in a mail, or in each of a thread; or what a schema asks for. */
export const extract = taskType({
  type: 'extract',
  summary:
    'gives what was found in an email, or in all of a thread: codes, links, category, summary; with `schema` what a model finds, quoted',
  input,
  scopes: ['emails:read'],
  subject: ({ email_id: emailId, thread_id: threadId }) => ({ emailId, threadId }),
  needsModel: ({ schema }) => schema !== undefined,
  schemaOf: ({ schema }) => schema,
  steps: [readFindings, fillSchema],
});
