import { deriveKey, openWith, sealWith } from './sealing.js';

/** A master key, wherever it is: it wraps keys, and nothing else is done with it. */
export interface KeyWrapper {
  /** Names the master key: at most 255 bytes, and nothing secret. */
  readonly id: string;
  /** `about` says what the key is for: it has to be the same to unwrap. */
  wrap(about: readonly string[], key: Buffer): Promise<Buffer>;
  /** @throws Error when it was changed, wrapped by another key or for something else */
  unwrap(about: readonly string[], wrapped: Buffer): Promise<Buffer>;
}

const NAME_BYTES = 8;

/** A master key of 32 bytes that this process holds. */
export function localWrapper(masterKey: Buffer): KeyWrapper {
  const key = deriveKey(masterKey, 'restante data keys');
  const name = deriveKey(masterKey, 'restante name of a master key').subarray(0, NAME_BYTES);
  return {
    id: `local:${name.toString('hex')}`,
    wrap: async (about, plain) => sealWith(key, about, plain),
    unwrap: async (about, wrapped) => openWith(key, about, wrapped),
  };
}
