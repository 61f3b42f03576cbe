import { clip, oneLine, safeText } from '../text/safe-text.js';
import { wordList } from '../words/word-lists.js';

/** What became of a mail on its way to one recipient. */
export type RecipientOutcome = 'failed' | 'delayed' | 'delivered';

/** What a report says of one recipient. */
export interface ReportedRecipient {
  /** As the server that reports knows it. */
  readonly address: string;
  /** As it was written to, where the report says so: forwarding changes addresses. */
  readonly originalAddress: string | null;
  readonly outcome: RecipientOutcome;
  /** RFC 3463, such as 5.1.1; null when the report names none. */
  readonly status: string | null;
  /**
   * Whether the address itself is at fault, so that any other mail to it would fail too. A full
   * mailbox, a refusal of this mail and a server that was away too long are not.
   */
  readonly permanent: boolean;
  /** What the other server said, one line. */
  readonly diagnostic: string;
}

/** What was read of one recipient. */
export type RecipientFacts = Omit<ReportedRecipient, 'originalAddress' | 'permanent'> &
  Partial<Pick<ReportedRecipient, 'originalAddress'>>;

const MAX_DIAGNOSTIC = 500;

/** A recipient, judged by its status and what was said of it. */
export function reportedRecipient(facts: RecipientFacts): ReportedRecipient {
  const diagnostic = clip(
    oneLine(safeText(clip(facts.diagnostic, 4 * MAX_DIAGNOSTIC))),
    MAX_DIAGNOSTIC,
  );
  const status = moreExact(facts.status, diagnostic);
  const permanent = facts.outcome === 'failed' && isPermanent(status ?? '', diagnostic);
  return { originalAddress: null, ...facts, status, diagnostic, permanent };
}

// RFC 3463 section 2; no part of an address or of a version.
const ENHANCED = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/g;
const GENERAL = /^[245]\.0\.0$/;

/** The enhanced status code in a line, an exact one before a general one; null without one. */
export function enhancedStatus(line: string): string | null {
  const found = line.match(ENHANCED) ?? [];
  return found.find((status) => !GENERAL.test(status)) ?? found[0] ?? null;
}

// RFC 2034 section 4: the status stands right behind the code of the reply.
const REPLY_STATUS = /^[245]\d\d[ -]([245]\.\d{1,3}\.\d{1,3})(?![.\d])/;

/** What the other server answered is more exact than what the one that reports makes of it, or its X.0.0. */
function moreExact(status: string | null, diagnostic: string): string | null {
  const answered = REPLY_STATUS.exec(diagnostic)?.[1];
  if (answered !== undefined && !GENERAL.test(answered)) return ofSameClass(status, answered);
  const said = enhancedStatus(diagnostic);
  return said === null || (status !== null && !GENERAL.test(status))
    ? status
    : ofSameClass(status, said);
}

const ofSameClass = (status: string | null, said: string) =>
  status === null || said.startsWith(status[0]!) ? said : status;

const REPLY_CODE =
  /(?<![\d.])(?:4(?:21|22|5[0-4]|71)|5(?:0[0-4]|2[13]|30|41|5[0-6]|71))(?![\d.]?\d)/;

/** The reply code of SMTP in a line; null without one. */
export const replyCode = (line: string): string | null => REPLY_CODE.exec(line)?.[0] ?? null;

// The mailbox or the domain does not exist, is spelled wrongly, has moved or is switched off.
const AT_FAULT = /^5\.(?:1\.(?:1|2|3|4|6|10)|2\.1|4\.(?:4|310))$/;
// The sender's address, full, too large, a list, a loop, given up, this mail, policy.
const NOT_AT_FAULT = /^5\.(?:1\.[789]|2\.[234]|3\.4|4\.[67]|6\.\d+|7\.\d+)$/;
// 552 and 554 are said of mails rather than of mailboxes; a status that says little is no reason.
const NO_MAILBOX = /^(?:5\.[01]\.0)? 55[013]$/;

function isPermanent(status: string, diagnostic: string): boolean {
  const code = replyCode(diagnostic) ?? '';
  if (/^[24]/.test(status || code) || NOT_AT_FAULT.test(status)) return false;
  const said = withoutAddresses(diagnostic);
  // Some say 5.1.1 whatever the reason is: "552 5.1.1 over quota".
  if (AT_FAULT.test(status)) return saysAny(said, UNKNOWN) || !saysAny(said, PASSING);
  if (saysAny(said, PASSING)) return false;
  if (saysAny(said, UNKNOWN)) return true;
  return NO_MAILBOX.test(`${status} ${code}`) && !saysAny(said, REFUSING);
}

/** Whether a line says that there is no such mailbox. */
export function saysUnknown(line: string): boolean {
  const said = withoutAddresses(line);
  return saysAny(said, UNKNOWN) && !saysAny(said, PASSING);
}

/** A line in lower case without words that are addresses, which may hold any word. */
export const withoutAddresses = (line: string) =>
  line
    .toLowerCase()
    .split(' ')
    .filter((word) => !word.includes('@'))
    .join(' ');

/** Whether a text in lower case has any of the phrases. */
export const saysAny = (said: string, phrases: readonly string[]): boolean =>
  phrases.some((phrase) => said.includes(phrase));

const UNKNOWN = wordList('bounce.unknown');
const PASSING = wordList('bounce.passing');
const REFUSING = wordList('bounce.refusing');
