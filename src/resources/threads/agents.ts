import { newId } from '../../ids.js';
import { recordEvents, type NewEvent } from '../../store/events/record.js';
import { SHOWN } from '../../store/listed.js';
import type { Queries } from '../../db/queries.js';
import type { AgentRole } from '../../store/vocabulary.js';
import type { AgentRow } from './rows.js';

/** An agent that is to have a part in a thread. */
export interface Assignment {
  readonly orgId: string;
  readonly inboxId: string;
  readonly threadId: string;
  readonly agentId: string;
  /** Left out: PARTICIPANT for an agent that is new there; one that is there keeps its role. */
  readonly role?: AgentRole | undefined;
}

interface ChangedRow extends Pick<AgentRow, 'id' | 'thread_id' | 'agent_id' | 'role'> {
  readonly org_id: string;
  readonly inbox_id: string;
}

// A mail of each thread is locked until the commit: a thread that is joined to another one meanwhile
// takes the agent along, and one that is being deleted gets none. Threads are taken in one order, so
// that two assignments never wait for each other in a ring.
const ASSIGN = `
  WITH wanted AS (
    SELECT w.* FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
      AS w(id, org_id, inbox_id, thread_id, agent_id, role)
    LEFT JOIN thread_agents a ON a.thread_id = w.thread_id AND a.agent_id = w.agent_id
    WHERE a.role IS DISTINCT FROM coalesce(w.role, a.role, 'PARTICIPANT')
  ), thread AS MATERIALIZED (
    SELECT t.thread_id
    FROM (SELECT DISTINCT thread_id, inbox_id, org_id FROM wanted ORDER BY thread_id) AS t
    CROSS JOIN LATERAL (
      SELECT e.id FROM emails e
      WHERE e.inbox_id = t.inbox_id AND e.thread_id = t.thread_id AND e.org_id = t.org_id
        AND ${SHOWN}
      ORDER BY e.uid LIMIT 1 FOR SHARE) AS mail
  )
  INSERT INTO thread_agents AS a (id, org_id, inbox_id, thread_id, agent_id, role)
  SELECT id, org_id, inbox_id, thread_id, agent_id, coalesce(role, 'PARTICIPANT')
  FROM wanted JOIN thread USING (thread_id) ORDER BY thread_id, agent_id
  ON CONFLICT (thread_id, agent_id) DO UPDATE SET role = excluded.role
    WHERE a.role <> excluded.role
  RETURNING id, org_id, inbox_id, thread_id, agent_id, role`;

/**
 * Gives agents their part in threads and tells of those that are new or have another role now, in
 * the transaction of `queries`. Threads that are not there get none. Safe to run twice.
 */
export async function assignAgents(
  queries: Queries,
  assignments: readonly Assignment[],
): Promise<void> {
  const wanted = eachOnce(assignments);
  if (wanted.length === 0) return;
  const changed = await queries.query<ChangedRow>(ASSIGN, [
    wanted.map(() => newId('ta')),
    wanted.map(({ orgId }) => orgId),
    wanted.map(({ inboxId }) => inboxId),
    wanted.map(({ threadId }) => threadId),
    wanted.map(({ agentId }) => agentId),
    wanted.map(({ role }) => role ?? null),
  ]);
  await recordEvents(
    queries,
    changed.map((row) => assignmentEvent('thread.assigned', row)),
  );
}

/** The last word on each agent of a thread: one statement changes a row once. */
function eachOnce(assignments: readonly Assignment[]): Assignment[] {
  const byAgent = new Map(
    assignments.map((assignment) => [
      JSON.stringify([assignment.threadId, assignment.agentId]),
      assignment,
    ]),
  );
  return [...byAgent.values()];
}

/** That an agent has another part in a thread now, or none. */
export const assignmentEvent = (
  kind: 'thread.assigned' | 'thread.unassigned',
  { id, org_id: orgId, inbox_id, thread_id, agent_id, role }: ChangedRow,
): NewEvent => ({
  kind,
  orgId,
  inboxId: inbox_id,
  resourceId: thread_id,
  data: { thread_id, inbox_id, agent_id, role, assignment_id: id },
});
