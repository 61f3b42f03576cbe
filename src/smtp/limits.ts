import { LIMITS, QUOTAS } from '../operations/limits.js';

/** What the SMTP server allows. Bytes, milliseconds and counts. */
export interface SmtpLimits {
  /** Recipients of one message. */
  readonly recipients: number;
  /** A message as stored: without stuffed dots and the final dot. */
  readonly messageBytes: number;
  /** Where a command line that never ends is cut off. Lines of a message may be as long as the message. */
  readonly lineBytes: number;
  /** A command line with its CRLF. */
  readonly commandBytes: number;
  /** Received headers; more mean that the message runs in circles. */
  readonly hops: number;
  /** Permanent refusals of a session without a delivered message between them. */
  readonly errors: number;
  /** Open connections in all, and from one address (of IPv6 a /64; ten times as many from a /48). */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** The whole session. */
  readonly sessionMs: number;
  /** From connecting to the first MAIL: who has nothing to send keeps a place from others. */
  readonly firstMailMs: number;
  /** From an answer to the end of the next command, however its bytes come in. */
  readonly commandMs: number;
  /** Least speed of DATA, measured over each window of `dataWindowMs`. */
  readonly dataBytesPerSecond: number;
  readonly dataWindowMs: number;
  /** How long storage may take before the client is told to come back. */
  readonly storageMs: number;
  /** How often sessions and storage calls are looked at for being late. */
  readonly sweepMs: number;
}

/** The limits of a running service (operations, "Limits and refusals"). */
export const SMTP_LIMITS: SmtpLimits = {
  recipients: QUOTAS.recipients_of_inbound,
  messageBytes: LIMITS.message_bytes,
  lineBytes: 64 * 1024,
  commandBytes: 2048,
  hops: 50,
  errors: 10,
  connections: 2000,
  connectionsPerAddress: 50,
  sessionMs: 600_000,
  firstMailMs: 60_000,
  commandMs: 300_000, // RFC 5321 section 4.5.3.2.7
  dataBytesPerSecond: 500,
  dataWindowMs: 60_000,
  storageMs: 4_000,
  sweepMs: 250,
};
