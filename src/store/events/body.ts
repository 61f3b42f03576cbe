import { KINDS } from './kinds.js';
import type { NewEvent } from './record.js';
import { clip } from '../../mail/text/safe-text.js';

// Bytes of a body at most (docs/interface.md, Webhooks and events).
const MAX_BYTES = 256 * 1024;
// What is left of long texts and lists when a body is larger.
const SHORT_TEXT = 500;
const SHORT_LIST = 50;

/** The bytes that tell of an event: `{id, event, timestamp, data}`. */
export function eventBody(
  event: NewEvent,
  { id, createdAt: timestamp }: { readonly id: string; readonly createdAt: Date },
): string {
  const { kind } = event;
  const bodyOf = (data: unknown) => JSON.stringify({ id, event: kind, timestamp, data });
  // Only fields of the kind's schema leave the service.
  const data = KINDS[kind].data.parse(event.data);
  const body = bodyOf(data);
  if (Buffer.byteLength(body) <= MAX_BYTES) return body;
  return bodyOf({ ...(shortened(data) as object), truncated: true });
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return clip(value, SHORT_TEXT);
  if (Array.isArray(value)) return value.slice(0, SHORT_LIST).map(shortened);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortened(item)]));
}
