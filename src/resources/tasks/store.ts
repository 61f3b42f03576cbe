import { Conditions } from '../../db/conditions.js';
import type { Database } from '../../db/database.js';
import {
  addBehind,
  keyset,
  listPage,
  newestFirst,
  type ListDeps,
  type Page,
  type Paging,
} from '../../db/page.js';
import type { Queries } from '../../db/queries.js';
import { noRoom } from '../../errors.js';
import { QUOTAS } from '../../operations/limits.js';
import type { ListedInboxes } from '../../store/inboxes.js';
import { createRowFinder } from '../../store/row-finder.js';
import { statement } from '../../store/statement.js';
import { following } from './changes.js';
import {
  VIEW_BYTES,
  viewColumns,
  type JsonObject,
  type TaskEventRow,
  type TaskView,
} from './rows.js';
import type { TaskStatus } from './vocabulary.js';

/** A task to be. */
export interface NewTask {
  readonly id: string;
  readonly orgId: string;
  readonly inboxId: string | null;
  readonly agentId: string | null;
  readonly type: string;
  readonly status: 'PENDING' | 'WAITING_APPROVAL';
  readonly input: JsonObject;
  readonly outputSchema: JsonObject | null;
  readonly requiresApproval: boolean;
  readonly priority: number;
  readonly maxAttempts: number;
  readonly claimable: boolean;
  readonly timeoutSeconds: number;
  /** The API key that asks for it. */
  readonly madeBy: string;
}

/** Which tasks a list shows. */
export interface TaskFilter {
  readonly status?: TaskStatus | undefined;
  readonly type?: string | undefined;
  readonly agentId?: string | undefined;
  /** Types that the caller may not read. */
  readonly hiddenTypes: readonly string[];
}

// Each may hold as much as its input and output.
const TOGETHER = { maxItems: 20, concurrency: 2 };

/** Rows of tasks; what changes them is in `changes.ts`. */
export class TaskStore {
  /** Null when there is none. Those that are asked for at the same time are read together. */
  readonly find;

  constructor(private readonly database: Database) {
    this.find = createRowFinder<TaskView>(database, FIND, TOGETHER);
  }

  /** @throws AppError 429 when an organization has as many open tasks as it may have */
  async roomFor(orgId: string): Promise<void> {
    const [row] = await this.database.query<{ open: number }>(OPEN, [orgId]);
    if (row!.open >= QUOTAS.open_tasks)
      throw noRoom(
        `At most ${QUOTAS.open_tasks} tasks can be open in an organization; cancel some`,
      );
  }

  /** Makes a task and has its run started. */
  async create(queries: Queries, task: NewTask): Promise<TaskView> {
    const [row] = await queries.query<TaskView>(task.claimable ? CREATE_CLAIMABLE : CREATE, [
      task.id,
      task.orgId,
      task.inboxId,
      task.agentId,
      task.type,
      task.status,
      JSON.stringify(task.input),
      task.outputSchema && JSON.stringify(task.outputSchema),
      task.requiresApproval,
      task.priority,
      task.maxAttempts,
      task.claimable,
      task.timeoutSeconds,
      task.madeBy,
    ]);
    return row!;
  }

  /** A page of tasks, newest first. @throws AppError 400 for a foreign cursor */
  list(
    deps: ListDeps,
    { orgId, inboxIds }: ListedInboxes,
    { status, type, agentId, hiddenTypes }: TaskFilter,
    paging: Paging,
  ): Promise<Page<TaskView>> {
    const where = new Conditions().add('tasks.org_id = ?', orgId);
    if (inboxIds) where.add('tasks.inbox_id = ANY (?)', inboxIds);
    if (hiddenTypes.length > 0) where.add('tasks.type <> ALL (?)', hiddenTypes);
    if (status !== undefined) where.add('tasks.status = ?', status);
    if (type !== undefined) where.add('tasks.type = ?', type);
    if (agentId !== undefined) where.add('tasks.agent_id = ?', agentId);
    const name = ['tasks', inboxIds, status ?? null, type ?? null, agentId ?? null, hiddenTypes];
    const list = { orgId, name, columns: viewColumns('tasks'), from: 'tasks', where };
    const sized = { ...list, order: newestFirst('tasks'), bytes: VIEW_BYTES };
    return listPage<TaskView>(deps, sized, paging);
  }

  /** A page of what happened to a task, in order. @throws AppError 400 for a foreign cursor */
  events(
    deps: ListDeps,
    { orgId, id }: Pick<TaskView, 'orgId' | 'id'>,
    after: number,
    paging: Paging,
  ): Promise<Page<TaskEventRow>> {
    const where = addBehind(new Conditions().add('task_id = ?', id), BY_NUMBER, [after]);
    const list = {
      orgId,
      name: ['task-events', id, after],
      columns: 'number, kind, data, at',
      where,
    };
    return listPage<TaskEventRow>(deps, { ...list, from: 'task_events', order: BY_NUMBER }, paging);
  }
}

const BY_NUMBER = keyset('ASC', ['number', 'int']);

const FIND = `SELECT ${viewColumns('tasks')} FROM tasks WHERE id = ANY ($1)`;

const OPEN = 'SELECT count(*)::int AS open FROM tasks WHERE org_id = $1 AND completed_at IS NULL';

const creating = (claimable: boolean) =>
  statement(
    [
      `changed AS (
  INSERT INTO tasks (id, org_id, inbox_id, agent_id, type, status, input, output_schema,
    requires_approval, priority, max_attempts, claimable_at, created_at, expires_at, timeout_seconds,
    made_by)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, CASE WHEN $12 THEN at END, at,
    at + make_interval(secs => $13), $13, $14
  FROM date_trunc('milliseconds', now()) AS at
  RETURNING *
)`,
      // What others do needs no run to begin.
      ...following({ kind: 'created', claimable, ...(claimable && { telling: 'soon' }) }),
    ],
    `SELECT ${viewColumns('changed')} FROM changed`,
  );

const CREATE = creating(false);
const CREATE_CLAIMABLE = creating(true);
