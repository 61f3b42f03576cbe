import { insertEvents } from '../../store/events/record.js';
import { queueRuns } from '../../store/outbox.js';
import { notify, statement, type SqlPart } from '../../store/statement.js';
import { viewColumns } from './rows.js';
import type { TaskEventKind } from './vocabulary.js';

/** One change of a task, as SQL: of the row `t`. */
interface TaskChange {
  readonly kind: TaskEventKind;
  readonly set: string;
  readonly where: string;
  /** JSON of its event. */
  readonly data?: string;
  /** Parts before it, which it may refer to. */
  readonly before?: readonly (SqlPart | string)[];
  /** The parameter with what subscribers are told, as `eventRows` makes it. */
  readonly events?: string;
  /** Its run need not know. */
  readonly quiet?: boolean;
  /** It may be claimed now. */
  readonly claimable?: boolean;
}

const RUN = { workflow: 'runAgentTask' } as const;

/**
 * A statement that changes a task where `where` holds, writes the event of that, and tells its run and who
 * waits for it. Answers the task as it is then; nothing where the condition did not hold.
 */
export const changing = (change: TaskChange): string => {
  const { before = [], set, where } = change;
  return statement(
    [
      ...before,
      `changed AS (
  UPDATE tasks t SET ${set}, version = t.version + 1
  WHERE ${where} RETURNING t.*
)`,
      ...following(change),
    ],
    `SELECT ${viewColumns('changed')} FROM changed`,
  );
};

/** What follows from a row of `changed`. */
export const following = ({
  kind,
  data = `'{}'`,
  events,
  quiet,
  claimable,
}: Omit<TaskChange, 'set' | 'where' | 'before'>): (SqlPart | string)[] => [
  `told AS (
  INSERT INTO task_events (task_id, number, kind, data)
  SELECT id, version, '${kind}', (${data})::jsonb FROM changed
)`,
  notify('task_changed', 'SELECT id FROM changed'),
  ...(events === undefined ? [] : [insertEvents(events, 'EXISTS (SELECT FROM changed)')]),
  ...(quiet
    ? []
    : [queueRuns(RUN, { signal: 'taskChanged', again: true }, 'SELECT org_id, id FROM changed')]),
  ...(claimable ? [notify('task_claimable', 'SELECT org_id FROM changed')] : []),
];

/** SQL: whether the task `t` is still to be done. */
export const IS_OPEN = 't.completed_at IS NULL';
