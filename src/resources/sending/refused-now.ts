import { isAscii } from 'node:buffer';
import { refusalsBy } from '../suppressions/refusal.js';
import type { ClaimedSend } from './attempt-statements.js';
import type { LedgerRecipient } from '../../store/mail/insert-outbound.js';

/**
 * The recipients of a mail that is about to leave. Those that may not be written to any more have failed:
 * what was put on a list since it was asked for counts.
 */
export function stillAllowed({
  recipients,
  refusing,
}: Pick<ClaimedSend, 'recipients' | 'refusing'>): readonly LedgerRecipient[] {
  if (!refusing) return recipients;
  const open = recipients.filter(isComparable).map(({ address }) => address);
  const refused = refusalsBy(refusing, open);
  return recipients.map((recipient) => {
    const { address } = recipient;
    const reason = isComparable(recipient) ? refused.get(address) : undefined;
    return reason === undefined
      ? recipient
      : { ...recipient, status: 'failed', response: `${address} ${reason}` };
  });
}

/** One that was stored before lists bound it here may be spelled otherwise than they are. */
const isComparable = ({ status, address, key }: LedgerRecipient) =>
  status === 'queued' && (key !== undefined || isAscii(Buffer.from(address)));
