import type { ApprovalReport, ApprovalRuns } from '../src/resources/approvals/runs.js';

interface ApprovalActivityServices {
  readonly approvalRuns: Pick<ApprovalRuns, 'look' | 'tellApprovers' | 'expire' | 'decide'>;
}

/** Who decides in the run itself. */
const OPERATOR = 'operator';

/** What runs may do with approvals of mail. Safe to run twice. */
export const approvalActivities = ({ approvalRuns }: ApprovalActivityServices) => ({
  /** How an approval stands; null when it is gone. */
  lookAtApproval: (approvalId: string): Promise<ApprovalReport | null> =>
    approvalRuns.look(approvalId),

  /** Sends the mails to approvers that are due. */
  tellApprovers: (approvalId: string): Promise<ApprovalReport | null> =>
    approvalRuns.tellApprovers(approvalId),

  /** Cancels what nobody decided about in time. */
  expireApproval: (approvalId: string): Promise<ApprovalReport | null> =>
    approvalRuns.expire(approvalId),

  /** Decides, as a client may. */
  async decideApproval(
    approvalId: string,
    { approve, comment }: { readonly approve: boolean; readonly comment?: string },
  ): Promise<void> {
    const verdict = { approve, comment: comment ?? null, by: OPERATOR, via: OPERATOR } as const;
    await approvalRuns.decide(approvalId, verdict);
  },
});
