import { createHash, randomBytes } from 'node:crypto';
import type { AccessScope } from '../../auth/ownership.js';
import type { Database } from '../../db/database.js';
import { changing, IS_OPEN } from './changes.js';
import { endLeased } from './ending.js';
import { viewColumns, type JsonObject, type TaskProgress, type TaskView } from './rows.js';
import { notify, statement } from '../../store/statement.js';

/** Who claims, and what. */
export interface Claim {
  readonly agentId: string;
  /** Kinds of custom tasks; left out: all. */
  readonly types?: readonly string[] | undefined;
  readonly leaseSeconds: number;
}

/** A task and the token that its agent shows from now on; it is kept as a hash alone. */
export interface LeasedTask {
  readonly task: TaskView;
  readonly token: string;
}

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

const TOKEN_BYTES = 24;
// Seconds: 5, 15, 45 … up to ten minutes.
const BACKOFF = { first: 5, factor: 3, longest: 600 };

/** What is kept of a token: one that cannot be guessed needs no more than SHA-256. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Custom tasks and the agents that do them. Each call is one statement, whether Temporal is there or not. */
export class TaskQueue {
  constructor(private readonly database: Database) {}

  /** The task that is to be done next, by priority and age; null when there is none. */
  async claim(
    { orgId, allowedInboxIds }: AccessScope,
    { agentId, types, leaseSeconds }: Claim,
  ): Promise<LeasedTask | null> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const [task] = await this.database.query<TaskView>(CLAIM, [
      orgId,
      agentId,
      types ?? null,
      allowedInboxIds,
      tokenHash(token),
      leaseSeconds,
    ]);
    return task ? { task, token } : null;
  }

  /** Holds a task longer; null when the lease is lost. */
  async heartbeat(id: string, token: string, told: Heartbeat): Promise<TaskView | null> {
    const { leaseSeconds, progress, checkpoint } = told;
    const [task] = await this.database.query<TaskView>(HEARTBEAT, [
      id,
      tokenHash(token),
      leaseSeconds,
      progress ? JSON.stringify(progress) : null,
      checkpoint === undefined ? null : JSON.stringify(checkpoint),
    ]);
    return task ?? null;
  }

  /** Ends a task with what came of it; null when the lease is lost. */
  complete(task: TaskView, token: string, output: JsonObject): Promise<TaskView | null> {
    return endLeased(this.queries, task, { status: 'COMPLETED', output }, tokenHash(token));
  }

  /** Gives a task back to be tried again, or ends it after the last attempt; null when the lease is lost. */
  async fail(
    task: TaskView,
    token: string,
    { error, retryable, retryAfterSeconds }: AttemptFailure,
  ): Promise<TaskView | null> {
    const hash = tokenHash(token);
    if (!retryable || task.attempt >= task.maxAttempts)
      return endLeased(this.queries, task, { status: 'FAILED', error }, hash);
    const delay = retryAfterSeconds ?? backoff(task.attempt);
    const values = [task.id, hash, delay, error];
    const [failed] = await this.database.query<TaskView>(FAIL_ATTEMPT, values);
    return failed ?? null;
  }

  private readonly queries = {
    query: (text: string, values: unknown[]) => this.database.query(text, values),
  };
}

const backoff = (attempt: number): number =>
  Math.min(BACKOFF.first * BACKOFF.factor ** (attempt - 1), BACKOFF.longest);

// Behind the lease of its last attempt nobody may claim it any more.
const LEASED = (attempt: string, seconds: string) => `
    lease_until = now() + make_interval(secs => ${seconds}),
    claimable_at = CASE WHEN ${attempt} < t.max_attempts THEN now() + make_interval(secs => ${seconds}) END`;

const CLAIM = changing({
  kind: 'claimed',
  before: [
    `candidate AS MATERIALIZED (
  SELECT id FROM tasks
  WHERE org_id = $1 AND claimable_at <= now() AND expires_at > now()
    AND (agent_id IS NULL OR agent_id = $2)
    AND ($3::text[] IS NULL OR type = ANY ($3))
    AND ($4::text[] IS NULL OR inbox_id = ANY ($4))
  ORDER BY priority DESC, created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
)`,
  ],
  set: `status = 'RUNNING', attempt = t.attempt + 1, lease_token = $5,
    started_at = coalesce(t.started_at, now()), ${LEASED('t.attempt + 1', '$6')}`,
  where: 't.id = (SELECT id FROM candidate)',
  data: `jsonb_build_object('agent_id', $2::text, 'attempt', attempt)`,
});

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
  data: `jsonb_build_object('error', $4::text, 'attempt', attempt)`,
});
