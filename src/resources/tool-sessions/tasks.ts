import { firstRow, type Queries } from '../../db/queries.js';
import { newId } from '../../ids.js';
import { notify, statement } from '../../store/statement.js';
import type { Vault } from '../../vault/vault.js';
import type { SessionOwner } from './service.js';
import { TASKS_KEPT } from './tables.js';

interface ToolTasksDeps {
  readonly database: Queries;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
}

/** How a task stands. `lost`: the process that ran it is gone. */
export type ToolTaskStatus =
  'working' | 'input_required' | 'completed' | 'failed' | 'cancelled' | 'lost';

/** A call that goes on after its request was answered. */
export interface ToolTask {
  readonly id: string;
  readonly status: ToolTaskStatus;
  readonly createdAt: Date;
  readonly changedAt: Date;
  /** JSON of its result where it is completed, of its error where it failed; of `TaskInput` before that. */
  readonly answer: string | null;
}

/** What a task asks its program: what is open still, and what was answered. */
export interface TaskInput {
  readonly inputRequests: Readonly<Record<string, unknown>>;
  readonly inputResponses: Readonly<Record<string, unknown>>;
}

/** How a task ends by itself, or comes to ask something. */
export interface ToolTaskEnd {
  readonly status: 'completed' | 'failed' | 'input_required';
  readonly answer: string;
}

interface ToolTaskRow {
  readonly id: string;
  readonly status: ToolTaskStatus;
  readonly created_at: Date;
  readonly changed_at: Date;
  readonly sealed_answer: Buffer | null;
}

/** Tasks that one owner may have, those that are over among them. */
export const TASKS_PER_OWNER = 100;
// Of a task whose process has said nothing for this time, nobody will hear any more. It says so every ten seconds.
const LOST_AFTER = '45 seconds';

const BEGIN = `
INSERT INTO tool_tasks (id, org_id, owner_id)
SELECT $1, $2, $3 WHERE ${TASKS_PER_OWNER} > (
  SELECT count(*) FROM tool_tasks
  WHERE org_id = $2 AND owner_id = $3 AND created_at >= now() - interval '${TASKS_KEPT}')
RETURNING id, status, created_at, changed_at, sealed_answer`;

// Not over: its process runs it, or waits for what it asked for.
const IS_OPEN = "status IN ('working', 'input_required')";

const FIND = `
SELECT id, created_at, changed_at, sealed_answer,
  CASE WHEN ${IS_OPEN} AND alive_at < now() - interval '${LOST_AFTER}' THEN 'lost' ELSE status END AS status
FROM tool_tasks
WHERE id = $1 AND org_id = $2 AND owner_id = $3 AND created_at >= now() - interval '${TASKS_KEPT}'`;

const END = `
UPDATE tool_tasks SET status = $4, sealed_answer = $5, changed_at = date_trunc('milliseconds', now())
WHERE id = $1 AND org_id = $2 AND owner_id = $3 AND status = 'working' RETURNING id`;

// Whoever answers at the same time reads again what is left to be answered.
const RESPOND = statement(
  [
    `responded AS (
      UPDATE tool_tasks SET status = $4::text, sealed_answer = $5, changed_at = date_trunc('milliseconds', now())
      WHERE id = $1 AND org_id = $2 AND owner_id = $3 AND status = 'input_required' AND sealed_answer = $6
      RETURNING id)`,
    notify(
      'tool_session_told',
      `SELECT 'answered ' || id FROM responded WHERE $4::text = 'working'`,
    ),
  ],
  'SELECT id FROM responded',
);

const CANCEL = statement([
  `cancelled AS (
    UPDATE tool_tasks SET status = 'cancelled', changed_at = date_trunc('milliseconds', now())
    WHERE id = $1 AND org_id = $2 AND owner_id = $3 AND ${IS_OPEN} RETURNING id)`,
  notify('tool_session_told', `SELECT 'cancelled ' || id FROM cancelled`),
]);

const ALIVE = `
UPDATE tool_tasks SET alive_at = now()
WHERE id = ANY($1::text[]) AND ${IS_OPEN} AND created_at >= now() - interval '${TASKS_KEPT}'
RETURNING id`;

/** Calls that have become tasks, as rows: whichever process a request reaches knows how they stand. */
export class ToolTasks {
  constructor(private readonly deps: ToolTasksDeps) {}

  /** A new task that runs in this process; null where its owner has too many. */
  async begin({ orgId, ownerId }: SessionOwner): Promise<ToolTask | null> {
    const row = await this.rowOf(BEGIN, [newId('mct'), orgId, ownerId]);
    return row && taskOf(row, null);
  }

  /** Null when there is none (any more), or it is not the owner's. */
  async find({ orgId, ownerId }: SessionOwner, id: string): Promise<ToolTask | null> {
    const row = await this.rowOf(FIND, [id, orgId, ownerId]);
    if (!row) return null;
    const { sealed_answer: sealed } = row;
    return taskOf(row, sealed && (await this.deps.vault.open(orgId, vaultContextOf(id), sealed)));
  }

  /** Keeps what came of it, or what it asks; false where it was cancelled or has expired. */
  async end(
    { orgId, ownerId }: SessionOwner,
    id: string,
    { status, answer }: ToolTaskEnd,
  ): Promise<boolean> {
    const sealed = await this.deps.vault.seal(orgId, vaultContextOf(id), answer);
    return (await this.rowOf(END, [id, orgId, ownerId, status, sealed])) !== null;
  }

  /** Puts answers to what it asks beside those that there are; it goes on when nothing is open any more. */
  async respond(
    { orgId, ownerId }: SessionOwner,
    id: string,
    responses: TaskInput['inputResponses'],
  ): Promise<void> {
    for (;;) {
      const row = await this.rowOf(FIND, [id, orgId, ownerId]);
      if (row?.status !== 'input_required') return;
      const { vault } = this.deps;
      const asked = await vault.open(orgId, vaultContextOf(id), row.sealed_answer!);
      const left = answered(JSON.parse(asked) as TaskInput, responses);
      const status = Object.keys(left.inputRequests).length > 0 ? 'input_required' : 'working';
      const sealed = await vault.seal(orgId, vaultContextOf(id), JSON.stringify(left));
      const values = [id, orgId, ownerId, status, sealed, row.sealed_answer];
      if (await this.rowOf(RESPOND, values)) return;
    }
  }

  /** Cancels it, whichever process runs it, unless it is over. */
  async cancel({ orgId, ownerId }: SessionOwner, id: string): Promise<void> {
    await this.deps.database.query(CANCEL, [id, orgId, ownerId]);
  }

  /** That this process runs these: those of them that are to go on. */
  async alive(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.deps.database.query<{ id: string }>(ALIVE, [ids]);
    return new Set(rows.map(({ id }) => id));
  }

  private rowOf(sql: string, values: readonly unknown[]): Promise<ToolTaskRow | null> {
    return firstRow<ToolTaskRow>(this.deps.database, sql, [...values]);
  }
}

/** What is left when these were answered; what was not asked for is not taken. */
function answered(
  { inputRequests, inputResponses }: TaskInput,
  responses: TaskInput['inputResponses'],
): TaskInput {
  const isAnswered = ([name]: [string, unknown]) => Object.hasOwn(responses, name);
  const asked = Object.entries(inputRequests);
  const answers = asked.filter(isAnswered).map(([name]) => [name, responses[name]] as const);
  return {
    inputRequests: Object.fromEntries(asked.filter((one) => !isAnswered(one))),
    inputResponses: { ...inputResponses, ...Object.fromEntries(answers) },
  };
}

const vaultContextOf = (id: string) => ({ id, field: 'tool_task' });

const taskOf = (row: ToolTaskRow, answer: string | null): ToolTask => ({
  ...{ id: row.id, status: row.status, answer },
  ...{ createdAt: row.created_at, changedAt: row.changed_at },
});
