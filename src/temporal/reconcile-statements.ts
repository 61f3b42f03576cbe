import { queueRuns, wasQueued } from '../store/outbox.js';
import type { LostRows, Run } from '../store/run.js';
import { statement } from '../store/statement.js';

/** Those that a statement makes of what a declaration selects. */
export type LostSelection = Extract<LostRows, { readonly rows: string }>;

/** SQL of a declaration with its parameters: `$1` seconds, `$2` a limit or ids. */
export const withParameters = (sql: string): string =>
  sql
    .replaceAll('$age', 'make_interval(secs => $1)')
    .replaceAll('$limit', '$2')
    .replaceAll('$ids', '$2');

/**
 * The statement that queues lost runs again, those whose run is not queued and was not started within the
 * last $1 seconds; answers a row for each. A run that is still at it is met by the start and goes on.
 */
export function queueAgain(run: Run, lost: LostSelection): string {
  const signal = 'signal' in lost ? { signal: lost.signal } : {};
  const select = `SELECT org_id, id FROM lost WHERE NOT ${wasQueued(run, 'lost.id', '$1')}`;
  return statement(
    [`lost AS (${withParameters(lost.rows)})`, queueRuns(run, { ...signal, again: true }, select)],
    'SELECT FROM queued',
  );
}
