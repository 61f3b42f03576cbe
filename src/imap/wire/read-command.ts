import type { Incoming } from './incoming.js';
import type { Segment } from './tokens.js';

/** A literal that a client announced (RFC 9051 section 4.3). */
export interface Announced {
  readonly bytes: number;
  /** Whether the client waits to be invited. */
  readonly waits: boolean;
}

/** What came: a command, or the beginning of one whose literal was refused. */
export interface RawCommand<R> {
  readonly segments: readonly Segment[];
  readonly refusal?: R;
}

/** What is asked while a command is read. */
export interface LiteralPolicy<R> {
  /** Bytes of a command in all. */
  readonly commandBytes: number;
  /** Why a literal is not taken; null when it is. */
  refusalOf(before: readonly Segment[], literal: Announced, left: number): R | null;
  /** Says that the literal may come. */
  invite(): Promise<void>;
}

const LITERAL = /~?\{(\d+)(\+?)\}$/;
// More digits than these are a number that nobody takes.
const LONGEST = 40;

/** The next command; null when the client has ended. @throws TooLong */
export async function readCommand<R>(
  incoming: Incoming,
  policy: LiteralPolicy<R>,
): Promise<RawCommand<R> | null> {
  const segments: Segment[] = [];
  let left = policy.commandBytes;
  for (;;) {
    const text = await incoming.line(left);
    if (text === null) return null;
    left -= text.length;
    const announced = literalOf(text);
    if (!announced) return { segments: [...segments, { text }] };
    const refusal = policy.refusalOf([...segments, { text }], announced, left);
    if (refusal !== null) return { segments: [...segments, { text }], refusal };
    if (announced.waits) await policy.invite();
    const literal = await incoming.bytes(announced.bytes);
    if (literal === null) return null;
    left -= literal.length;
    segments.push({ text, literal });
  }
}

function literalOf(text: Buffer): Announced | null {
  if (text.at(-1) !== CLOSING) return null;
  const match = LITERAL.exec(text.toString('latin1', Math.max(0, text.length - LONGEST)));
  return match && { bytes: Number(match[1]), waits: match[2] === '' };
}

const CLOSING = '}'.charCodeAt(0);
