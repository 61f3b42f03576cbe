// Server-sent events as the protocol has them (Streamable HTTP; HTML Living Standard, section 9.2).

/** A message on the wire: JSON without line ends, so it is one line of data. */
export const frameOf = (json: string): string => `event: message\ndata: ${json}\n\n`;

/** What goes ahead of every answer, without data: a client resumes its stream by this id. */
export const primingFrame = (streamId: string): string => `id: ${streamId}\ndata: \n\n`;

/** Headers of a stream beside those of every answer. Proxies that buffer would hold messages back. */
export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'X-Accel-Buffering': 'no',
} as const;
