import type { ApprovalReport, ApprovalRuns } from '../src/resources/approvals/runs.js';
import { operatorsVerdict, type ApprovalDecision } from '../src/store/approvals.js';

interface ApprovalActivityServices {
  readonly approvalRuns: Pick<ApprovalRuns, 'look' | 'tellApprovers' | 'expire' | 'decide'>;
}

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
  async decideApproval(approvalId: string, decision: ApprovalDecision): Promise<void> {
    await approvalRuns.decide(approvalId, operatorsVerdict(decision));
  },
});
