import { randomBytes } from 'node:crypto';
import { clip } from '../mail/text/safe-text.js';
import { secretHash } from './secret-hash.js';

/** A new API key; only its hash and prefix are kept. */
export interface NewApiKey {
  readonly apiKey: string;
  readonly hash: Buffer;
  readonly prefix: string;
}

const RANDOM_BYTES = 24;
const PREFIX_LENGTH = 'ak_'.length + 8;
const SHAPE = /^ak_[0-9a-f]{48}$/;

/** `ak_` and 192 random bits. */
export function newApiKey(): NewApiKey {
  const apiKey = `ak_${randomBytes(RANDOM_BYTES).toString('hex')}`;
  return { apiKey, hash: secretHash(apiKey), prefix: clip(apiKey, PREFIX_LENGTH) };
}

/** Whether `text` can be a key at all; anything else needs no look-up. */
export const looksLikeKey = (text: string): boolean => SHAPE.test(text);
