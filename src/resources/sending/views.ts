import type { z } from 'zod';
import type { Queries } from '../../db/queries.js';
import type { sendResult } from './schema.js';

/** What became of a send so far, and whose it is. */
export type SendView = Omit<z.input<typeof sendResult>, 'ok' | 'id'> & {
  readonly orgId: string;
  readonly inboxId: string;
};

/** SQL: the columns of a view, of a row `s` of the ledger and its email `e`. */
export const SEND_VIEW = `s.email_id, s.org_id AS "orgId", s.inbox_id AS "inboxId", e.message_id, e.thread_id,
  s.provider, s.provider_message_id, s.status, s.sent_at, s.send_at, s.error, s.approval_id,
  (SELECT w.id FROM durable_waits w WHERE w.email_id = s.email_id) AS wait_id`;

const FIND = `
SELECT ${SEND_VIEW}
FROM sends s JOIN emails e ON e.id = s.email_id
WHERE s.email_id = ANY ($1) AND e.id = ANY ($1)`;

/** Sends of any organization by their emails, for those who then ask whose they are. */
export const findSends = (database: Queries, emailIds: readonly string[]): Promise<SendView[]> =>
  database.query<SendView>(FIND, [emailIds]);
