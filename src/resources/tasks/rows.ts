import { openApproval } from '../../store/approvals.js';
import type { z } from 'zod';
import { columnsOf } from '../../db/columns.js';
import { fieldsOf, type FromWire } from '../../operations/wire.js';
import { task, type progress } from './schema.js';
import type { StepStatus, TaskEventKind } from './vocabulary.js';

/** An object of JSON, as clients gave it or get it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** How far whoever works on a task is. */
export type TaskProgress = z.output<typeof progress>;

// What clients see of a task that is not in its row.
const BEYOND_ROW = { steps: true, approval_id: true, workflow_id: true } as const;

/** Work that takes time. */
export interface TaskRow extends FromWire<Omit<z.input<typeof task>, keyof typeof BEYOND_ROW>> {
  readonly orgId: string;
  /** The API key that made it; null for older ones. */
  readonly madeBy: string | null;
  /** SHA-256 of the token of the last lease. */
  readonly leaseToken: Buffer | null;
  /** The number of its last event. */
  readonly version: number;
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

const FIELDS = ['orgId', 'madeBy', 'leaseToken', 'version', ...fieldsOf(task.omit(BEYOND_ROW))];

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
