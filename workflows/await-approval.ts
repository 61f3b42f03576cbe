import {
  allHandlersFinished,
  condition,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import type { ApprovalReport } from '../src/resources/approvals/runs.js';
import type { RunInputs } from '../src/store/run.js';
import { approvalChanged, approvalState, decide, type ApprovalDecision } from './messages.js';
import { createPhases } from './phase.js';

// While storage is away: it may take days.
const { lookAtApproval, tellApprovers, expireApproval, decideApproval } =
  proxyActivities<Activities>({ startToCloseTimeout: '1m', retry: { maximumInterval: '1m' } });
const steps = { tellApprovers, expireApproval };

// Milliseconds: the database's clock decides; where ours is ahead of it, look again after this.
const CLOCK_DIFFERENCE_MS = 1_000;

/** Tells approvers, reminds them once, and ends what nobody decided about. The row says what is due. */
export async function awaitApproval({ approvalId }: RunInputs['awaitApproval']): Promise<string> {
  const enter = createPhases();
  const seen: { report: ApprovalReport | null; changed: boolean } = {
    report: null,
    changed: false,
  };
  setHandler(approvalChanged, () => void (seen.changed = true));
  setHandler(approvalState, () => seen.report);
  setHandler(
    decide,
    async (decision) => {
      await decideApproval(approvalId, decision);
      seen.changed = true;
    },
    { validator: (decision: ApprovalDecision) => checkDecision(decision, seen.report) },
  );

  const advance = async ({ next, dueIn, summary }: ApprovalReport) => {
    if (next !== null) return steps[next](approvalId);
    setCurrentDetails(summary);
    const milliseconds = (dueIn ?? 0) * 1_000 + CLOCK_DIFFERENCE_MS;
    enter('pending', milliseconds);
    await condition(() => seen.changed, milliseconds);
    seen.changed = false;
    return lookAtApproval(approvalId);
  };

  seen.report = await lookAtApproval(approvalId);
  while (isOpen(seen.report) && !workflowInfo().continueAsNewSuggested)
    seen.report = await advance(seen.report!);
  await condition(allHandlersFinished);
  if (isOpen(seen.report)) await continueAsNew<typeof awaitApproval>({ approvalId });
  return seen.report === null
    ? 'the approval is gone'
    : `${seen.report.status}: ${seen.report.summary}`;
}

const isOpen = (report: ApprovalReport | null): boolean => report?.status === 'PENDING';

// Not async: an async validator accepts everything.
function checkDecision(decision: ApprovalDecision, report: ApprovalReport | null): void {
  if (typeof decision?.approve !== 'boolean')
    throw new Error('give {approve: true | false, comment?}');
  if (!isOpen(report)) throw new Error('it waits for no decision');
}
