import { z } from 'zod';
import { idOf, label, paging, timestamp, untrusted, whole } from '../../operations/shapes.js';
import { LIMITS } from '../../operations/limits.js';
import { workflowId } from '../../store/run.js';
import { toWire } from '../../operations/wire.js';
import type { TaskView } from './rows.js';
import { siteFields } from './skills/input.js';
import { CUSTOM_NAME, TASK_TYPES } from './types/types.js';
import { STEP_STATUSES, TASK_EVENTS, TASK_STATUSES } from './vocabulary.js';

const KINDS = TASK_TYPES.map(({ type }) => type);
const MONTH_SECONDS = 30 * 24 * 60 * 60;
const CHECKPOINT_BYTES = 64 * 1024;
// Of an input, and of an output.
const VALUE_BYTES = 256 * 1024;
const MAX_LEASE = 3_600;

const typeName = z.string().refine((name) => KINDS.includes(name) || CUSTOM_NAME.test(name), {
  error: `must be one of ${KINDS.join(', ')}, or custom:<name>`,
});

const agentId = label(128);
const jsonObject = z.record(z.string(), z.unknown());

/** A value of JSON of at most so many bytes. */
const boundJson = <T extends z.ZodType>(schema: T, bytes: number) =>
  schema.refine((value) => Buffer.byteLength(JSON.stringify(value ?? null)) <= bytes, {
    error: `must have at most ${bytes} bytes as JSON`,
  });

const input = z
  .looseObject({
    timeout_seconds: whole(1, MONTH_SECONDS)
      .default(24 * 60 * 60)
      .describe('Seconds after which the task is EXPIRED.'),
  })
  .describe(TASK_TYPES.map(({ type, summary }) => `${type}: ${summary}.`).join(' '));

/** A task to be. */
export const newTask = z.object({
  type: typeName,
  inbox_id: idOf('inbox').optional(),
  agent_id: agentId.optional().describe('The one agent that may claim it.'),
  input: boundJson(input, VALUE_BYTES).prefault({}),
  output_schema: jsonObject
    .optional()
    .describe('JSON Schema (2020-12) that the output of a custom task must fit.'),
  requires_approval: z.boolean().default(false).describe('Nothing is done before it is approved.'),
  priority: whole(0, 9).default(5).describe('Higher ones are claimed first.'),
  max_attempts: whole(1, 10).default(3).describe('How often a custom task may be claimed.'),
});

/** The path of a task. */
export const taskPath = z.object({ id: z.string() });

/** A task, and how long to wait for its end. */
export const taskQuery = taskPath.extend({
  timeout: whole(0, LIMITS.wait_seconds.max)
    .default(0)
    .describe('Seconds to wait until it has ended or asks for a decision; 0 answers at once.'),
});

/** Which tasks a list shows. */
export const taskListQuery = z.object({
  status: z.enum(TASK_STATUSES).optional(),
  type: z.string().max(80).optional(),
  inbox_id: idOf('inbox').optional(),
  agent_id: agentId.optional(),
  ...paging,
});

/** What happened to a task, behind an event. */
export const taskEventQuery = taskPath.extend({
  after: whole(0, 1_000_000_000).default(0).describe('The number of the last event seen.'),
  ...paging,
});

/** What somebody decides of a task. */
export const taskDecision = taskPath.extend({ comment: z.string().max(1_000).optional() });

/** The same, with what a site asks for and the task did not know. */
export const taskApproval = taskDecision.extend({
  fields: siteFields.fields.describe('For signup and login: what was asked for.'),
});

const lease = {
  lease_token: z.string().min(1).max(200).describe('As the claim answered it.'),
};
const leaseSeconds = whole(1, MAX_LEASE).default(60).describe('Seconds until others may claim it.');

/** A claim of the next task. */
export const taskClaim = z.object({
  agent_id: agentId.describe('Who claims.'),
  types: z
    .array(z.string().regex(CUSTOM_NAME, 'must be custom, or custom:<name>'))
    .min(1)
    .max(20)
    .optional()
    .describe('Kinds of custom tasks; left out: all.'),
  lease_seconds: leaseSeconds,
  wait: whole(0, 60).default(0).describe('Seconds to wait for a task where there is none.'),
});

/** How far whoever works on a task is. */
export const progress = z.object({
  step: z.string().max(200).nullable().default(null),
  percent: whole(0, 100).nullable().default(null),
  message: z.string().max(1_000).nullable().default(null),
});

/** A sign of life of whoever holds a task. */
export const taskHeartbeat = taskPath.extend({
  ...lease,
  lease_seconds: leaseSeconds,
  progress: progress.optional(),
  checkpoint: boundJson(jsonObject, CHECKPOINT_BYTES)
    .optional()
    .describe('Whatever the next agent needs to go on; the next claim answers it.'),
});

/** What came of a task. */
export const taskCompletion = taskPath.extend({
  ...lease,
  output: boundJson(jsonObject, VALUE_BYTES),
});

/** Why an attempt failed. */
export const taskFailure = taskPath.extend({
  ...lease,
  error: z.string().min(1).max(2_000),
  retryable: z.boolean().default(true),
  retry_after_seconds: whole(0, 86_400).optional(),
});

const step = z.object({
  name: z.string(),
  status: z.enum(STEP_STATUSES),
  attempt: z.number().int(),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
});

/** A task as clients see it. */
export const task = z.object({
  id: z.string(),
  type: z.string(),
  status: z.enum(TASK_STATUSES),
  inbox_id: z.string().nullable(),
  agent_id: z.string().nullable(),
  input: jsonObject,
  output: untrusted(jsonObject.nullable()),
  output_schema: jsonObject.nullable(),
  error: untrusted(z.string().nullable()),
  progress: untrusted(progress.nullable()),
  steps: z.array(step),
  requires_approval: z.boolean(),
  approval_id: z.string().nullable().describe('What it waits for.'),
  priority: z.number().int(),
  attempt: z.number().int().describe('How often it was claimed.'),
  max_attempts: z.number().int(),
  lease_until: timestamp.nullable(),
  checkpoint: untrusted(jsonObject.nullable()),
  workflow_id: z.string(),
  created_at: timestamp,
  started_at: timestamp.nullable(),
  completed_at: timestamp.nullable(),
  expires_at: timestamp,
});

/** A task that was claimed. */
export const claimedTask = task.extend({
  lease_token: z.string().describe('Shown by heartbeat, complete and fail.'),
});

/** What happened to a task. */
export const taskEvent = z.object({
  number: z.number().int(),
  kind: z.enum(TASK_EVENTS),
  data: untrusted(jsonObject),
  at: timestamp,
});

/** A task as clients see it. */
export function presentTask({ steps, ...row }: TaskView): z.input<typeof task> {
  return {
    ...toWire(row),
    progress: row.progress && { ...row.progress },
    steps: steps.map(({ name, status, attempt, startedAt, endedAt }) => ({
      ...{ name, status, attempt },
      started_at: new Date(startedAt),
      ended_at: endedAt === null ? null : new Date(endedAt),
    })),
    workflow_id: workflowId('runAgentTask', row.id),
  };
}
