import { createHash } from 'node:crypto';

/** Where a token is good for something: the REST interface, or the tool server at `/mcp`. */
export type TokenAudience = 'rest' | 'tools';

// 256 random bits, as oidc-provider spells them.
const SHAPE = /^[\w-]{43}$/;

/** Whether `text` can be an access token at all; anything else needs no look-up. */
export const looksLikeToken = (text: string): boolean => SHAPE.test(text);

/**
 * What is stored of tokens, codes and whatever else OAuth makes at random. They have 256 random bits, so a
 * plain SHA-256 cannot be guessed back.
 */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
