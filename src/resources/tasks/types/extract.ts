import { z } from 'zod';
import { idOf } from '../../../operations/shapes.js';
import type { EmailRow } from '../../emails/rows.js';
import type { JsonObject } from '../rows.js';
import { done, taskType, type StepContext, type TaskStep } from '../task-type.js';
import { accessOf, requireOne, threadMails } from './reading.js';

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

async function mailsOf(context: StepContext<ExtractInput>): Promise<readonly EmailRow[]> {
  const { task, input: about, emails } = context;
  if (about.email_id !== undefined) return [await emails.read(accessOf(task), about.email_id)];
  return threadMails(context, about.thread_id!);
}

/** What the analyser found, without the texts. */
const findingsOf = (row: EmailRow): JsonObject => ({
  email_id: row.id,
  thread_id: row.thread_id,
  from: row.from_address,
  subject: row.subject,
  received_at: row.received_at,
  category: row.category,
  summary: row.summary,
  language: row.language,
  otp_codes: row.otp_codes,
  code_expiry: row.code_expiry,
  backup_codes: row.backup_codes,
  verification_links: row.verification_links,
  magic_links: row.magic_links,
  links: row.links,
});

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
