import { ownInbox, type Reach } from '../../auth/ownership.js';
import { paused } from '../../errors.js';
import type { SendingInbox } from '../../store/inboxes.js';

/** An inbox the caller may send from. @throws AppError 403, 404, 503 when it is paused */
export function usable(reach: Reach, found: SendingInbox | undefined): SendingInbox {
  const inbox = ownInbox(reach, found);
  if (inbox.status === 'PAUSED') throw paused();
  return inbox;
}
