import type { Database } from '../../db/database.js';
import { eventRows } from '../../store/events/record.js';
import { decideApproval, type Verdict } from '../../store/approvals.js';
import { changing } from './changes.js';
import { taskEvent } from './ending.js';
import { viewColumns, type TaskView } from './rows.js';

/** Lets tasks that wait for approval begin, or ends them. */
export class TaskDeciding {
  constructor(private readonly database: Database) {}

  /** The task as it is then; null when it waits for no approval. */
  async decide(taskId: string, { approve, comment, by, via }: Verdict): Promise<TaskView | null> {
    const { database } = this;
    const values = [taskId, by, comment, via];
    const [task] = approve
      ? await database.query<TaskView>(APPROVE, values)
      : await this.reject(values, comment);
    return task ?? null;
  }

  private async reject(values: readonly unknown[], comment: string | null): Promise<TaskView[]> {
    const [task] = await this.database.query<TaskView>(FIND, [values[0]]);
    if (!task) return [];
    const error = comment === null ? 'Rejected' : `Rejected: ${comment}`;
    const events = eventRows([taskEvent(task, 'FAILED', error)]);
    return this.database.query<TaskView>(REJECT, [...values, error, events]);
  }
}

const WAITS = `t.id = $1 AND t.status = 'WAITING_APPROVAL' AND EXISTS (SELECT FROM decision)`;

// What is done by outside agents may be claimed from now on.
const APPROVE = changing({
  kind: 'approved',
  before: [decideApproval('APPROVED')],
  set: `status = 'PENDING', claimable_at = CASE WHEN t.type LIKE 'custom%' THEN now() END`,
  where: WAITS,
  data: `jsonb_build_object('by', $2::text, 'comment', $3::text)`,
  claimable: true,
});

const REJECT = changing({
  kind: 'rejected',
  before: [decideApproval('REJECTED')],
  set: `status = 'FAILED', error = $5, completed_at = now()`,
  where: WAITS,
  data: `jsonb_build_object('by', $2::text, 'comment', $3::text)`,
  events: '$6',
});

const FIND = `SELECT ${viewColumns('tasks')} FROM tasks WHERE id = $1`;
