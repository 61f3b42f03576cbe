import { createHmac, type Hmac } from 'node:crypto';

/**
 * What tells values apart without showing them: guesses cannot be tried without the key. The order of members
 * makes no difference, nor whether one is undefined or not there.
 */
export function keyedHash(key: Buffer, value: unknown): Buffer {
  const hash = createHmac('sha256', key);
  add(hash, value);
  return hash.digest();
}

// Each kind begins with a letter and its length, so that no two values give the same bytes.
function add(hash: Hmac, value: unknown): void {
  if (typeof value === 'string') hash.update(`s${value.length}:`).update(value);
  else if (Array.isArray(value)) addAll(hash, 'a', value);
  else if (value instanceof Date) hash.update(`d${value.getTime()};`);
  else if (value instanceof Uint8Array) hash.update(`b${value.length}:`).update(value);
  else if (typeof value === 'object' && value !== null) addAll(hash, 'o', membersOf(value));
  else hash.update(`v${String(value)};`);
}

function addAll(hash: Hmac, kind: string, parts: readonly unknown[]): void {
  hash.update(`${kind}${parts.length}:`);
  for (const part of parts) add(hash, part);
}

const membersOf = (value: object): unknown[] =>
  Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flat();
