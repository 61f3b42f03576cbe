import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientBase, QueryConfig } from 'pg';
import type { EntityManager } from 'typeorm';

/** A transaction that is open, and its connection. */
export interface OpenTransaction {
  readonly manager: EntityManager;
  readonly client: ClientBase;
}

interface Joined extends OpenTransaction {
  ended: boolean;
}

const current = new AsyncLocalStorage<Joined | undefined>();

/** The transaction that statements are to join, whichever pool they are asked of; null outside of one. */
export function joinedTransaction(): OpenTransaction | null {
  const joined = current.getStore();
  // What outlives the work it was started in is on its own.
  return joined && !joined.ended ? joined : null;
}

/** Runs `work` so that all its statements join `open`, one after the other. */
export async function joining<T>(open: OpenTransaction, work: () => Promise<T>): Promise<T> {
  const joined: Joined = { ...open, ended: false };
  try {
    return await current.run(joined, work);
  } finally {
    joined.ended = true;
  }
}

/** Runs what belongs to several requests: it joins no one's transaction. */
export const outsideTransactions = <T>(work: () => T): T =>
  // Outside of any this does nothing. A value would have Node follow all promises of the process from then on.
  current.run(undefined, work);

/** The rows of a statement on one connection. */
export async function rowsOf<Row extends object>(
  client: ClientBase,
  statement: QueryConfig,
): Promise<Row[]> {
  return (await client.query<Row>(statement)).rows;
}
