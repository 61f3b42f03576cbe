import type { z } from 'zod';
import type { Caller } from '../../auth/caller.js';
import { canAccess, requireInbox, requireOwned } from '../../auth/ownership.js';
import type { Database } from '../../db/database.js';
import type { LongPoll } from '../../deadline.js';
import { forbidden, invalid } from '../../errors.js';
import { newId } from '../../ids.js';
import type { Log } from '../../log.js';
import type { Models } from '../../models/models.js';
import type { FromWire } from '../../operations/wire.js';
import type { FindInbox } from '../../store/inboxes.js';
import { queueRuns } from '../../store/outbox.js';
import { statement } from '../../store/statement.js';
import type { Ends, EndWatches } from '../../live/end-watches.js';
import type { QuestionAnswering } from './answering.js';
import type { AnsweredBy, QuestionView } from './rows.js';
import type { newQuestion } from './schema.js';

interface QuestionServiceDeps {
  readonly database: Database;
  readonly findInbox: FindInbox;
  readonly answering: Pick<QuestionAnswering, 'answer' | 'answerWithModel'>;
  readonly models: Pick<Models, 'find'>;
  readonly watches: Pick<EndWatches, 'watch'>;
  readonly log: Log;
}

/** How answers are told of. */
export const ANSWERED_QUESTIONS: Ends = {
  channel: 'question_answered',
  ended: 'SELECT id FROM questions WHERE id = ANY ($1) AND completed_at IS NOT NULL',
};

/** Questions about mail, answered by its own words. */
export class QuestionService {
  constructor(private readonly deps: QuestionServiceDeps) {}

  /** Begins at once, and waits for the answer. @throws AppError 400, 403, 404 */
  async ask(
    caller: Caller,
    given: FromWire<z.output<typeof newQuestion>>,
    signal: AbortSignal,
  ): Promise<QuestionView> {
    const { question, inboxIds = null, filters, topK, wait } = given;
    for (const id of inboxIds ?? []) requireInbox(caller, await this.deps.findInbox(id));
    const mode = await this.modeOf(caller, given.mode);
    const id = newId('qst');
    const asked = inboxIds ?? caller.allowedInboxIds;
    const values = [id, caller.orgId, question, mode, asked, JSON.stringify(filters), topK];
    await this.deps.database.query(ASK, values);
    // The run answers what this process does not.
    const { answering } = this.deps;
    const answered = mode === 'generative' ? answering.answerWithModel(id) : answering.answer(id);
    answered.catch((error: unknown) => {
      this.deps.log.warn({ error, questionId: id }, 'a question is left to its run');
    });
    return this.get(caller, id, { timeoutSeconds: wait, signal });
  }

  /** The question, once it is answered or the time is up. @throws AppError 403, 404 */
  async get(
    caller: Caller,
    id: string,
    { timeoutSeconds, signal }: LongPoll,
  ): Promise<QuestionView> {
    const watch = this.deps.watches.watch(id);
    const isOpen = await this.owned(caller, id).then(
      ({ status }) => status === 'PENDING',
      () => false,
    );
    await watch.until(isOpen ? timeoutSeconds * 1_000 : 0, signal);
    return this.owned(caller, id);
  }

  /** @throws AppError 400 where there is no model for it */
  private async modeOf({ orgId }: Caller, given: AnsweredBy | undefined): Promise<AnsweredBy> {
    if (given === 'extractive') return given;
    if (await this.deps.models.find(orgId, 'ask')) return 'generative';
    if (given === undefined) return 'extractive';
    throw invalid('mode must be extractive: no model with the feature ask is configured');
  }

  private async owned(caller: Caller, id: string): Promise<QuestionView> {
    const [row] = await this.deps.database.query<QuestionView>(FIND, [id]);
    const found = requireOwned(caller.orgId, row, 'Question');
    // Who asked may have been allowed more inboxes.
    const isWithin = (found.inboxIds ?? []).every((inboxId) => canAccess(caller, inboxId));
    if (caller.allowedInboxIds !== null && (found.inboxIds === null || !isWithin))
      throw forbidden('This key is bound to inboxes; the question was asked of others');
    return found;
  }
}

const ASK = statement(
  [
    `asked AS (
  INSERT INTO questions (id, org_id, question, mode, inbox_ids, filters, top_k)
  VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id, org_id
)`,
    queueRuns(
      { workflow: 'answerQuestion' },
      { runAfter: `now() + interval '5 seconds'` },
      'SELECT org_id, id FROM asked',
    ),
  ],
  'SELECT id FROM asked',
);

const FIND = `
SELECT q.id, q.org_id AS "orgId", q.question, q.inbox_ids AS "inboxIds", q.filters, q.top_k AS "topK", q.status,
  q.mode, q.answered_by AS "answeredBy", q.note, q.abstained, q.confidence, q.created_at AS "createdAt", q.completed_at AS "completedAt",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('emailId', c.email_id, 'threadId', c.thread_id,
     'subject', c.subject, 'from', c.from_address, 'receivedAt', c.received_at, 'quote', c.quote,
     'start', c.start_at, 'end', c.end_at, 'score', c.score, 'sentence', c.sentence) ORDER BY c.position), '[]')
   FROM citations c JOIN inboxes i ON i.id = c.inbox_id AND i.deleted_at IS NULL
   WHERE c.question_id = q.id) AS citations
FROM questions q WHERE q.id = $1`;
