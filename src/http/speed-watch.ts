import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.js';

/** Milliseconds in which a whole request must have come: 40 MiB over a slow line. */
export const UPLOAD_DEADLINE_MS = 120_000;
// Milliseconds between looks.
const WINDOW_MS = 5_000;
// Bytes a second, on the wire.
const MIN_BYTES_A_SECOND = 500;
// One look may fall into a moment in which this process itself was slow.
const POOR_LOOKS = 2;

/**
 * Tells of a body that comes too slowly: in ten seconds it must bring a least number of bytes, and
 * half of what would let it end in time. A client that stalls holds what others could use. `declared`
 * is its length, 0 when it is not known. Answers what stops the watch.
 */
export function watchSpeed(
  { socket }: IncomingMessage,
  declared: number,
  onSlow: (error: AppError) => void,
): () => void {
  const least = Math.max(
    (MIN_BYTES_A_SECOND * WINDOW_MS) / 1_000,
    (declared * WINDOW_MS) / UPLOAD_DEADLINE_MS / 2,
  );
  let seen = socket.bytesRead;
  let poor = 0;
  const looks = setInterval(() => {
    poor = socket.bytesRead - seen < least ? poor + 1 : 0;
    seen = socket.bytesRead;
    if (poor === POOR_LOOKS) onSlow(tooSlow());
  }, WINDOW_MS);
  const deadline = setTimeout(() => onSlow(tooSlow()), UPLOAD_DEADLINE_MS);
  return () => {
    clearInterval(looks);
    clearTimeout(deadline);
  };
}

const tooSlow = () =>
  new AppError(408, 'The body came too slowly', { headers: { Connection: 'close' } });
