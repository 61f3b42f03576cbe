import { askedInTurn, run } from '../../store/run.js';
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
    askedInTurn(
      'awaitApproval',
      'approvals',
      `status = 'PENDING' AND (kind = 'send' OR cardinality(approvers) > 0)`,
    ),
  ],
});
