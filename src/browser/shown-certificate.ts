import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { ShownCertificate } from '../egress/tunnel.js';

const DAYS = 30;

/** A certificate of this process alone: Chromium knows it by its key, whatever name it is shown for. */
export async function makeShownCertificate(): Promise<ShownCertificate> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  const notAfterDate = new Date();
  notAfterDate.setDate(notAfterDate.getDate() + DAYS);
  // Loaded for this once: every start would pay for it.
  const { generate } = await import('selfsigned');
  const { cert } = await generate([{ name: 'commonName', value: 'restante browser' }], {
    ...{ keyType: 'ec', algorithm: 'sha256', notAfterDate },
    keyPair: { privateKey: key, publicKey },
  });
  return { cert, key };
}
