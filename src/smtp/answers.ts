import type { NoRoom } from '../byte-budget.js';
import { AppError } from '../errors.js';

/** Every refusal in this server's own words: RFC 5321 code, RFC 3463 enhanced code, text. Other replies are smtp-server's. */
const REFUSALS = {
  unrecognized: '500 5.5.2 Command not recognized',
  commandTooLong: '500 5.5.2 Command line too long',
  bareNewline: '500 5.5.2 Lines must end with CRLF',
  dataParameter: '501 5.5.4 DATA takes no parameters',
  notOffered: '502 5.5.1 Command not offered here',
  needsRecipient: '503 5.5.1 Send RCPT first',
  unknownRecipient: '550 5.1.1 No such recipient here',
  messageTooLarge: '552 5.3.4 Message too large',
  needsUtf8: '553 5.6.7 This address needs SMTPUTF8',
  tooManyHops: '554 5.4.6 Too many Received headers',
  unknownParameter: '555 5.5.4 Parameter not supported',

  domainPending: '451 4.3.5 This domain is being set up, try again later',
  unavailable: '451 4.3.0 Storage is unavailable, try again later',
  storageFull: '452 4.3.1 Storage is full, try again later',
  inboxFull: '452 4.2.2 Mailbox is full, try again later',
  peerShare: '451 4.7.1 Too much large mail from your address at once, try again later',
  tooFast: '451 4.7.1 Too many mails from your address for this recipient, try again later',
  inboxShare: '451 4.7.1 Too much large mail for this recipient at once, try again later',
  busy: '452 4.3.1 Too much mail at once, try again later',

  tooManyConnections: '421 4.7.0 Too many connections',
  tooManyErrors: '421 4.7.0 Too many errors',
  lineWithoutEnd: '421 4.7.0 Line without end',
  sessionTooLong: '421 4.4.2 Session took too long',
  mailTooLate: '421 4.4.2 No MAIL in time',
  commandTooSlow: '421 4.4.2 No complete command in time',
  dataTooSlow: '421 4.4.2 Data came too slowly',
  failed: '421 4.3.0 Something went wrong here, try again later',
  stopping: '421 4.3.2 Server is stopping, try again later',
} as const;

/** The name of a refusal, for logs and metrics. */
export type RefusalName = keyof typeof REFUSALS;

/** What is said when the bytes of a message cannot be held. */
export const ROOM_REFUSALS = {
  full: 'busy',
  peer: 'peerShare',
  inbox: 'inboxShare',
  org: 'inboxShare',
} as const satisfies Record<NoRoom, RefusalName>;

/** SMTP commands that exist, so that 502 is the answer and not 500 (RFC 5321 section 4.2.4). */
export const NOT_OFFERED: ReadonlySet<string> = new Set([
  'AUTH', // RFC 4954
  'STARTTLS', // RFC 3207; reaches this table only without a certificate
  'BDAT', // RFC 3030
  'BURL', // RFC 4468
  'ETRN', // RFC 1985
  'ATRN', // RFC 2645
  'EXPN', // RFC 5321 section 4.1.1.7
  'TURN', // RFC 821
  'SEND', // RFC 821
  'SOML', // RFC 821
  'SAML', // RFC 821
]);

/** A refusal in the form smtp-server's callbacks take. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly responseCode: number;

  constructor(refusal: RefusalName) {
    const { code, text } = replyOf(refusal);
    super(text);
    this.responseCode = code;
  }
}

/** A reply: its code, and the text with its enhanced code. */
export interface SmtpReply {
  readonly code: number;
  readonly text: string;
}

/** The reply that refuses something. */
export function replyOf(refusal: RefusalName): SmtpReply {
  const [, code, text] = /^(\d{3}) (.+)$/.exec(REFUSALS[refusal])!;
  return { code: Number(code), text: text! };
}

// Classes 2, 4 and 5 only: RFC 3463 section 3.
const ENHANCED = /^[245]\.\d{1,3}\.\d{1,3} /;

/** Whether a text starts with its own enhanced code, so that none may be put in front. */
export const hasEnhancedCode = (text: string): boolean => ENHANCED.test(text);

// PostgreSQL's disk_full and the operating system's.
const FULL_CODES: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC']);
const MAX_CAUSES = 5;

// What came of an inbox between its RCPT and the end of its mail, by the status REST answers.
const BY_STATUS: Readonly<Record<number, RefusalName>> = {
  404: 'unknownRecipient',
  429: 'inboxFull',
};

/** What the client hears when a mail was not stored: unless its inboxes are gone it must come again. */
export function refusalOf(error: unknown): RefusalName {
  if (error instanceof AppError && error.status in BY_STATUS) return BY_STATUS[error.status]!;
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth++) {
    if ('code' in cause && FULL_CODES.has(cause.code)) return 'storageFull';
    cause = cause.cause;
  }
  return 'unavailable';
}
