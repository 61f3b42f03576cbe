import type { Database } from '../../../src/db/database.js';

/** Mails of an inbox. */
interface SentMails {
  readonly orgId: string;
  readonly inboxId: string;
  readonly mails: number;
  /** How many of them came back. */
  readonly bounces: number;
}

/** As if so many mails had left, of which so many came back. */
export const haveSent = (
  database: Pick<Database, 'query'>,
  { orgId, inboxId, mails, bounces }: SentMails,
) =>
  database.query(
    `WITH numbers AS (SELECT n, 'eml_' || $2 || '_' || n AS id FROM generate_series(1, $3::int) AS n),
     mail AS (
       INSERT INTO emails (id, org_id, inbox_id, uid, stored_message_id, thread_id, direction,
         status, parse_status, envelope_from, delivered_to, size, received_at, accepted_at)
       SELECT id, $1, $2, 1000000 + n, 0, '', 'outbound', 'sent', 'complete', '', '', 1, now(), now()
       FROM numbers),
     ledger AS (
       INSERT INTO sends (email_id, org_id, inbox_id, recipients, status, completed_at)
       SELECT id, $1, $2, '[]', 'sent', now() FROM numbers)
     INSERT INTO delivery_reports (report_email_id, email_id, org_id, kind, recipients)
     SELECT 'r' || id, id, $1, 'bounce', '[]' FROM numbers WHERE n <= $4`,
    [orgId, inboxId, mails, bounces],
  );
