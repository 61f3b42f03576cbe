import type { Database } from '../../src/db/database.js';
import { newId } from '../../src/ids.js';
import type { WorkflowName } from '../../src/store/run.js';

/** A row of the outbox, as tests look at it. */
export interface OutboxRow {
  readonly workflow: WorkflowName;
  readonly workflow_id: string | null;
  readonly org_id: string;
  readonly resource_id: string;
  readonly again: boolean;
  readonly attempts: number;
  readonly done: boolean;
  readonly settled: boolean;
}

/** Queues mails as accepting does; answers their ids. */
export async function queueMails(
  database: Database,
  count: number,
  orgId = 'org_1',
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('eml'));
  await database.query(
    `WITH mail AS (
       INSERT INTO emails (id, org_id, inbox_id, uid, stored_message_id, thread_id, status, parse_status,
         envelope_from, delivered_to, size, received_at, accepted_at)
       SELECT id, $2, 'inb_1', (random() * 1e15)::bigint, 1, 'thr_1', 'received', 'complete', '', '', 1,
         now(), now() FROM unnest($1::text[]) AS id
       RETURNING id, org_id),
     row AS (
       INSERT INTO outbox (op, workflow, org_id, resource_id)
       SELECT 'start', 'processInbound', org_id, id FROM mail RETURNING 1)
     SELECT pg_notify('outbox_ready', '') FROM row`,
    [ids, orgId],
  );
  return ids;
}

/** Queues mails as accepting them together does; answers what they share, and their ids. */
export async function queueTogether(database: Database, count: number) {
  const [batchId, emailIds] = [newId('run'), await queueMails(database, count)];
  await database.query(
    `WITH gone AS (DELETE FROM outbox WHERE resource_id = ANY ($1)),
       batch AS (UPDATE emails SET batch_id = $2 WHERE id = ANY ($1))
     INSERT INTO outbox (op, workflow, org_id, resource_id, email_ids)
     VALUES ('start', 'processInbound', 'org_1', $2, $1)`,
    [emailIds, batchId],
  );
  return { batchId, emailIds };
}

/** What a run does at its end. */
export async function settle(database: Database, emailIds: readonly string[]): Promise<void> {
  await database.query('UPDATE outbox SET settled_at = now() WHERE resource_id = ANY ($1)', [
    emailIds,
  ]);
}

/** All rows, oldest first. */
export const outboxRows = (database: Database): Promise<OutboxRow[]> =>
  database.query<OutboxRow>(
    `SELECT workflow, workflow_id, org_id, resource_id, again, attempts,
       done_at IS NOT NULL AS done, settled_at IS NOT NULL AS settled
     FROM outbox ORDER BY id`,
  );

/** Asks again and again until `holds`; the test's own time limit ends it. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}
