import { createBatcher } from '../../batcher.js';
import type { Queries } from '../../db/queries.js';
import { eventRows } from '../../store/events/record.js';
import { changing, IS_OPEN } from './changes.js';
import { taskEvent, type ToldTask } from './ending.js';
import type { JsonObject, TaskView } from './rows.js';

/** What somebody made of a task who shows the token of its lease. */
interface Completion {
  readonly task: ToldTask;
  /** Of the token. */
  readonly hash: Buffer;
  readonly output: JsonObject;
}

const TOGETHER = { maxItems: 50, concurrency: 2, keysOf: ({ task }: Completion) => [task.id] };

/** Ends tasks with what came of them; those that are completed at the same time, by one statement. */
export class TaskCompletions {
  /** Null when the lease is lost. */
  readonly complete;

  constructor(private readonly database: Queries) {
    this.complete = createBatcher((all: readonly Completion[]) => this.completeAll(all), TOGETHER);
  }

  /** Of several for one task, one after the other: only one of them holds its lease. */
  private async completeAll(all: readonly Completion[]): Promise<(TaskView | null)[]> {
    const completed = new Map<Completion, TaskView>();
    for (let left = [...all]; left.length > 0;) {
      const firsts = new Map(left.toReversed().map((one) => [one.task.id, one]));
      for (const row of await this.write([...firsts.values()]))
        completed.set(firsts.get(row.id)!, row);
      left = left.filter((one) => firsts.get(one.task.id) !== one);
    }
    return all.map((one) => completed.get(one) ?? null);
  }

  private write(completions: readonly Completion[]): Promise<TaskView[]> {
    return this.database.query<TaskView>(COMPLETE, [
      completions.map(({ task }) => task.id),
      completions.map(({ hash }) => hash),
      completions.map(({ output }) => JSON.stringify(output)),
      eventRows(completions.map(({ task }) => taskEvent(task, 'COMPLETED'))),
    ]);
  }
}

// What is leased waits for no approval, and nothing follows its completion: its run need not look.
const COMPLETE = changing({
  kind: 'completed',
  before: [
    `given AS (
  SELECT * FROM unnest($1::text[], $2::bytea[], $3::jsonb[]) AS one (id, token, output)
)`,
  ],
  set: `status = 'COMPLETED', error = NULL, output = given.output, completed_at = now(), claimable_at = NULL`,
  from: 'given',
  where: `t.id = given.id AND ${IS_OPEN} AND t.lease_token = given.token`,
  data: `jsonb_build_object('error', NULL)`,
  events: '$4',
  eventsWhere: 'e.resource_id IN (SELECT id FROM changed)',
  telling: 'soon',
  toldEnd: `jsonb_build_object('status', status, 'summary', 'attempt ' || attempt || ' of ' || max_attempts)`,
});
