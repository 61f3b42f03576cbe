import { run } from '../../store/run.js';
import { ENDED_HERE } from './runs.js';

declare module '../../store/run.js' {
  interface RunInputs {
    /** What waits for a decision is in its row. */
    readonly awaitApproval: { readonly approvalId: string };
  }
}

/**
 * Tells approvers by mail, once more after half the time, and ends what nobody decided about. One whose time is up
 * shows that nobody looked.
 */
export const awaitApprovalRun = run({
  workflow: 'awaitApproval',
  input: ([approvalId]) => ({ approvalId: approvalId! }),
  signals: ['approvalChanged'],
  wakeBy: 'approvalChanged',
  phase: 'pending',
  inbox: '(SELECT inbox_id FROM approvals WHERE approvals.id = resource_id)',
  lost: [
    {
      rows: `
SELECT id, org_id FROM approvals
WHERE status = 'PENDING' AND kind IN (${ENDED_HERE.map((kind) => `'${kind}'`).join(', ')})
  AND expires_at < now() - $age`,
      signal: 'approvalChanged',
    },
    {
      suspects: `
UPDATE approvals SET checked_at = now()
WHERE id = ANY (ARRAY(
  SELECT id FROM approvals
  WHERE status = 'PENDING' AND (kind = 'send' OR cardinality(approvers) > 0) AND checked_at < now() - $age
  ORDER BY checked_at LIMIT $limit FOR UPDATE SKIP LOCKED))
RETURNING ARRAY[id] AS ids, 'awaitApproval:' || id AS workflow_id, false AS given_up`,
      rows: `
SELECT id, org_id FROM approvals WHERE id = ANY ($ids) AND status = 'PENDING'`,
    },
  ],
});
