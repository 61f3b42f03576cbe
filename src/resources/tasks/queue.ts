import type { AccessScope } from '../../auth/ownership.js';
import { secretHash } from '../../auth/secret-hash.js';
import type { Database } from '../../db/database.js';
import { firstRow } from '../../db/queries.js';
import { notify, statement } from '../../store/statement.js';
import { changing, IS_OPEN } from './changes.js';
import { TaskClaims, type Claim, type LeasedTask } from './claiming.js';
import { TaskCompletions } from './completing.js';
import { failLeased } from './ending.js';
import { LEASED } from './leases.js';
import { viewColumns, type JsonObject, type TaskProgress, type TaskView } from './rows.js';

/** What an agent tells of its work. */
export interface Heartbeat {
  readonly leaseSeconds: number;
  readonly progress?: TaskProgress | undefined;
  readonly checkpoint?: JsonObject | undefined;
}

/** Why an attempt failed. */
export interface AttemptFailure {
  readonly error: string;
  readonly retryable: boolean;
  readonly retryAfterSeconds?: number | undefined;
}

// Seconds: 5, 15, 45 … up to ten minutes.
const BACKOFF = { first: 5, factor: 3, longest: 600 };

/** Custom tasks and the agents that do them. Each call is one statement at most, whether Temporal is there or not. */
export class TaskQueue {
  private readonly claims;
  private readonly completions;

  constructor(private readonly database: Database) {
    this.claims = new TaskClaims(database);
    this.completions = new TaskCompletions(database);
  }

  /** The task that is to be done next, by priority and age; null when there is none. */
  claim(access: AccessScope, claim: Claim): Promise<LeasedTask | null> {
    return this.claims.claim(access, claim);
  }

  /** Holds a task longer; null when the lease is lost. */
  async heartbeat(id: string, token: string, told: Heartbeat): Promise<TaskView | null> {
    const { leaseSeconds, progress, checkpoint } = told;
    return firstRow<TaskView>(this.database, HEARTBEAT, [
      id,
      secretHash(token),
      leaseSeconds,
      progress ? JSON.stringify(progress) : null,
      checkpoint === undefined ? null : JSON.stringify(checkpoint),
    ]);
  }

  /** Ends a task with what came of it; null when the lease is lost. */
  complete(task: TaskView, token: string, output: JsonObject): Promise<TaskView | null> {
    return this.completions.complete({ task, hash: secretHash(token), output });
  }

  /** Gives a task back to be tried again, or ends it after the last attempt; null when the lease is lost. */
  async fail(
    task: TaskView,
    token: string,
    { error, retryable, retryAfterSeconds }: AttemptFailure,
  ): Promise<TaskView | null> {
    const hash = secretHash(token);
    if (!retryable || task.attempt >= task.maxAttempts)
      return failLeased(this.database, task, error, hash);
    const delay = retryAfterSeconds ?? backoff(task.attempt);
    const values = [task.id, hash, delay, error];
    return firstRow<TaskView>(this.database, FAIL_ATTEMPT, values);
  }
}

const backoff = (attempt: number): number =>
  Math.min(BACKOFF.first * BACKOFF.factor ** (attempt - 1), BACKOFF.longest);

// Told often, so it is no event; its run reads the new time once the old one is over.
const HEARTBEAT = statement(
  [
    `changed AS (
  UPDATE tasks t SET status = 'RUNNING', progress = coalesce($4::jsonb, t.progress),
    checkpoint = coalesce($5::jsonb, t.checkpoint), ${LEASED('t.attempt', '$3')}
  WHERE t.id = $1 AND ${IS_OPEN} AND t.lease_token = $2 RETURNING t.*
)`,
    notify('task_changed', 'SELECT id FROM changed'),
  ],
  `SELECT ${viewColumns('changed')} FROM changed`,
);

const FAIL_ATTEMPT = changing({
  kind: 'attempt_failed',
  set: `status = 'PENDING', lease_token = NULL, lease_until = NULL,
    claimable_at = now() + make_interval(secs => $3)`,
  where: `t.id = $1 AND ${IS_OPEN} AND t.lease_token = $2`,
  telling: 'soon',
  data: `jsonb_build_object('error', $4::text, 'attempt', attempt)`,
});
