import { localPartOf } from '../text/mail-address.js';
import { readMailboxes } from '../mime/addresses.js';
import type { MailHeaders } from '../mime/headers.js';

/** Who made a report, as its header has it: whether that is so is for others to find out. */
export interface ReportSource {
  /** Whether it is from an address of the mail system itself: people cannot have those. */
  readonly isMailSystem: boolean;
  /** Whether the server that handed it over made it: of what it is given it notes where that came from. */
  readonly isMadeByServer: boolean;
}

// Names that no operator gives away (RFC 2142 section 5), and what programs call themselves.
const MAIL_SYSTEM =
  /^(?:mailer-?daemon|mail-daemon|mdaemon|postmaster|microsoftexchange[0-9a-f]{32})$/i;
// RFC 2142 section 4, and what senders of complaints (RFC 5965) call themselves.
const COMPLAINTS_DESK = /^(?:abuse|arf|complaints?|fbl|feedback|scomp|staff)$/i;

// How servers note the address of the peer that handed a mail over: in brackets, some without a name beside it.
const NAMES_PEER = /\[|\bIPv6:|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/i;
const FROM_ELSEWHERE = /^from\s+(?!localhost\b)/i;
const BY_LOCAL_PROGRAM = /\bwith local\b/i;

/** Reads who made a report. */
export function readReportSource(headers: MailHeaders, isComplaint: boolean): ReportSource {
  const senders = readMailboxes(headers.first('from'));
  const address = senders.length === 1 ? senders[0]!.address : '';
  const localPart = localPartOf(address);
  return {
    isMailSystem: MAIL_SYSTEM.test(localPart) || (isComplaint && COMPLAINTS_DESK.test(localPart)),
    isMadeByServer: isOwnWork(headers.first('received')),
  };
}

/** Whether the last server made the mail itself: it names no peer that handed it over. */
function isOwnWork(received: string): boolean {
  if (received === '' || NAMES_PEER.test(received)) return false;
  return !FROM_ELSEWHERE.test(received) || BY_LOCAL_PROGRAM.test(received);
}
