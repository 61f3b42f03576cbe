import type { EntityManager } from 'typeorm';
import { childrenOf, type Child, type Table } from '../tables.js';
import { SHOWN } from '../listed.js';

/** Removes what goes with threads that are gone, once mails of theirs were deleted in the same transaction. */
export type RemoveThreads = (manager: EntityManager, threadIds: readonly string[]) => Promise<void>;

/** The removal of threads, with what `tables` say goes with them. */
export function threadRemoval(tables: readonly Table[]): RemoveThreads {
  const children = childrenOf(tables, 'threads');
  return async (manager, threadIds) => {
    for (const child of children) await removeRows(manager, child, threadIds);
  };
}

async function removeRows(
  manager: EntityManager,
  { table, column }: Child,
  threadIds: readonly string[],
): Promise<void> {
  // Two deletions that share the last mails of a thread take turns: the second sees none left.
  const rows = await manager.query<{ id: string }[]>(
    `SELECT id FROM ${table} WHERE ${column} = ANY ($1) ORDER BY id FOR UPDATE`,
    [threadIds],
  );
  if (rows.length === 0) return;
  await manager.query(
    `DELETE FROM ${table} t WHERE t.${column} = ANY ($1)
       AND NOT EXISTS (SELECT FROM emails e WHERE e.thread_id = t.${column} AND ${SHOWN})`,
    [threadIds],
  );
}
