import { randomBytes } from 'node:crypto';
import type { AccessScope } from '../../auth/ownership.js';
import { secretHash } from '../../auth/secret-hash.js';
import { createBatcher } from '../../batcher.js';
import type { Queries } from '../../db/queries.js';
import { groupBy } from '../../group-by.js';
import { changing } from './changes.js';
import { LEASED } from './leases.js';
import type { TaskView } from './rows.js';

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

interface AskedClaim extends Claim, AccessScope {
  readonly token: string;
  readonly hash: Buffer;
}

/** A task that was claimed, and how many were found for all who asked. */
interface ClaimedRow extends TaskView {
  readonly found: number;
}

const TOKEN_BYTES = 24;
// A second statement may begin while one is under way: it passes over what that has locked.
const TOGETHER = { maxItems: 50, concurrency: 2 };

/** Gives tasks out; those who ask at the same time for the same kinds are answered by one statement. */
export class TaskClaims {
  private readonly ask;

  constructor(private readonly database: Queries) {
    this.ask = createBatcher((asked: readonly AskedClaim[]) => this.claimAll(asked), TOGETHER);
  }

  /** The task that is to be done next, by priority and age; null when there is none. */
  async claim(
    { orgId, allowedInboxIds }: AccessScope,
    { agentId, types, leaseSeconds }: Claim,
  ): Promise<LeasedTask | null> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const asked = { orgId, allowedInboxIds, agentId, types, leaseSeconds };
    const task = await this.ask({ ...asked, token, hash: secretHash(token) });
    return task && { task, token };
  }

  /** What one queue cannot answer is an error of those alone who ask it: the others have theirs. */
  private async claimAll(asked: readonly AskedClaim[]): Promise<(TaskView | Error | null)[]> {
    const answers = new Map<string, TaskView | Error>();
    const queues = [...groupBy(asked, queueOf).values()];
    await Promise.all(
      queues.map((claims) =>
        this.claimFrom(claims, answers).catch((error: Error) => {
          for (const { token } of claims) if (!answers.has(token)) answers.set(token, error);
        }),
      ),
    );
    return asked.map(({ token }) => answers.get(token) ?? null);
  }

  private async claimFrom(
    claims: readonly AskedClaim[],
    answers: Map<string, TaskView | Error>,
  ): Promise<void> {
    const [{ orgId, types, allowedInboxIds }] = claims as [AskedClaim];
    const rows = await this.database.query<ClaimedRow>(CLAIM, [
      ...[orgId, types ?? null, allowedInboxIds],
      claims.map(({ agentId }) => agentId),
      claims.map(({ hash }) => hash),
      claims.map(({ leaseSeconds }) => leaseSeconds),
    ]);
    for (const row of rows)
      answers.set(claims.find(({ hash }) => row.leaseToken!.equals(hash))!.token, row);
    // What is for one agent alone may have taken the places of what is for any.
    const left = claims.filter(({ token }) => !answers.has(token));
    if (left.length > 0 && rows[0] && rows[0].found > rows.length)
      await this.claimFrom(left, answers);
  }
}

const queueOf = ({ orgId, types, allowedInboxIds }: AskedClaim): string =>
  JSON.stringify([orgId, types, allowedInboxIds]);

const CLAIM = changing({
  kind: 'claimed',
  before: [
    `claimer AS (
  SELECT *, row_number() OVER (PARTITION BY agent_id) AS turn
  FROM unnest($4::text[], $5::bytea[], $6::int[]) AS one (agent_id, token, lease_seconds)
), candidate AS MATERIALIZED (
  SELECT id, agent_id, priority, created_at FROM tasks
  WHERE org_id = $1 AND claimable_at <= now() AND expires_at > now()
    AND (agent_id IS NULL OR agent_id = ANY ($4))
    AND ($2::text[] IS NULL OR type = ANY ($2))
    AND ($3::text[] IS NULL OR inbox_id = ANY ($3))
  ORDER BY priority DESC, created_at, id LIMIT cardinality($4) FOR UPDATE SKIP LOCKED
), ranked AS (
  SELECT id, agent_id, row_number() OVER (PARTITION BY agent_id ORDER BY priority DESC, created_at, id) AS turn
  FROM candidate
), meant AS (
  SELECT ranked.id, claimer.token FROM ranked JOIN claimer USING (agent_id, turn)
), free AS (
  SELECT token, row_number() OVER () AS turn FROM claimer WHERE token NOT IN (SELECT token FROM meant)
), given AS (
  SELECT id, claimer.*
  FROM (SELECT * FROM meant
    UNION ALL SELECT ranked.id, free.token FROM ranked JOIN free USING (turn) WHERE ranked.agent_id IS NULL) AS one
  JOIN claimer USING (token)
)`,
  ],
  set: `status = 'RUNNING', attempt = t.attempt + 1, lease_token = given.token,
    started_at = coalesce(t.started_at, now()), ${LEASED('t.attempt + 1', 'given.lease_seconds')}`,
  from: 'given',
  where: 't.id = given.id',
  telling: 'soon',
  returning: 'given.agent_id AS claimed_by',
  data: `jsonb_build_object('agent_id', claimed_by, 'attempt', attempt)`,
  answers: '(SELECT count(*)::int FROM candidate) AS found',
});
