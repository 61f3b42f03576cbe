import { invalid } from '../errors.js';
import type { Queries } from '../db/queries.js';
import type { SqlPart } from './statement.js';

/** A part, `locked`: the counters of the inboxes of the rows `of` are locked, but for those that somebody else has. */
export const lockCounters = (of: string, wait: '' | 'SKIP LOCKED' = ''): SqlPart => ({
  ctes: `locked AS MATERIALIZED (
  -- In one order everywhere, so that two statements never wait for each other in a ring.
  SELECT inbox_id FROM inbox_counters
  WHERE inbox_id = ANY (ARRAY(SELECT DISTINCT inbox_id FROM ${of}))
  ORDER BY inbox_id FOR UPDATE ${wait}
)`,
  mustRead: [],
});

/** Locks the counter of an inbox: under it no mail of the inbox is being stored. */
export async function lockCounter(queries: Queries, inboxId: string): Promise<void> {
  await queries.query('SELECT FROM inbox_counters WHERE inbox_id = $1 FOR UPDATE', [inboxId]);
}

/** Whether mail of an inbox is withheld from now on, rather than announced. */
export async function setWithheld(
  queries: Queries,
  inboxId: string,
  isWithheld: boolean,
): Promise<void> {
  await queries.query('UPDATE inbox_counters SET withhold = $2 WHERE inbox_id = $1', [
    inboxId,
    isWithheld,
  ]);
}

/** Locks an organization: what its plan limits the number of is made by one at a time. */
export async function lockOrg(queries: Queries, orgId: string): Promise<void> {
  await queries.query('SELECT FROM orgs WHERE id = $1 FOR NO KEY UPDATE', [orgId]);
}

const LIMITED = {
  contact_lists: 'contact lists',
  smtp_configs: 'SMTP configs',
  webhooks: 'webhooks',
  routing_rules: 'routing rules',
} as const;

/**
 * Whether an organization may have one more row of `table`: to be asked under a lock that everybody takes who adds
 * one. @throws AppError 400 when it has `most`
 */
export async function requireRoom(
  queries: Queries,
  orgId: string,
  table: keyof typeof LIMITED,
  most: number,
): Promise<void> {
  const found = await queries.query(`SELECT FROM ${table} WHERE org_id = $1 LIMIT $2`, [
    orgId,
    most,
  ]);
  if ((found as unknown[]).length >= most)
    throw invalid(`An organization has at most ${most} ${LIMITED[table]}; delete one first`);
}
