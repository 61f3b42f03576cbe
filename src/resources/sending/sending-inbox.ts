import { requireInbox, type AccessScope } from '../../auth/ownership.js';
import { forbidden, invalid, paused } from '../../errors.js';
import type { SendingInbox, StoppedSending } from '../../store/inboxes.js';

/** Why nothing leaves from a domain that is FAILED. */
export const domainFailed = (domain: string, reason: string): string =>
  `${domain} is FAILED and sends nothing: ${reason}`;

/**
 * An inbox the caller may send from.
 * @throws AppError 400 where its domain is FAILED, 403, also where its sends are stopped, 404, 503 when it is paused
 */
export function requireSendable(
  access: AccessScope,
  found: SendingInbox | undefined,
): SendingInbox {
  const inbox = requireInbox(access, found);
  if (inbox.status === 'PAUSED') throw paused();
  if (inbox.domainFailed !== null) throw invalid(domainFailed(inbox.domain, inbox.domainFailed));
  if (inbox.sendingStopped !== null) throw sendingStopped(inbox.domain, inbox.sendingStopped);
  return inbox;
}

function sendingStopped(domain: string, { reason, count, mails }: StoppedSending) {
  return forbidden(
    `Sends of ${domain} are stopped: ${count} ${reason} among ${mails} mails of the last 7 days. ` +
      'See to the cause, then PATCH the domain with {"sending": "on"}',
  );
}
