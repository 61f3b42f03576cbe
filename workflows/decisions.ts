import { setHandler } from '@temporalio/workflow';
import type { ApprovalDecision } from '../src/store/approvals.js';
import { decide } from './messages.js';

/** Lets operators decide; what `whyNot` says refuses a decision, before it is in the history. */
export function takeDecisions(
  act: (decision: ApprovalDecision) => Promise<void>,
  whyNot: () => string | null,
): void {
  // Not async: an async validator accepts everything.
  const validator = (decision: ApprovalDecision) => {
    if (typeof decision?.approve !== 'boolean')
      throw new Error('give {approve: true | false, comment?}');
    const why = whyNot();
    if (why !== null) throw new Error(why);
  };
  setHandler(decide, act, { validator });
}
