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
import { CLOCK_DIFFERENCE_MS } from './clock.js';
import { takeDecisions } from './decisions.js';
import { approvalChanged, approvalState } from './messages.js';
import { createPhases } from './phase.js';

// While storage is away: it may take days.
const { lookAtApproval, tellApprovers, expireApproval, decideApproval } =
  proxyActivities<Activities>({ startToCloseTimeout: '1m', retry: { maximumInterval: '1m' } });
const steps = { tellApprovers, expireApproval };

/** Tells approvers, reminds them once, and ends what nobody decided about. The row says what is due. */
export async function awaitApproval({ approvalId }: RunInputs['awaitApproval']): Promise<string> {
  const enter = createPhases();
  const seen: { report: ApprovalReport | null; changed: boolean } = {
    report: null,
    changed: false,
  };
  setHandler(approvalChanged, () => void (seen.changed = true));
  setHandler(approvalState, () => seen.report);
  takeDecisions(
    async (decision) => {
      await decideApproval(approvalId, decision);
      seen.changed = true;
    },
    () => (isOpen(seen.report) ? null : 'it waits for no decision'),
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
