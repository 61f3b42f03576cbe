import type { z } from 'zod';
import type { Category } from '../../mail/analysis.js';
import type { email } from '../../store/email-shape.js';
import type { EmailRow } from './rows.js';
import type { timelineStep } from './schema.js';

/** What is known about the life of an email. */
export interface TimelineRow
  extends
    Pick<EmailRow, 'auth'>,
    Pick<
      z.input<typeof email>,
      'direction' | 'status' | 'parse_status' | 'thread_id' | 'workflow_id'
    > {
  readonly category: Category;
  readonly is_spam: boolean;
  readonly accepted_at: Date;
  readonly parsed_at: Date | null;
  readonly announced_at: Date | null;
  readonly checked_at: Date | null;
  readonly check_attempts: number | null;
  readonly check_workflow_id: string | null;
  readonly check_workflow_url: string | null;
  readonly finished_at: Date | null;
  readonly attempts: number | null;
  readonly outcome: string | null;
  readonly workflow_url: string | null;
  /** Whether a run is still to work on it. */
  readonly unsettled: boolean;
  /** The mail it is a copy of. */
  readonly routed_from: string | null;
  readonly routed_at: Date | null;
  readonly routed_agent_id: string | null;
  readonly routed_inbox_id: string | null;
  readonly copying: 'copied' | 'present' | 'gone' | null;
  readonly copy_id: string | null;
}

type Step = z.input<typeof timelineStep>;

const stepOf = (
  step: Step['step'],
  at: Date | null,
  outcome: string,
  more: Partial<Step> = {},
): Step => ({ step, at, attempts: 1, outcome, workflow_id: null, workflow_url: null, ...more });

/** The steps of an email in their order. */
export function presentTimeline(row: TimelineRow): Step[] {
  const run = { workflow_id: row.workflow_id, workflow_url: row.workflow_url };
  const isReadLater = row.parsed_at?.getTime() !== row.accepted_at.getTime();
  return [
    stepOf('accepted', row.accepted_at, row.status),
    stepOf('parsed', row.parsed_at, row.parse_status, isReadLater ? run : {}),
    stepOf('authenticated', row.checked_at, row.auth?.verdict ?? 'waiting', {
      attempts: row.check_attempts ?? 0,
      workflow_id: row.check_workflow_id,
      workflow_url: row.check_workflow_url,
    }),
    stepOf('classified', row.parsed_at, row.category),
    stepOf('threaded', row.parsed_at, row.thread_id),
    stepOf('announced', row.announced_at, row.announced_at ? 'ok' : 'withheld'),
    routed(row),
    stepOf('processed', row.finished_at, row.outcome ?? 'waiting', {
      attempts: row.attempts ?? 0,
      ...run,
    }),
  ];
}

/** What rules did with an email. */
function routed(row: TimelineRow): Step {
  if (row.routed_from !== null)
    return stepOf('routed', row.accepted_at, `a copy of ${row.routed_from}`);
  if (row.routed_at) return stepOf('routed', row.routed_at, outcomeOf(row));
  if (row.status === 'held' || row.status === 'quarantined')
    return stepOf('routed', null, 'withheld');
  if (row.finished_at === null || row.unsettled) return stepOf('routed', null, 'waiting');
  const isRouted = row.status === 'received' && !row.is_spam;
  return stepOf('routed', row.finished_at, isRouted ? 'no rule' : 'not routed');
}

function outcomeOf({ routed_agent_id, routed_inbox_id, copying, copy_id }: TimelineRow): string {
  const assigned = routed_agent_id === null ? [] : [`agent ${routed_agent_id}`];
  const copied = routed_inbox_id === null ? [] : [copyingOf(routed_inbox_id, copying, copy_id)];
  return [...assigned, ...copied].join(', ');
}

function copyingOf(
  inboxId: string,
  copying: TimelineRow['copying'],
  copyId: string | null,
): string {
  if (copying === 'copied') return `copied to ${inboxId} as ${copyId}`;
  return copying === 'present' ? `already in ${inboxId}` : `${inboxId} is gone`;
}
