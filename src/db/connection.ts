import pg from 'pg';
import { sendLargeAsTheyAre } from './large-parameters.js';
import { tapRows } from './raw-rows.js';

// What pg's own timer says; the statement goes on at the server, and its answer may still come.
const READ_TIMEOUT = 'Query read timeout';

/**
 * A connection that ends with the first statement that is not answered in time. What the server makes of
 * that statement, and of the transaction it belongs to, is not known: nobody may be handed such a connection.
 */
export class DatabaseConnection extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // Not in the types of pg.
    const { connection } = this as unknown as { connection: pg.Connection };
    sendLargeAsTheyAre(connection);
    tapRows(connection);
  }

  // One implementation for the nine overloads of pg, which differ in whether a callback comes last.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  override query(...given: any[]): any {
    const all: readonly unknown[] = given;
    const callback = all.at(-1);
    const ask = super.query.bind(this) as (...all: unknown[]) => Promise<unknown>;
    if (typeof callback === 'function')
      return ask(...all.slice(0, -1), (error: unknown, result: unknown) => {
        this.endWhenLate(error);
        (callback as (error: unknown, result: unknown) => void)(error, result);
      });
    return ask(...all).catch((error: unknown) => {
      this.endWhenLate(error);
      throw error;
    });
  }

  private endWhenLate(error: unknown): void {
    // Before anybody hears of it: the pool takes no connection back that is ending.
    if (error instanceof Error && error.message === READ_TIMEOUT) void this.end();
  }
}
