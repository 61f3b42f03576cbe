import { randomBytes } from 'node:crypto';

// Crockford's base32 in lower case: no i, l, o, u.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 20;
const pool = { bytes: randomBytes(0), offset: 0 };

/**
 * A new id: the prefix, `_` and 20 random characters (100 bits, unguessable, no order). The table it is for
 * names the prefix.
 */
export function newId(prefix: string): string {
  // One call for many ids: randomBytes costs more than everything else here.
  if (pool.offset + LENGTH > pool.bytes.length) {
    pool.bytes = randomBytes(LENGTH * 256);
    pool.offset = 0;
  }
  let id = `${prefix}_`;
  for (let end = pool.offset + LENGTH; pool.offset < end; pool.offset++)
    id += ALPHABET[pool.bytes[pool.offset]! & 31];
  return id;
}
