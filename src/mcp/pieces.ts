import type { ServerResponse } from 'node:http';
import { asSent } from '../http/answer.js';

/** A text in pieces, each as it is best sent: long ones are bytes, which nobody copies or puts into one. */
export type TextPieces = readonly (string | Buffer)[];

/** These texts one after another; short ones that follow one another become one. */
export function piecesOf(...texts: TextPieces): TextPieces {
  const pieces: (string | Buffer)[] = [];
  for (const text of texts) {
    if (text.length === 0) continue;
    const piece = typeof text === 'string' ? asSent(text) : text;
    const last = pieces.at(-1);
    if (typeof piece === 'string' && typeof last === 'string')
      pieces[pieces.length - 1] = last + piece;
    else pieces.push(piece);
  }
  return pieces;
}

/** How many bytes they are. */
export const bytesIn = (pieces: TextPieces): number =>
  pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);

/** All of them as a text. */
export const textOf = (pieces: TextPieces): string => pieces.join('');

/** All of them in one. */
export const inOne = (pieces: TextPieces): string | Buffer =>
  pieces.every((piece) => typeof piece === 'string')
    ? textOf(pieces)
    : Buffer.concat(pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : Buffer.from(piece))));

/** Writes them. */
export function write(res: ServerResponse, pieces: TextPieces): void {
  for (const piece of pieces) res.write(piece);
}

/** Writes them as all of an answer, which is told its length. */
export function writeAll(res: ServerResponse, pieces: TextPieces): void {
  res.setHeader('Content-Length', bytesIn(pieces));
  write(res, pieces);
  res.end();
}
