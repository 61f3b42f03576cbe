import { randomBytes } from 'node:crypto';

/** Every kind of id and its prefix (docs/interface.md, Ids). */
export const ID_PREFIXES = [
  'org',
  'key',
  'inb',
  'eml',
  'att',
  'thr',
  'run',
  'wh',
  'whd',
  'evt',
  'wt',
  'ta',
  'rule',
  'smtp',
  'cl',
  'blk',
  'drf',
  'mcp',
  'mca',
] as const;

/** A kind of id, named by its prefix. */
export type IdPrefix = (typeof ID_PREFIXES)[number];

// Crockford's base32 in lower case: no i, l, o, u.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 20;
const pool = { bytes: randomBytes(0), offset: 0 };

/** A new id: the prefix, `_` and 20 random characters (100 bits, unguessable, no order). */
export function newId(prefix: IdPrefix): string {
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
