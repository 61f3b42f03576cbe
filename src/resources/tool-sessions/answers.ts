import type { Queries } from '../../db/queries.js';
import { notify, sendNotification, statement } from '../../store/statement.js';
import type { Vault } from '../../vault/vault.js';
import type { ToolSession } from './service.js';
import { ANSWERS_KEPT } from './tables.js';

interface ToolAnswersDeps {
  readonly database: Queries;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
}

const KEEP = statement([
  `kept AS (
    INSERT INTO tool_answers (id, org_id, session_id, sealed_answer) VALUES ($1, $2, $3, $4)
    RETURNING id)`,
  notify('tool_answer_told', `SELECT 'kept ' || id FROM kept`),
]);

const FIND = `
SELECT sealed_answer FROM tool_answers
WHERE id = $1 AND org_id = $2 AND session_id = $3
  AND created_at >= now() - interval '${ANSWERS_KEPT}'`;

// A call that runs in another process has no answer to be kept by the name of its stream, which that process knows.
const CANCEL = statement([
  `cancelled AS (
    INSERT INTO tool_answers (id, org_id, session_id) VALUES ($1, $2, $3)
    ON CONFLICT (id) DO UPDATE SET created_at = now() RETURNING id)`,
  notify('tool_session_told', `SELECT 'cancelled ' || id FROM cancelled`),
]);

const OVER = `
SELECT wanted.name, (extract(epoch FROM now() - cancelled.created_at) * 1000)::float8 AS since
FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted (name, org_id, session_id)
LEFT JOIN tool_answers AS cancelled ON cancelled.id = wanted.name AND cancelled.org_id = wanted.org_id
LEFT JOIN tool_sessions AS session ON session.id = wanted.session_id AND session.org_id = wanted.org_id
WHERE cancelled.id IS NOT NULL OR session.id IS NULL`;

/** A call of a session that runs. */
export interface SessionCall {
  readonly session: ToolSession;
  /** Its id, as JSON. */
  readonly callId: string;
}

/** A call that is to end. */
export interface OverCall {
  readonly name: string;
  /** Milliseconds since it was cancelled; null where its session has ended. */
  readonly since: number | null;
}

/** What tells a call from all others. */
export const nameOfCall = ({ session, callId }: SessionCall): string => `${session.id} ${callId}`;

/**
 * Answers that could not be written to their stream, sealed, for whoever resumes it. They stay when they were
 * written to one that resumes it: that all was sent does not say that it arrived.
 */
export class ToolAnswers {
  constructor(private readonly deps: ToolAnswersDeps) {}

  /** Keeps what was to be written to a stream; null where nothing is to come any more. */
  async keep({ id, orgId }: ToolSession, streamId: string, answer: string | null): Promise<void> {
    const { database, vault } = this.deps;
    const sealed =
      answer === null ? null : await vault.seal(orgId, vaultContextOf(streamId), answer);
    await database.query(KEEP, [streamId, orgId, id, sealed]);
  }

  /** What is kept of a stream of the session; undefined when there is nothing (yet, or any more). */
  async find({ id, orgId }: ToolSession, streamId: string): Promise<string | null | undefined> {
    const { database, vault } = this.deps;
    const [row] = await database.query<{ sealed_answer: Buffer | null }>(FIND, [
      streamId,
      orgId,
      id,
    ]);
    return row?.sealed_answer && vault.open(orgId, vaultContextOf(streamId), row.sealed_answer);
  }

  /** Asks whoever runs the call of a stream to say so. */
  async seek(streamId: string): Promise<void> {
    await sendNotification(this.deps.database, 'tool_answer_told', `sought ${streamId}`);
  }

  /** Says so. */
  async running(streamId: string): Promise<void> {
    await sendNotification(this.deps.database, 'tool_answer_told', `running ${streamId}`);
  }

  /** Cancels a call, whichever process runs it. */
  async cancel(call: SessionCall): Promise<void> {
    const { id, orgId } = call.session;
    await this.deps.database.query(CANCEL, [nameOfCall(call), orgId, id]);
  }

  /** Which of these calls are to end: they were cancelled, now or when another had that id, or their session has ended. */
  async overOf(calls: readonly SessionCall[]): Promise<readonly OverCall[]> {
    const sessions = calls.map(({ session }) => session);
    return this.deps.database.query<OverCall>(OVER, [
      calls.map(nameOfCall),
      sessions.map(({ orgId }) => orgId),
      sessions.map(({ id }) => id),
    ]);
  }
}

const vaultContextOf = (streamId: string) => ({ id: streamId, field: 'tool_answer' });
