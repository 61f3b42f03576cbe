import type { EntityManager } from 'typeorm';
import { takeOut } from './mailboxes.js';
import { statement } from '../statement.js';
import { childrenOf, type Child, type Table } from '../tables.js';
import { SHOWN } from '../listed.js';

/**
 * Deletes emails and all that hangs on them: bytes and attachments no other inbox refers to,
 * what was done with them, what waits remember of them, what subscribers are told of them. Answers how many were there.
 */
export type RemoveEmails = (manager: EntityManager, emailIds: readonly string[]) => Promise<number>;

const LOCK_MESSAGES = `
SELECT id FROM stored_messages
WHERE id IN (SELECT stored_message_id FROM emails WHERE id = ANY ($1))
ORDER BY id FOR UPDATE`;

const UNUSED_MESSAGES = `message AS (
  DELETE FROM stored_messages m WHERE m.id = ANY ($1)
    AND NOT EXISTS (SELECT FROM emails e WHERE e.stored_message_id = m.id) RETURNING id)`;

/** The removal of emails with what `tables` say goes with them. */
export function emailRemoval(tables: readonly Table[]): RemoveEmails {
  const deleteEmails = statement(
    goingWith(tables, 'emails', '= ANY ($1)'),
    'DELETE FROM emails WHERE id = ANY ($1) RETURNING thread_id',
  );
  // A statement of its own: it sees the rows above gone, and those of other inboxes still there.
  const deleteMessages = statement([
    UNUSED_MESSAGES,
    ...goingWith(tables, 'stored_messages', 'IN (SELECT id FROM message)'),
  ]);
  const ofThreads = childrenOf(tables, 'threads');
  return async (manager, emailIds) => {
    await takeOut(manager, emailIds);
    // Two inboxes that share a message and lose it at once take turns: the second sees it unused.
    const messages: { id: string }[] = await manager.query(LOCK_MESSAGES, [emailIds]);
    const [gone] = await manager.query<[{ thread_id: string }[], number]>(deleteEmails, [emailIds]);
    const threadIds = gone.map(({ thread_id }) => thread_id);
    for (const child of ofThreads) await removeOfThreads(manager, child, threadIds);
    await manager.query(deleteMessages, [messages.map(({ id }) => id)]);
    return gone.length;
  };
}

/** Parts of a statement that remove the rows whose `parent` is one of those that `are` says. */
const goingWith = (tables: readonly Table[], parent: string, are: string): readonly string[] =>
  tables.flatMap((table) => {
    const children = childrenOf([table], parent);
    return children.length > 0 ? removing(tables, table.table, children, are) : [];
  });

/** The part of one table, and those of what goes with its rows. */
function removing(
  tables: readonly Table[],
  table: string,
  children: readonly Child[],
  are: string,
): readonly string[] {
  const emptied = children.flatMap((child) => child.emptied ?? []);
  const change =
    emptied.length > 0 ? `UPDATE ${table} SET ${emptied.join(', ')}` : `DELETE FROM ${table}`;
  const rows = children.map((child) => child.rows ?? `${child.column} ${are}`).join(' OR ');
  const further = goingWith(tables, table, `IN (SELECT id FROM gone_${table})`);
  const returning = further.length > 0 ? ' RETURNING id' : '';
  return [`gone_${table} AS (${change} WHERE ${rows}${returning})`, ...further];
}

/** Removes what goes with threads that are gone, once mails of theirs were deleted in the same transaction. */
async function removeOfThreads(
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
