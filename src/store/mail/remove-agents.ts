import type { EntityManager } from 'typeorm';
import { SHOWN } from './listed.js';

/**
 * Removes the agents of threads that are gone, once mails of theirs were deleted in the same
 * transaction.
 */
export async function forgetAgents(
  manager: EntityManager,
  threadIds: readonly string[],
): Promise<void> {
  // Two deletions that share the last mails of a thread take turns: the second sees none left.
  const agents = await manager.query<{ id: string }[]>(
    'SELECT id FROM thread_agents WHERE thread_id = ANY ($1) ORDER BY id FOR UPDATE',
    [threadIds],
  );
  if (agents.length === 0) return;
  await manager.query(
    `DELETE FROM thread_agents a WHERE a.thread_id = ANY ($1)
       AND NOT EXISTS (SELECT FROM emails e WHERE e.thread_id = a.thread_id AND ${SHOWN})`,
    [threadIds],
  );
}
