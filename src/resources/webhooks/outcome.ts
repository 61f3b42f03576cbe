import type { Send } from '../../egress/send.js';
import { storableBytes } from '../../mail/text/safe-text.js';
import type { OutcomeRow } from './attempt-statements.js';
import { nextDelay, retryAfter, type RetrySchedule } from './retry-schedule.js';

/** What came of an attempt, whichever it was. */
export type DeliveryOutcome = Omit<OutcomeRow, 'id' | 'number' | 'workflow_id'>;

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
  const answered = { response_status: status, response_body: storableBytes(body, MAX_BODY) };
  if (status >= 200 && status < 300)
    return { ...answered, error: null, status: 'SUCCEEDED', next_in: null };
  const wished = LATER.has(status) ? retryAfter(headers['retry-after']) : null;
  const nextIn = status === GONE ? null : nextDelay(schedule, number, { wished });
  const isRedirect = status >= 300 && status < 400;
  return {
    ...failed(`answered ${status}${isRedirect ? ', a redirect' : ''}`, nextIn),
    ...answered,
  };
}

/** An attempt to which nobody answered. */
export const failed = (error: string, nextIn: number | null): DeliveryOutcome => ({
  response_status: null,
  response_body: null,
  error,
  status: nextIn === null ? 'FAILED' : 'PENDING',
  next_in: nextIn,
});
