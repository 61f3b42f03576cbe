import type { EntityManager } from 'typeorm';
import { TOLD_ONCE } from '../events/record.js';
import { forgetAgents } from './remove-agents.js';

/**
 * Deletes emails and all that hangs on them: bytes and attachments no other inbox refers to,
 * what was done with them, what waits remember of them, what subscribers are told of them.
 */
export async function removeEmails(
  manager: EntityManager,
  emailIds: readonly string[],
): Promise<void> {
  // Two inboxes that share a message and lose it at once take turns: the second sees it unused.
  const messages: { id: string }[] = await manager.query(
    `SELECT id FROM stored_messages
     WHERE id IN (SELECT stored_message_id FROM emails WHERE id = ANY ($1))
     ORDER BY id FOR UPDATE`,
    [emailIds],
  );
  const [gone] = await manager.query<[{ thread_id: string }[], number]>(
    `WITH run AS (DELETE FROM email_runs WHERE email_id = ANY ($1)),
       queued AS (DELETE FROM outbox WHERE resource_id = ANY ($1)),
       routed AS (DELETE FROM routed_emails WHERE email_id = ANY ($1)),
       send AS (DELETE FROM sends WHERE email_id = ANY ($1)),
       sent AS (DELETE FROM send_attempts WHERE email_id = ANY ($1)),
       reported AS (DELETE FROM delivery_reports
         WHERE report_email_id = ANY ($1) OR email_id = ANY ($1)),
       mark AS (DELETE FROM wait_marks WHERE email_id = ANY ($1)),
       answer AS (DELETE FROM wait_answers WHERE email_id = ANY ($1)),
       found AS (UPDATE durable_wait_matches SET code = NULL, link = NULL
         WHERE email_id = ANY ($1) AND (code IS NOT NULL OR link IS NOT NULL)),
       -- Emptied rather than deleted: a reader may go on after it.
       event AS (UPDATE events SET body = '' WHERE (kind IN (${TOLD_ONCE}) OR kind LIKE 'email.%') AND resource_id = ANY (
         $1 || ARRAY(SELECT wait_id FROM durable_wait_matches WHERE email_id = ANY ($1)))
         RETURNING id),
       delivery AS (DELETE FROM webhook_deliveries WHERE event_id IN (SELECT id FROM event)
         RETURNING id),
       attempt AS (DELETE FROM webhook_attempts WHERE delivery_id IN (SELECT id FROM delivery))
     DELETE FROM emails WHERE id = ANY ($1) RETURNING thread_id`,
    [emailIds],
  );
  await forgetAgents(
    manager,
    gone.map(({ thread_id }) => thread_id),
  );
  // A statement of its own: it sees the rows above gone, and those of other inboxes still there.
  await manager.query(
    `WITH message AS (
       DELETE FROM stored_messages m WHERE m.id = ANY ($1)
         AND NOT EXISTS (SELECT FROM emails e WHERE e.stored_message_id = m.id) RETURNING id),
     checked AS (DELETE FROM sender_checks WHERE stored_message_id IN (SELECT id FROM message))
     DELETE FROM attachments WHERE stored_message_id IN (SELECT id FROM message)`,
    [messages.map(({ id }) => id)],
  );
}
