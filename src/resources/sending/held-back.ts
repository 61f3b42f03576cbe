import type { AttemptProgress } from '../../store/attempt-ledger.js';
import type { ClaimedSend } from './attempt-statements.js';

// Seconds until a mail is looked at again whose bulk send or inbox is paused, or that is held with all others.
const PAUSED_SECONDS = 60;
// Seconds until one is looked at again that waits for approval, should nobody tell.
const AWAITING_SECONDS = 24 * 60 * 60;

/** Said of a mail that a person has to decide about. */
export const AWAITING: AttemptProgress = {
  summary: 'awaiting approval',
  retryInSeconds: AWAITING_SECONDS,
};

const IS_OPEN = new Set(['awaiting_approval', 'queued', 'sending']);

/** Why no attempt is made, or none now. */
export function heldBack(claimed: ClaimedSend): AttemptProgress | null {
  const { status, attempt_count: made, under_way: underWay, deleted } = claimed;
  if (!IS_OPEN.has(status))
    return { summary: made > 0 ? `${status}; attempts: ${made}` : status, retryInSeconds: null };
  // One that was begun is to end.
  if (underWay !== null) return null;
  if (deleted) return { summary: 'gone', retryInSeconds: null };
  return status === 'awaiting_approval' ? AWAITING : putOff(claimed);
}

/** Why a mail that may leave does not now. */
function putOff({ held, paused, stopped }: ClaimedSend): AttemptProgress | null {
  if (stopped)
    return { summary: 'the sends of its domain are stopped', retryInSeconds: PAUSED_SECONDS };
  if (held) return { summary: 'held until an operator resumes', retryInSeconds: PAUSED_SECONDS };
  return paused ? { summary: 'paused', retryInSeconds: PAUSED_SECONDS } : null;
}
