import type { Ends } from '../../live/end-watches.js';

/** How changes of tasks are told of; one that is lost is found once it has ended or waits for a decision. */
export const CHANGED_TASKS: Ends = {
  channel: 'task_changed',
  ended: `SELECT id FROM tasks
    WHERE id = ANY ($1) AND (completed_at IS NOT NULL OR status = 'WAITING_APPROVAL')`,
};

/** How organizations are told of that have a task to claim. */
export const CLAIMABLE_TASKS: Ends = {
  channel: 'task_claimable',
  ended: `SELECT DISTINCT org_id AS id FROM tasks
    WHERE org_id = ANY ($1) AND claimable_at <= now() AND expires_at > now()`,
};
