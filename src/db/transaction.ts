import pg, { type ClientBase } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { OutcomeUnknown } from '../errors.js';
import type { OpenTransaction } from './joined.js';

/**
 * Runs `work` in a transaction of its own. A connection goes back to the pool only when Postgres said that
 * the transaction is over; otherwise it is ended, and the server rolls back what is open.
 * @throws what `work` throws, and AppError 503 where nobody knows whether the commit took place
 */
export async function inTransaction<T>(
  source: DataSource,
  work: (open: OpenTransaction) => Promise<T>,
): Promise<T> {
  const runner = source.createQueryRunner();
  const client = (await runner.connect()) as ClientBase;
  try {
    await runner.startTransaction();
    const result = await work({ manager: runner.manager, client });
    await commit(client);
    await runner.release();
    return result;
  } catch (error) {
    await abandon(runner, client);
    throw error;
  }
}

async function commit(client: ClientBase): Promise<void> {
  const { command } = await client.query('COMMIT').catch((error: unknown) => {
    throw isAnswer(error) ? error : new OutcomeUnknown(error);
  });
  // After a statement that failed, and whose failure somebody passed over, COMMIT rolls back.
  if (command !== 'COMMIT') throw new Error('a statement of the transaction had failed before');
}

/** Whether Postgres itself said no, and the connection goes on. */
const isAnswer = (error: unknown) =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR';

async function abandon(runner: QueryRunner, client: ClientBase): Promise<void> {
  try {
    await client.query('ROLLBACK');
  } catch {
    // Not waited for: a server that does not answer may not say goodbye either.
    void (client as pg.Client).end();
  }
  await runner.release();
}
