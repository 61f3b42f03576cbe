import { Readable } from 'node:stream';
import type { BytesAnswer, StreamedBytes } from '../operations/operation.js';
import type { RoutedContext } from './request-state.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** What stands before the body of an answer. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Writes a JSON answer; null is an empty one. */
export function sendJson(ctx: RoutedContext, head: AnswerHead, json: string | Buffer | null): void {
  if (json === null) {
    ctx.set(head.headers);
    ctx.status = head.status;
    ctx.body = null;
    return;
  }
  startJson(ctx, head);
  ctx.body = typeof json === 'string' ? asSent(json) : json;
}

// Characters from which on it costs less.
const MIN_LENGTH = 8 * 1024;

/**
 * A text as it is best handed to Node: for a string that it sends Node takes three times the room, and what
 * waits for its reader is copied by each collection of young objects.
 */
export const asSent = (text: string): string | Buffer =>
  text.length > MIN_LENGTH ? bytesOf(text) : text;

/** In UTF-8. What is ASCII, as most is, is the same in Latin-1, which is copied as it is. */
const bytesOf = (text: string): Buffer =>
  Buffer.from(text, Buffer.byteLength(text) === text.length ? 'latin1' : 'utf8');

/** Begins a JSON answer; its body comes after. */
export function startJson(ctx: RoutedContext, { status, headers }: AnswerHead): void {
  ctx.set(headers);
  ctx.status = status;
  ctx.res.setHeader('Content-Type', JSON_TYPE);
}

/** Writes stored bytes as they are; a browser may save them but not show them. */
export function sendBytes(ctx: RoutedContext, { type, body, filename }: BytesAnswer): void {
  if (filename !== undefined) ctx.attachment(filename);
  ctx.set('Content-Type', sendable(type));
  if (Buffer.isBuffer(body)) ctx.body = body;
  else stream(ctx, body);
}

function stream(ctx: RoutedContext, { length, pieces }: StreamedBytes): void {
  const body = Readable.from(pieces, { objectMode: false });
  // The length was told: what breaks off is not taken for the whole.
  body.once('error', () => ctx.res.destroy());
  ctx.body = body;
  ctx.length = length;
}

// The type of an attachment is the sender's word: it may hold what no header can.
const sendable = (type: string) =>
  /^[\w.+-]+\/[\w.+-]+(;[\x20-\x7e]*)?$/.test(type) ? type : 'application/octet-stream';
