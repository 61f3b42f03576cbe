import type { EntityManager } from 'typeorm';

/**
 * Deletes emails and all that hangs on them: bytes and attachments no other inbox refers to,
 * what was done with them, what waits remember of them.
 */
export async function removeEmails(
  manager: EntityManager,
  emailIds: readonly string[],
): Promise<void> {
  const removed: { stored_message_id: string }[] = await manager.query(
    `WITH email AS (DELETE FROM emails WHERE id = ANY ($1) RETURNING stored_message_id),
       run AS (DELETE FROM email_runs WHERE email_id = ANY ($1)),
       queued AS (DELETE FROM outbox WHERE resource_id = ANY ($1)),
       mark AS (DELETE FROM wait_marks WHERE email_id = ANY ($1)),
       answer AS (DELETE FROM wait_answers WHERE email_id = ANY ($1))
     SELECT DISTINCT stored_message_id FROM email`,
    [emailIds],
  );
  // A statement of its own: it sees the rows above gone, and those of other inboxes still there.
  await manager.query(
    `WITH message AS (
       DELETE FROM stored_messages m WHERE m.id = ANY ($1)
         AND NOT EXISTS (SELECT FROM emails e WHERE e.stored_message_id = m.id) RETURNING id)
     DELETE FROM attachments WHERE stored_message_id IN (SELECT id FROM message)`,
    [removed.map(({ stored_message_id }) => stored_message_id)],
  );
}
