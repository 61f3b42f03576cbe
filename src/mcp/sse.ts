import type { RequestId } from '@modelcontextprotocol/server';
import { piecesOf, type TextPieces } from './pieces.js';

// Server-sent events as the protocol has them (Streamable HTTP; HTML Living Standard, section 9.2).

/** A message on the wire: JSON without line ends, so it is one line of data. */
export const formatEvent = (json: TextPieces): TextPieces =>
  piecesOf('event: message\ndata: ', ...json, '\n\n');

/** What goes ahead of every answer, without data: a client resumes its stream by this id. */
export const primingFrame = (eventId: string): string => `id: ${eventId}\ndata: \n\n`;

/** The id of an event: its stream, and the request that is answered there. */
export const eventIdOf = (streamId: string, id: RequestId): string =>
  `${streamId}.${Buffer.from(JSON.stringify(id)).toString('base64url')}`;

const EVENT_ID = /^(mca_\w+)\.([\w-]+)$/;

/** What stands in the id of an event; null for what is none. */
export function readEventId(text: string): { streamId: string; requestId: RequestId } | null {
  const [, streamId, request] = EVENT_ID.exec(text) ?? [];
  if (streamId === undefined || request === undefined) return null;
  try {
    const requestId = JSON.parse(Buffer.from(request, 'base64url').toString()) as RequestId;
    return { streamId, requestId };
  } catch {
    return null;
  }
}

/** Headers of a stream beside those of every answer. Proxies that buffer would hold messages back. */
export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'X-Accel-Buffering': 'no',
} as const;
