import { invalid } from '../errors.js';
import { harmless } from '../operations/parse-input.js';

// Deeper nesting would end in a stack overflow somewhere behind.
const MAX_DEPTH = 100;

interface Node {
  readonly value: unknown;
  readonly depth: number;
  /** The top-level member this is part of. */
  readonly member: string;
}

/**
 * Refuses what cannot be handled further on: bottomless nesting and, unless `anyText`, text that
 * Postgres cannot store. Works without recursion.
 * @throws AppError 400
 */
export function checkBody(body: unknown, { anyText }: { anyText: boolean }): void {
  const open: Node[] = [{ value: body, depth: 0, member: 'The body' }];
  for (let node = open.pop(); node; node = open.pop()) {
    const { value, depth, member } = node;
    if (typeof value === 'string' && !anyText) checkText(value, member);
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_DEPTH) throw invalid(`${member} must not be nested deeper than ${MAX_DEPTH}`);
    for (const key of Object.keys(value)) {
      const name = depth === 0 ? harmless(key) : member;
      if (!anyText) checkText(key, name);
      open.push({ value: (value as Record<string, unknown>)[key], depth: depth + 1, member: name });
    }
  }
}

// With the u flag a pair is one character: only surrogates that stand alone are found.
const UNSTORABLE = /\0|\p{Surrogate}/u;

function checkText(text: string, member: string): void {
  if (UNSTORABLE.test(text))
    throw invalid(`${member} must not hold NUL characters or unpaired surrogates`);
}
