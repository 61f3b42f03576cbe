// Server-sent events (HTML Living Standard, section 9.2).

/** Tells a client that the stream is open, and in how many milliseconds to connect again. */
const GREETING = 'retry: 1000\n: open\n\n';

/** What keeps proxies from taking a quiet stream for a dead one: a comment. */
export const HEARTBEAT = Buffer.from(': still here\n\n');

/**
 * The first bytes of a stream. With the id of the newest event, so that a client that loses its
 * connection before the first event goes on from here; without data nothing is handed to its code.
 */
export const greeting = (newestId: string | null): Buffer =>
  Buffer.from(newestId === null ? GREETING : `id: ${newestId}\n${GREETING}`);

/** An event on the wire. The body is JSON without line ends, so it is one line of data. */
export const formatEvent = (id: string, kind: string, body: string): Buffer =>
  Buffer.from(`id: ${id}\nevent: ${kind}\ndata: ${body}\n\n`);
