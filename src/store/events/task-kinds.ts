import { z } from 'zod';
import { INBOX, kind } from './kind.js';

const taskData = z.object({
  task_id: z.string(),
  type: z.string(),
  status: z.enum(['COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED', 'WAITING_APPROVAL']),
  inbox_id: z.string().nullable(),
  agent_id: z.string().nullable(),
  error: z.string().nullable(),
  approval_id: z.string().nullable(),
});

const example: z.input<typeof taskData> = {
  task_id: 'task_6t0w2m9c4x8k1v5q3h7r',
  type: 'wait_for_email',
  status: 'COMPLETED',
  inbox_id: INBOX,
  agent_id: null,
  error: null,
  approval_id: null,
};

const approvalData = z.object({
  approval_id: z.string(),
  kind: z.enum(['task', 'tool', 'send', 'credential']),
  resource_id: z
    .string()
    .describe('The task, email or bulk send that waits for it, or the credential.'),
  inbox_id: z.string().nullable(),
  status: z.enum(['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED']),
  decided_by: z.string().nullable(),
  decided_via: z.enum(['api', 'link', 'operator']).nullable(),
  comment: z.string().nullable(),
});

const approvalExample: z.input<typeof approvalData> = {
  approval_id: 'apr_2m9c4x8k1v5q3h7r6t0w',
  kind: 'send',
  resource_id: 'eml_4x8k1v5q3h7r6t0w2m9c',
  inbox_id: INBOX,
  status: 'PENDING',
  decided_by: null,
  decided_via: null,
  comment: null,
};

/** What happens to tasks and questions, and what persons decide. What came of them is read by their id. */
export const TASK_KINDS = {
  'approval.requested': kind({
    description:
      'Somebody has to decide before a mail or a bulk send leaves, a task begins, or a credential is used.',
    data: approvalData,
    example: approvalExample,
  }),
  'approval.decided': kind({
    description:
      'It was approved or rejected, or nobody decided in time. What was cancelled meanwhile is `EXPIRED` as well.',
    data: approvalData,
    example: {
      ...approvalExample,
      status: 'APPROVED',
      decided_by: 'key_3h7r6t0w2m9c4x8k1v5q',
      decided_via: 'api',
    },
  }),
  'task.completed': kind({ description: 'A task is done.', data: taskData, example }),
  'task.failed': kind({
    description: 'A task ended otherwise: it failed, was cancelled, or its time is up.',
    data: taskData,
    example: { ...example, status: 'EXPIRED', error: 'its time is up' },
  }),
  'task.approval_requested': kind({
    description: 'A task waits until somebody approves it.',
    data: taskData,
    example: {
      ...example,
      status: 'WAITING_APPROVAL',
      approval_id: 'apr_2m9c4x8k1v5q3h7r6t0w',
    },
  }),
  'question.completed': kind({
    description: 'A question was answered, or there is no answer. What it is, is read by its id.',
    data: z.object({
      question_id: z.string(),
      abstained: z.boolean(),
      citations: z.number().int(),
    }),
    example: { question_id: 'qst_8k1v5q3h7r6t0w2m9c4x', abstained: false, citations: 2 },
  }),
};
