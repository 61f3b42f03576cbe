/** What the IMAP server allows. Bytes, milliseconds and counts. */
export interface ImapLimits {
  /** A command with its literals, and what waits to be taken while one runs. */
  readonly commandBytes: number;
  /** A literal before the client signed in, and one that comes without being invited (RFC 7888). */
  readonly literalBytes: number;
  /** Commands in a row that cannot be read or are out of place. */
  readonly badCommands: number;
  /** Open connections in all, and from one address (of IPv6 a /64; ten times as many from a /48). */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** Connections that are signed in to one inbox. */
  readonly connectionsPerInbox: number;
  /** The TLS handshake. */
  readonly handshakeMs: number;
  /** From connecting to being signed in. */
  readonly signInMs: number;
  /** Until a refused sign-in is answered, and how many a connection has. */
  readonly refusalMs: number;
  readonly signIns: number;
  /** Until a client hears that storage is away; while it answers, FETCH and SEARCH have the time of a statement. */
  readonly storageMs: number;
  /** A client that sends nothing (RFC 9051 section 5.4: at least 30 minutes). */
  readonly idleMs: number;
  /** A client that takes nothing of an answer. */
  readonly stalledMs: number;
  /** How often an idling client is told that the connection is there. */
  readonly keepAliveMs: number;
  /** How often connections are looked at for being late. */
  readonly sweepMs: number;
}

/** The limits of a running service (operations, "Limits and refusals"). */
export const IMAP_LIMITS: ImapLimits = {
  commandBytes: 64 * 1024,
  literalBytes: 4096,
  badCommands: 20,
  connections: 10_000,
  connectionsPerAddress: 100,
  connectionsPerInbox: 20,
  handshakeMs: 30_000,
  signInMs: 60_000,
  refusalMs: 2_000,
  signIns: 3,
  storageMs: 1_800,
  idleMs: 1_800_000,
  stalledMs: 60_000,
  keepAliveMs: 240_000,
  sweepMs: 1_000,
};
