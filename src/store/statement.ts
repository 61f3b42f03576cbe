import type { Queries } from '../db/queries.js';
import { CHANNELS, type Channel } from './channels.js';

/** A part of a statement: common table expressions, which other parts may refer to by name. */
export interface SqlPart {
  /** As SQL has them behind WITH: `name AS (…), other AS MATERIALIZED (…)`. */
  readonly ctes: string;
  /** Those that do their work only when they are read: all that do not change a table. */
  readonly mustRead: readonly string[];
}

/**
 * SQL, to be read once by a statement that is a transaction of its own: the commit does not wait for the disk. Postgres
 * may lose it in a crash, with all that was not awaited since the last commit that was: for what is found and made again
 * then.
 */
export const NOT_AWAITED = `set_config('synchronous_commit', 'off', true)`;

/** Bytes of a payload after which it gets no further item: the last one may go beyond, up to the limit of 8,000. */
const PAYLOAD_BYTES = 7_800;

/** Puts parts together; a text is a part of which nothing must be read. */
export function combine(parts: readonly (SqlPart | string)[]): SqlPart {
  const all = parts.map((part) => (typeof part === 'string' ? { ctes: part, mustRead: [] } : part));
  return {
    ctes: all.map(({ ctes }) => ctes).join(', '),
    mustRead: all.flatMap(({ mustRead }) => mustRead),
  };
}

/**
 * A statement that answers with `tail`, a SELECT that may refer to the parts. It reads the parts that must be
 * read, also where the answer is empty.
 *
 * @throws when two parts have a name in common
 */
export function statement(parts: readonly (SqlPart | string)[], tail = 'SELECT'): string {
  const { ctes, mustRead } = combine(parts);
  checkNames(ctes);
  if (mustRead.length === 0) return `WITH ${ctes}\n${tail}`;
  const reads = mustRead.map((name) => `(SELECT count(*) FROM ${name}) >= 0`);
  // Conditions that refer to no row are evaluated once, also where there is no row.
  return `WITH ${ctes}, answer AS MATERIALIZED (\n${tail}\n)
SELECT * FROM answer WHERE ${reads.join(' AND ')}`;
}

function checkNames(ctes: string): void {
  const names = namesOf(ctes);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Error(`two parts of a statement are named ${twice}`);
}

/** @throws when the text is more or less than a list of common table expressions */
function namesOf(ctes: string): string[] {
  return withoutBrackets(ctes)
    .split(',')
    .map((head) => {
      const name = /^\s*(\w+) AS(?: MATERIALIZED)?\s*$/.exec(head)?.[1];
      if (name === undefined) throw new Error(`no common table expression: ${head.trim()}`);
      return name;
    });
}

function withoutBrackets(sql: string): string {
  let [before, after] = ['', sql.replaceAll(/--.*|'[^']*'/g, '')];
  while (before !== after) [before, after] = [after, after.replaceAll(/\([^()]*\)/g, '')];
  return after;
}

/** A part, named after its channel, that tells of the items in the one column of `select`. */
export const notify = (channel: Channel, select: string): SqlPart => ({
  ctes: `${channel} AS MATERIALIZED (${FORMS[CHANNELS[channel].payload](channel, select)})`,
  mustRead: [channel],
});

const FORMS = {
  none: (channel: Channel, select: string) =>
    `SELECT ${notifying(channel)} FROM (${select} LIMIT 1) AS told`,
  one: (channel: Channel, select: string) =>
    `SELECT pg_notify('${channel}', item) FROM (${select}) AS told (item)`,
  list: (channel: Channel, select: string) => `
  SELECT pg_notify('${channel}', string_agg(item, ',')) FROM (
    SELECT item, sum(octet_length(item) + 1) OVER (ROWS UNBOUNDED PRECEDING) / ${PAYLOAD_BYTES} AS part
    FROM (${select}) AS told (item)) AS items
  GROUP BY part`,
};

/** An expression that notifies, for RETURNING of a change: rows are returned although nobody reads them. */
export const notifying = (channel: Channel): string => `pg_notify('${channel}', '')`;

/** Tells of one item once the transaction of `queries` is committed. */
export async function sendNotification(
  queries: Queries,
  channel: Channel,
  item = '',
): Promise<void> {
  await queries.query('SELECT pg_notify($1, $2)', [channel, item]);
}
