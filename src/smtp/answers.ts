import type { NoRoom } from '../byte-budget.js';
import { AppError } from '../errors.js';

/** A reply that refuses something: RFC 5321 code, RFC 3463 enhanced code, text. */
export interface SmtpRefusal {
  readonly code: number;
  readonly enhanced: string;
  readonly text: string;
}

/** Every refusal in this server's own words. The rest of the replies are smtp-server's. */
export const REFUSALS = {
  unrecognized: { code: 500, enhanced: '5.5.2', text: 'Command not recognized' },
  commandTooLong: { code: 500, enhanced: '5.5.2', text: 'Command line too long' },
  bareNewline: { code: 500, enhanced: '5.5.2', text: 'Lines must end with CRLF' },
  dataParameter: { code: 501, enhanced: '5.5.4', text: 'DATA takes no parameters' },
  notOffered: { code: 502, enhanced: '5.5.1', text: 'Command not offered here' },
  needsRecipient: { code: 503, enhanced: '5.5.1', text: 'Send RCPT first' },
  unknownRecipient: { code: 550, enhanced: '5.1.1', text: 'No such recipient here' },
  messageTooLarge: { code: 552, enhanced: '5.3.4', text: 'Message too large' },
  needsUtf8: { code: 553, enhanced: '5.6.7', text: 'This address needs SMTPUTF8' },
  tooManyHops: { code: 554, enhanced: '5.4.6', text: 'Too many Received headers' },
  unknownParameter: { code: 555, enhanced: '5.5.4', text: 'Parameter not supported' },

  domainPending: {
    code: 451,
    enhanced: '4.3.5',
    text: 'This domain is being set up, try again later',
  },
  unavailable: { code: 451, enhanced: '4.3.0', text: 'Storage is unavailable, try again later' },
  storageFull: { code: 452, enhanced: '4.3.1', text: 'Storage is full, try again later' },
  inboxFull: { code: 452, enhanced: '4.2.2', text: 'Mailbox is full, try again later' },
  peerShare: {
    code: 451,
    enhanced: '4.7.1',
    text: 'Too much large mail from your address at once, try again later',
  },
  tooFast: {
    code: 451,
    enhanced: '4.7.1',
    text: 'Too many mails from your address for this recipient, try again later',
  },
  inboxShare: {
    code: 451,
    enhanced: '4.7.1',
    text: 'Too much large mail for this recipient at once, try again later',
  },
  busy: { code: 452, enhanced: '4.3.1', text: 'Too much mail at once, try again later' },

  tooManyConnections: { code: 421, enhanced: '4.7.0', text: 'Too many connections' },
  tooManyErrors: { code: 421, enhanced: '4.7.0', text: 'Too many errors' },
  lineWithoutEnd: { code: 421, enhanced: '4.7.0', text: 'Line without end' },
  sessionTooLong: { code: 421, enhanced: '4.4.2', text: 'Session took too long' },
  mailTooLate: { code: 421, enhanced: '4.4.2', text: 'No MAIL in time' },
  commandTooSlow: { code: 421, enhanced: '4.4.2', text: 'No complete command in time' },
  dataTooSlow: { code: 421, enhanced: '4.4.2', text: 'Data came too slowly' },
  failed: { code: 421, enhanced: '4.3.0', text: 'Something went wrong here, try again later' },
  stopping: { code: 421, enhanced: '4.3.2', text: 'Server is stopping, try again later' },
} as const satisfies Record<string, SmtpRefusal>;

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
    super(textOf(REFUSALS[refusal]));
    this.responseCode = REFUSALS[refusal].code;
  }
}

/** What follows the code: enhanced code and text. */
export const textOf = ({ enhanced, text }: SmtpRefusal): string => `${enhanced} ${text}`;

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
