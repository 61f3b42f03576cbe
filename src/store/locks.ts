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
