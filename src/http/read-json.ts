import { isUtf8 } from 'node:buffer';
import { sanitizeName } from '../operations/sanitize-name.js';
import { problemOfText } from '../operations/unstorable.js';

/** The bytes of a body that were scanned. Without `anyText`, text that Postgres cannot store is a problem. */
export interface JsonText {
  readonly bytes: Uint8Array;
  readonly anyText: boolean;
}

/** What a body says, or the sentence for a client that says why it cannot be read. */
export type JsonOutcome = { readonly value: object } | { readonly problem: string };

const NO_JSON = { problem: 'The body must be valid JSON, an object' };

/** Reads a body that `JsonScan` let through: its depth bounds the recursion. */
export function readJson({ bytes, anyText }: JsonText): JsonOutcome {
  if (!isUtf8(bytes)) return { problem: 'The body must be UTF-8' };
  const value = parsed(textOf(bytes));
  if (typeof value !== 'object' || value === null) return NO_JSON;
  const problem = problemInParts(value, null, anyText);
  return problem === null ? { value } : { problem };
}

const BYTE_ORDER_MARK = '\ufeff';

function textOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is wrong in `value`, which is `member` of the body or stands in it. */
function problemIn(value: unknown, member: string, anyText: boolean): string | null {
  if (typeof value === 'string') return anyText ? null : problemOfText(value, member);
  return typeof value === 'object' && value !== null
    ? problemInParts(value, member, anyText)
    : null;
}

/** The same for the parts of a value; `member` is null for the body itself. */
function problemInParts(parts: object, member: string | null, anyText: boolean): string | null {
  const isList = Array.isArray(parts);
  for (const [key, value] of Object.entries(parts)) {
    const name = member ?? sanitizeName(key);
    const problem =
      (isList ? null : problemOfKey(key, name, anyText)) ?? problemIn(value, name, anyText);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOfKey(key: string, name: string, anyText: boolean): string | null {
  // It would be the prototype of whatever the members are copied to.
  if (key === '__proto__') return 'The body must have no member named __proto__';
  return anyText ? null : problemOfText(key, name);
}
