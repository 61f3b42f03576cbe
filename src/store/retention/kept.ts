import type { KeptFor, Table } from '../tables.js';
import { CHUNK_BYTES } from './chunks.js';

/**
 * For each table whose rows are of no use after a while: what deletes up to $1 of them, fewer when they are
 * large, and answers how many there were and how many are gone; leaves alone what somebody is using.
 */
export const outdatedRows = (tables: readonly Table[]): readonly string[] =>
  tables.flatMap(({ table, keptFor }) => (keptFor ? [deleteOutdated(table, keptFor)] : []));

const deleteOutdated = (table: string, { outdated, bytes = '0' }: KeptFor): string => `
WITH found AS MATERIALIZED (
  SELECT ctid AS place, ${bytes} AS bytes FROM ${table} WHERE ${outdated}
  LIMIT $1 FOR UPDATE SKIP LOCKED
), chunk AS (
  SELECT place, sum(bytes) OVER (ROWS UNBOUNDED PRECEDING) - bytes AS before FROM found
), gone AS (
  DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
    SELECT place FROM chunk WHERE before < ${CHUNK_BYTES}))
  RETURNING 1)
SELECT (SELECT count(*)::int FROM found) AS found, count(*)::int AS gone FROM gone`;
