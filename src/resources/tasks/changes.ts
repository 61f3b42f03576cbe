import { insertEvents } from '../../store/events/record.js';
import { queueRuns } from '../../store/outbox.js';
import { notify, statement, type SqlPart } from '../../store/statement.js';
import { viewColumns } from './rows.js';
import type { TaskEventKind } from './vocabulary.js';

/** One change of a task, as SQL: of the row `t`. */
export interface TaskChange {
  readonly kind: TaskEventKind;
  readonly set: string;
  /** What `set` and `where` refer to beside the row. */
  readonly from?: string;
  readonly where: string;
  /** A column more of what is changed, for the parts behind it. */
  readonly returning?: string;
  /** A column more of the answer. */
  readonly answers?: string;
  /** JSON of its event. */
  readonly data?: string;
  /** Parts before it, which it may refer to. */
  readonly before?: readonly (SqlPart | string)[];
  /** The parameter with what subscribers are told, as `eventRows` makes it. */
  readonly events?: string;
  /** Which of them are told, as `e` (default: all, if the condition held). */
  readonly eventsWhere?: string;
  /** Whether its run is told at once (left out), when there is time, or need not know. */
  readonly telling?: 'soon' | 'never';
  /** SQL: JSON of a `ToldEnd`, where its run need not look. */
  readonly toldEnd?: string;
  /** It may be claimed now. */
  readonly claimable?: boolean;
}

const RUN = { workflow: 'runAgentTask' } as const;

/**
 * A statement that changes tasks where `where` holds, writes the events of that, and tells their runs and who
 * waits for them. Answers the tasks as they are then; nothing where the condition did not hold.
 */
export const changing = (change: TaskChange): string => {
  const { before = [], set, from, where, returning, answers } = change;
  return statement(
    [
      ...before,
      `changed AS (
  UPDATE tasks t SET ${set}, version = t.version + 1
  ${from ? `FROM ${from}` : ''} WHERE ${where} RETURNING t.*${behind(returning)}
)`,
      ...following(change),
    ],
    `SELECT ${viewColumns('changed')}${behind(answers)} FROM changed`,
  );
};

const behind = (column?: string) => (column === undefined ? '' : `, ${column}`);

type FollowingChange = Omit<
  TaskChange,
  'before' | 'set' | 'from' | 'where' | 'returning' | 'answers'
>;

/** What follows from the rows of `changed`. */
export const following = ({
  kind,
  data = `'{}'`,
  events,
  eventsWhere = 'EXISTS (SELECT FROM changed)',
  telling,
  toldEnd,
  claimable,
}: FollowingChange): (SqlPart | string)[] => [
  `told AS (
  INSERT INTO task_events (task_id, number, kind, data)
  SELECT id, version, '${kind}', (${data})::jsonb FROM changed
)`,
  notify('task_changed', 'SELECT id FROM changed'),
  ...(events === undefined ? [] : [insertEvents(events, eventsWhere)]),
  ...(telling === 'never' ? [] : [tellRun(telling, toldEnd)]),
  ...(claimable ? [notify('task_claimable', 'SELECT org_id FROM changed')] : []),
];

// What an agent does of a task is told at last when half the time is over until something is due by the clock.
const CAN_WAIT = `least(interval '20 seconds', (run.due_at - now()) / 2)`;

// What was put off for a run is told with it.
const tellRun = (telling: TaskChange['telling'], toldEnd = 'NULL::jsonb'): SqlPart =>
  queueRuns(
    RUN,
    {
      ...{ signal: 'taskChanged', again: true, signalArg: 'run.told_end' },
      canWait: telling === 'soon' ? CAN_WAIT : `interval '0'`,
    },
    `SELECT org_id, id, ${toldEnd} AS told_end,
    CASE WHEN completed_at IS NULL THEN least(expires_at, lease_until) END AS due_at FROM changed`,
  );

/** SQL: whether the task `t` is still to be done. */
export const IS_OPEN = 't.completed_at IS NULL';
