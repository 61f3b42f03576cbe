import { createHash } from 'node:crypto';

/**
 * What is stored of a secret made at random: an API key, a token, a code, an IMAP password. Nobody guesses 128 random
 * bits and more, so a plain SHA-256 is enough.
 */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();
