import { openWith, sealWith } from './sealing.js';

// No token is longer: ids, an address, and what sealing adds, in base64.
const MAX_TOKEN = 1_024;
const TOKEN = /^[A-Za-z0-9_-]+$/;

/** Makes and reads tokens of links. */
export interface SealedTokens<Held> {
  /** Fit for a path. It tells nothing to whoever reads it. */
  make(held: Held): string;
  /** Null for what was not made here, or was changed. */
  read(token: string): Held | null;
}

/** Tokens that only `key` makes and reads, for one purpose: texts, held in the order of `fields`. */
export function createSealedTokens<Field extends string>(
  key: Buffer,
  purpose: string,
  fields: readonly Field[],
): SealedTokens<Readonly<Record<Field, string>>> {
  const about = [purpose];
  return {
    make(held) {
      const body = Buffer.from(JSON.stringify(fields.map((field) => held[field])));
      return sealWith(key, about, body).toString('base64url');
    },
    read(token) {
      if (token.length > MAX_TOKEN || !TOKEN.test(token)) return null;
      const body = opened(key, about, Buffer.from(token, 'base64url'));
      if (body === null) return null;
      const values = JSON.parse(body) as string[];
      return Object.fromEntries(fields.map((field, i) => [field, values[i]!])) as never;
    },
  };
}

function opened(key: Buffer, about: readonly string[], sealed: Buffer): string | null {
  try {
    return openWith(key, about, sealed).toString();
  } catch {
    return null;
  }
}
