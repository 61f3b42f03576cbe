import { activityInfo, cancellationSignal } from '@temporalio/activity';

/** What the run of a bulk send is to do next. */
export interface BulkStep {
  readonly next: 'send' | 'wait' | 'end';
  /** Messages to be sent: from this index, and up to but without that one. */
  readonly from: number;
  readonly to: number;
  /** Seconds until the next look, where nothing is to be sent. */
  readonly lookIn: number;
  /** Mails that have left, failed or were cancelled. */
  readonly done: number;
  readonly total: number;
}

/** Bulk sends, as activities need them. */
export interface Bulks {
  advance(bulkId: string): Promise<BulkStep>;
  attempt(
    bulkId: string,
    messages: { readonly from: number; readonly to: number },
    run: { readonly workflowId: string; readonly milliseconds: number },
  ): Promise<boolean>;
  settle(
    bulkId: string,
    messages: { readonly from: number; readonly to: number },
    within: { readonly milliseconds: number; readonly signal: AbortSignal },
  ): Promise<void>;
}

/** Activities around bulk sends. */
export type BulkActivities = ReturnType<typeof bulkActivities>;

// Milliseconds that a run waits for answers to first attempts inside its task; the rest goes on by itself.
const TOGETHER_WITHIN = 2_000;
// Milliseconds that it waits for the rest: no attempt takes longer.
const SETTLED_WITHIN = 60_000;

/** What runs may do with bulk sends. Each function is safe to run twice. */
export function bulkActivities(bulks: Bulks) {
  return {
    /** Says what is to be done next; makes mail for a list and ends what is over. */
    async advanceBulk(bulkId: string): Promise<BulkStep> {
      return bulks.advance(bulkId);
    },

    /** Makes first attempts of the messages `from` to `to` that have had none; answers whether some go on. */
    async attemptBulk(bulkId: string, from: number, to: number): Promise<boolean> {
      const workflowId = activityInfo().workflowExecution?.workflowId ?? '';
      const run = { workflowId, milliseconds: TOGETHER_WITHIN };
      return bulks.attempt(bulkId, { from, to }, run);
    },

    /** Waits for attempts that go on; mails whose attempts do not end get runs of their own. */
    async settleBulk(bulkId: string, from: number, to: number): Promise<void> {
      const within = { milliseconds: SETTLED_WITHIN, signal: cancellationSignal() };
      await bulks.settle(bulkId, { from, to }, within);
    },
  };
}
