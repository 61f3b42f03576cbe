import type { Database } from '../../db/database.js';
import { notify, sendNotification, statement } from '../../store/statement.js';
import type { Vault } from '../../vault/vault.js';
import type { ToolSession } from './service.js';
import { ANSWERS_KEPT } from './tables.js';

/** What keeping answers needs. */
export interface ToolAnswersDeps {
  readonly database: Pick<Database, 'query'>;
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

const REMOVE = 'DELETE FROM tool_answers WHERE id = $1 AND org_id = $2';

/** Answers that could not be written to their stream, sealed, for whoever resumes it. */
export class ToolAnswers {
  constructor(private readonly deps: ToolAnswersDeps) {}

  /** Keeps what was to be written to a stream; null where nothing is to come any more. */
  async keep({ id, orgId }: ToolSession, streamId: string, answer: string | null): Promise<void> {
    const { database, vault } = this.deps;
    const sealed = answer === null ? null : await vault.seal(orgId, placeOf(streamId), answer);
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
    return row?.sealed_answer && vault.open(orgId, placeOf(streamId), row.sealed_answer);
  }

  /** Asks whoever runs the call of a stream to say so. */
  async seek(streamId: string): Promise<void> {
    await sendNotification(this.deps.database, 'tool_answer_told', `sought ${streamId}`);
  }

  /** Says so. */
  async running(streamId: string): Promise<void> {
    await sendNotification(this.deps.database, 'tool_answer_told', `running ${streamId}`);
  }

  /** It was written after all. */
  async remove({ orgId }: ToolSession, streamId: string): Promise<void> {
    await this.deps.database.query(REMOVE, [streamId, orgId]);
  }
}

const placeOf = (streamId: string) => ({ id: streamId, field: 'tool_answer' });
