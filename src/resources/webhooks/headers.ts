import { FRAMING_HEADERS } from '../../egress/send.js';
import { QUOTAS } from '../../operations/limits.js';

/** Headers a subscriber has sent to itself, by name. */
export type OwnHeaders = Readonly<Record<string, string>>;

const MAX_VALUE = 4 * 1024;
const MAX_TOTAL = 8 * 1024;
const MAX_NAME = 256;

// RFC 9110 section 5.6.2.
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const PRINTABLE = /^[\t\x20-\x7e]*$/;
// Said by every delivery itself.
const OURS: ReadonlySet<string> = new Set(['content-type', 'user-agent', 'x-service-signature']);

/** What is wrong with headers: with the one of this name, or with all of them together. */
export interface HeaderProblem {
  readonly name: string | null;
  readonly message: string;
}

/** The first reason why `headers` cannot be sent along; null when they can. */
export function headerProblem(headers: OwnHeaders): HeaderProblem | null {
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const message =
      nameProblem(name) ??
      (seen.has(name.toLowerCase()) ? 'must be given once, in one spelling' : valueProblem(value));
    if (message !== null) return { name, message };
    seen.add(name.toLowerCase());
  }
  return totalProblem(headers);
}

function nameProblem(name: string): string | null {
  const known = name.toLowerCase();
  if (name.length > MAX_NAME || !TOKEN.test(name)) return 'must have the name of a header';
  if (OURS.has(known) || FRAMING_HEADERS.has(known) || known.startsWith('webhook-'))
    return 'cannot be set: the service sets it';
  return null;
}

function valueProblem(value: string): string | null {
  if (value.length > MAX_VALUE) return `must have at most ${MAX_VALUE} characters`;
  if (!PRINTABLE.test(value)) return 'must hold printable ASCII characters only, and no line ends';
  return null;
}

function totalProblem(headers: OwnHeaders): HeaderProblem | null {
  const entries = Object.entries(headers);
  if (entries.length > QUOTAS.headers_per_webhook)
    return { name: null, message: `must have at most ${QUOTAS.headers_per_webhook} members` };
  const total = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (total <= MAX_TOTAL) return null;
  return { name: null, message: `must have at most ${MAX_TOTAL} characters in all` };
}
