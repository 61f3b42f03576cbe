import { cancellationSignal } from '@temporalio/activity';
import { withHeartbeat } from './heartbeat.js';
import { workflowId } from './workflow-id.js';
import type { BulkRuns, BulkStep } from '../src/resources/bulk/runs.js';

/** Bulk sends, as activities need them. */
export type Bulks = Pick<BulkRuns, 'advance' | 'settle'>;

/** Activities around bulk sends. */
export type BulkActivities = ReturnType<typeof bulkActivities>;

// Milliseconds in which first attempts are begun inside a task, which holds a place of others', and to wait
// for their answers; the rest goes on by itself.
const SENDING_MS = 500;
const ANSWER_WITHIN_MS = 2_000;
// Milliseconds that it waits for the rest: no attempt takes longer.
const SETTLED_WITHIN_MS = 60_000;

/** What runs may do with bulk sends. Each function is safe to run twice. */
export function bulkActivities({ bulks }: { readonly bulks: Bulks }) {
  return {
    /** Sends what is next, makes mail for a list, and ends what is over; says what is to be done next. */
    async advanceBulk(bulkId: string): Promise<BulkStep> {
      return bulks.advance(bulkId, {
        workflowId: workflowId(),
        sending: SENDING_MS,
        answerWithin: ANSWER_WITHIN_MS,
      });
    },

    /** Waits for attempts that go on; mails whose attempts do not end get runs of their own. */
    async settleBulk(bulkId: string, from: number, to: number): Promise<void> {
      const within = { milliseconds: SETTLED_WITHIN_MS, signal: cancellationSignal() };
      await withHeartbeat(() => bulks.settle(bulkId, { from, to }, within));
    },
  };
}
