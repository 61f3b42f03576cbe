import type { IncomingMessage } from 'node:http';
import { AppError } from './errors.js';

// Bytes of a form: a key, a code, or a comment of 1,000 characters, as browsers encode them.
const MAX_FORM = 16 * 1024;

/** The fields of a form that a browser sends. @throws AppError 413 */
export async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_FORM) throw new AppError(413, `A form must have at most ${MAX_FORM} bytes`);
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
