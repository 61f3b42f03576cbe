import type { Send } from '../../egress/send.js';
import { storableBytes } from '../../mail/text/safe-text.js';
import type { ClaimedDelivery, OutcomeRow } from './attempt-statements.js';
import { nextDelay, retryAfter, type RetrySchedule } from './retry-schedule.js';

/** What came of an attempt. */
export interface DeliveryOutcome {
  readonly succeeded: boolean;
  readonly responseStatus: number | null;
  /** What the receiver said, its first 2 KiB. */
  readonly responseBody: string | null;
  readonly error: string | null;
  /** Seconds until the next attempt; null when there is none. */
  readonly nextIn: number | null;
  /** The receiver wants no more of it: 410. */
  readonly gone: boolean;
}

const MAX_BODY = 2_048;
// Statuses whose Retry-After is honoured.
const LATER = new Set([429, 503]);
/** The status of a receiver that wants no more of it. */
export const GONE = 410;

/** What `answer` to attempt number `number` means. Only 2xx is success. */
export function outcomeOf(
  answer: Awaited<ReturnType<Send>>,
  number: number,
  schedule: RetrySchedule,
): DeliveryOutcome {
  if (answer.kind === 'failed') return failed(answer.message, nextDelay(schedule, number));
  const { status, headers, body } = answer;
  const succeeded = status >= 200 && status < 300;
  const gone = status === GONE;
  const wished = LATER.has(status) ? retryAfter(headers['retry-after']) : null;
  return {
    succeeded,
    responseStatus: status,
    responseBody: storableBytes(body, MAX_BODY),
    error: succeeded ? null : `answered ${status}${isRedirect(status) ? ', a redirect' : ''}`,
    nextIn: succeeded || gone ? null : nextDelay(schedule, number, { wished }),
    gone,
  };
}

/** An attempt to which nobody answered. */
export const failed = (error: string, nextIn: number | null): DeliveryOutcome => ({
  succeeded: false,
  responseStatus: null,
  responseBody: null,
  error,
  nextIn,
  gone: false,
});

const isRedirect = (status: number) => status >= 300 && status < 400;

/** The status of a delivery after `outcome`. */
export const statusAfter = ({ succeeded, nextIn }: DeliveryOutcome) => {
  if (succeeded) return 'SUCCEEDED';
  return nextIn === null ? 'FAILED' : 'PENDING';
};

/** What the ledger is told of an attempt. */
export const outcomeRow = (
  { id, attempt_count: made }: Pick<ClaimedDelivery, 'id' | 'attempt_count'>,
  outcome: DeliveryOutcome,
  workflowId: string | null,
): OutcomeRow => ({
  id,
  number: made + 1,
  response_status: outcome.responseStatus,
  response_body: outcome.responseBody,
  error: outcome.error,
  status: statusAfter(outcome),
  next_in: outcome.nextIn,
  workflow_id: workflowId,
});
