import { openApproval } from '../../store/approvals.js';
import { columnsOf } from '../../db/columns.js';
import type { StepStatus, TaskEventKind, TaskStatus } from './vocabulary.js';

/** An object of JSON, as clients gave it or get it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** How far whoever works on a task is. */
export interface TaskProgress {
  readonly step: string | null;
  readonly percent: number | null;
  readonly message: string | null;
}

/** Work that takes time. */
export interface TaskRow {
  readonly id: string;
  readonly orgId: string;
  /** Null where it is about no inbox. */
  readonly inboxId: string | null;
  /** Who alone may claim it. */
  readonly agentId: string | null;
  readonly type: string;
  readonly status: TaskStatus;
  readonly input: JsonObject;
  readonly output: JsonObject | null;
  readonly outputSchema: JsonObject | null;
  readonly error: string | null;
  readonly progress: TaskProgress | null;
  readonly requiresApproval: boolean;
  /** The API key that made it; null for older ones. */
  readonly madeBy: string | null;
  readonly priority: number;
  readonly maxAttempts: number;
  /** How often it was claimed. */
  readonly attempt: number;
  /** SHA-256 of the token of the last lease. */
  readonly leaseToken: Buffer | null;
  readonly leaseUntil: Date | null;
  readonly checkpoint: JsonObject | null;
  /** The number of its last event. */
  readonly version: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly expiresAt: Date;
}

/** What was done of a task. */
export interface StepRow {
  readonly name: string;
  readonly status: StepStatus;
  readonly attempt: number;
  readonly result: JsonObject;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly endedAt: string | null;
}

/** Something that happened to a task. */
export interface TaskEventRow {
  readonly number: number;
  readonly kind: TaskEventKind;
  readonly data: JsonObject;
  readonly at: Date;
}

/** A task with its steps and what it waits for. */
export interface TaskView extends TaskRow {
  readonly steps: readonly StepRow[];
  readonly approvalId: string | null;
}

const FIELDS: readonly (keyof TaskRow)[] = [
  'id',
  'orgId',
  'inboxId',
  'agentId',
  'type',
  'status',
  'input',
  'output',
  'outputSchema',
  'error',
  'progress',
  'requiresApproval',
  'madeBy',
  'priority',
  'maxAttempts',
  'attempt',
  'leaseToken',
  'leaseUntil',
  'checkpoint',
  'version',
  'createdAt',
  'startedAt',
  'completedAt',
  'expiresAt',
];

/** SQL: the columns of `TaskRow`. */
export const taskColumns = (table: string): string => columnsOf(table, FIELDS);

/** SQL: the bytes of what may be large in a row of `tasks`. */
export const VIEW_BYTES = ['input', 'output', 'output_schema', 'checkpoint']
  .map((column) => `coalesce(octet_length(tasks.${column}::text), 0)`)
  .join(' + ');

/** SQL: the columns of `TaskView`; times within JSON are text. */
export const viewColumns = (table: string): string => `${taskColumns(table)},
  ${openApproval(`${table}.id`)} AS "approvalId",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'status', s.status, 'attempt', s.attempt,
     'result', s.result, 'startedAt', s.started_at, 'endedAt', s.ended_at) ORDER BY s.position), '[]')
   FROM task_steps s WHERE s.task_id = ${table}.id) AS steps`;
