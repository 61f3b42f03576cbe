import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Bytes of a master key, a data key and everything derived from them. */
export const KEY_BYTES = 32;

const CIPHER = 'aes-256-gcm';
// The first byte of everything sealed: another cipher or key gets another number.
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `plaintext` encrypted and bound to `about`: it opens under the same key and the same words only. */
export function sealWith(key: Buffer, about: readonly string[], plaintext: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associated(about));
  const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), nonce, body, cipher.getAuthTag()]);
}

/** @throws Error when the bytes were changed, or sealed under another key or for another place. */
export function openWith(key: Buffer, about: readonly string[], sealed: Buffer): Buffer {
  if (sealed[0] !== FORMAT || sealed.length < 1 + NONCE_BYTES + TAG_BYTES)
    throw new Error('Not a sealed value');
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const body = sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(associated(about));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(body), decipher.final()]);
}

/** A key for one purpose (RFC 5869), so that no key does two jobs. */
export const deriveKey = (masterKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), purpose, KEY_BYTES));

// JSON keeps ["ab", "c"] and ["a", "bc"] apart.
const associated = (about: readonly string[]) => Buffer.from(JSON.stringify(about));
