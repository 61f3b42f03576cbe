import type { RoutingRow } from '../../store/mail/rows.js';
/** What the timeline shows of routing. */
export interface RoutingStep {
  readonly at: Date | null;
  readonly outcome: string;
}

/** What rules did with an email. */
export function routingStep(row: RoutingRow): RoutingStep {
  if (row.routed_from !== null)
    return { at: row.accepted_at, outcome: `a copy of ${row.routed_from}` };
  if (row.routed_at) return { at: row.routed_at, outcome: outcomeOf(row) };
  if (row.status === 'held' || row.status === 'quarantined')
    return { at: null, outcome: 'withheld' };
  if (row.finished_at === null || row.unsettled) return { at: null, outcome: 'waiting' };
  const isRouted = row.status === 'received' && !row.is_spam;
  return { at: row.finished_at, outcome: isRouted ? 'no rule' : 'not routed' };
}

function outcomeOf({ routed_agent_id, routed_inbox_id, copying, copy_id }: RoutingRow): string {
  const assigned = routed_agent_id === null ? [] : [`agent ${routed_agent_id}`];
  const copied = routed_inbox_id === null ? [] : [copyingOf(routed_inbox_id, copying, copy_id)];
  return [...assigned, ...copied].join(', ');
}

function copyingOf(inboxId: string, copying: RoutingRow['copying'], copyId: string | null): string {
  if (copying === 'copied') return `copied to ${inboxId} as ${copyId}`;
  return copying === 'present' ? `already in ${inboxId}` : `${inboxId} is gone`;
}
