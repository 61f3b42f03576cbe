import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import type { CertificateFiles } from '../certificate.js';
import { prepareDataDir } from './data-dir.js';
import { keptText } from './private-file.js';

const YEARS = 10;

/**
 * `tls.crt` and `tls.key` in `directory`, made once: self-signed, for servers on the loopback
 * interface. The certificate is made from the key, so that the two always belong together.
 */
export async function ensureCertificate(directory: string): Promise<CertificateFiles> {
  const dataDir = await prepareDataDir(directory);
  const files = { certFile: join(dataDir, 'tls.crt'), keyFile: join(dataDir, 'tls.key') };
  const key = await keptText(files.keyFile, makeKey);
  await keptText(files.certFile, () => makeCertificate(key));
  return files;
}

function makeKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

async function makeCertificate(privateKey: string): Promise<string> {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
  const notAfterDate = new Date();
  notAfterDate.setFullYear(notAfterDate.getFullYear() + YEARS);
  // Loaded for this once: every start would pay for it.
  const { generate } = await import('selfsigned');
  const { cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    keyPair: { privateKey, publicKey },
    notAfterDate,
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [...LOOPBACK] },
    ],
  });
  return cert;
}

// Types of RFC 5280 section 4.2.1.6: 2 is a DNS name, 7 an address.
const LOOPBACK = [
  { type: 2, value: 'localhost' },
  { type: 2, value: 'restante.localhost' },
  { type: 7, ip: '127.0.0.1' },
  { type: 7, ip: '::1' },
] as const;
