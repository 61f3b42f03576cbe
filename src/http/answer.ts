import { Readable } from 'node:stream';
import {
  Answer,
  type AnyOperation,
  type Bytes,
  type Route,
  type StreamedBytes,
} from '../operations/operation.js';
import type { KeptAnswer } from '../operations/idempotency.js';
import type { RoutedContext } from './request-state.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** What an operation returned, as clients may see it. */
export interface Presented {
  readonly status: number;
  /** Undefined for an empty answer. */
  readonly value: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The same, ready for the wire. */
export interface Shown extends KeptAnswer {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Lets only the fields of the output schema through. */
export function present(operation: AnyOperation, route: Route, result: unknown): Presented {
  const answer = result instanceof Answer ? (result as Answer<unknown>) : null;
  const value = answer ? answer.value : result;
  const status = answer?.status ?? (value === undefined ? 204 : (route.status ?? 200));
  return {
    status,
    value: value === undefined ? undefined : operation.output.parse(value),
    ...(answer && { headers: answer.headers }),
  };
}

/** An answer as one text. */
export const stringified = ({ value, ...answer }: Presented): Shown => ({
  ...answer,
  body: value === undefined ? null : JSON.stringify(value),
});

/** Writes a JSON answer. */
export function sendJson(ctx: RoutedContext, shown: Shown): void {
  if (shown.body === null) {
    if (shown.headers) ctx.set(shown.headers);
    ctx.status = shown.status;
    ctx.body = null;
    return;
  }
  startJson(ctx, shown);
  ctx.body = shown.body;
}

/** Begins a JSON answer; its body comes after. */
export function startJson(
  ctx: RoutedContext,
  { status, headers }: Pick<Shown, 'status' | 'headers'>,
): void {
  if (headers) ctx.set(headers);
  ctx.status = status;
  ctx.res.setHeader('Content-Type', JSON_TYPE);
}

/** Writes stored bytes as they are; a browser may save them but not show them. */
export function sendBytes(ctx: RoutedContext, { type, body, filename }: Bytes): void {
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
