import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import type { KeyWrapper } from './key-wrapper.js';

// Milliseconds. Whoever waits for a key holds a request, and a key that was read is kept.
const LIMITS = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 2_000, requestTimeout: 4_000 },
};

/**
 * A symmetric key of AWS KMS that never leaves it. Who may use it, and where it is asked, the SDK reads from its
 * usual places (`AWS_REGION`, `AWS_ENDPOINT_URL_KMS`, the role of the machine …).
 *
 * @param keyId its ARN, id or `alias/…`
 */
export function kmsWrapper(keyId: string): KeyWrapper {
  const region = /^arn:[^:]+:kms:([^:]+):/.exec(keyId)?.[1];
  const client = new KMSClient({ ...LIMITS, ...(region !== undefined && { region }) });
  // Shows in the log of AWS: ids are told there, no secrets.
  const contextOf = (about: readonly string[]) => ({ restante: about.join(' ') });
  return {
    id: `aws-kms:${keyId}`,
    async wrap(about, key) {
      const EncryptionContext = contextOf(about);
      const command = new EncryptCommand({ KeyId: keyId, Plaintext: key, EncryptionContext });
      return bytesOf((await client.send(command)).CiphertextBlob);
    },
    async unwrap(about, wrapped) {
      const EncryptionContext = contextOf(about);
      const command = new DecryptCommand({
        ...{ KeyId: keyId, CiphertextBlob: wrapped, EncryptionContext },
      });
      return bytesOf((await client.send(command)).Plaintext);
    },
  };
}

function bytesOf(answer: Uint8Array | undefined): Buffer {
  if (!answer) throw new Error('AWS KMS answered without a key');
  return Buffer.from(answer);
}
