import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Vault } from '../vault/vault.js';

/** A new pair of keys. */
export interface KeyPair {
  /** What stands behind `p=`: base64 of SubjectPublicKeyInfo (RFC 6376 section 3.6.1). */
  readonly publicKey: string;
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
}

/** The selector of a domain's first key. */
export const FIRST_SELECTOR = 'rst1';
const SELECTORS = [FIRST_SELECTOR, 'rst2'] as const;

/** The selector of the key after one under `selector`: the two take turns. */
export const nextSelector = (selector: string): string =>
  SELECTORS.find((one) => one !== selector) ?? FIRST_SELECTOR;

// Large receivers fail Ed25519, and RFC 8301 wants at least so many bits.
const KEY_BITS = 2_048;
const LABEL_BYTES = 15;
const generate = promisify(generateKeyPair);

/** Makes a pair of RSA keys, off the loop. */
export async function newKeyPair(): Promise<KeyPair> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: KEY_BITS });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** The column that a private key is sealed for; the id is its label. */
export const DKIM_KEY = 'sealed_private_key';

/** A new key of an organization, under a label that none ever had: 120 random bits. */
export async function newSealedKey(vault: Pick<Vault, 'seal'>, orgId: string) {
  const label = randomBytes(LABEL_BYTES).toString('hex');
  const { publicKey, privateKey } = await newKeyPair();
  const sealed = await vault.seal(orgId, { id: label, field: DKIM_KEY }, privateKey);
  return { label, publicKey, sealed };
}
