import { join } from 'node:path';
import type { CertificateFiles } from '../certificate.js';
import { newCertificateKey, selfSigned } from '../self-signed.js';
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
  const key = await keptText(files.keyFile, newCertificateKey);
  await keptText(files.certFile, () => makeCertificate(key));
  return files;
}

function makeCertificate(privateKey: string): Promise<string> {
  const notAfterDate = new Date();
  notAfterDate.setFullYear(notAfterDate.getFullYear() + YEARS);
  return selfSigned(privateKey, {
    ...{ commonName: 'localhost', notAfterDate },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [...LOOPBACK] },
    ],
  });
}

// Types of RFC 5280 section 4.2.1.6: 2 is a DNS name, 7 an address.
const LOOPBACK = [
  { type: 2, value: 'localhost' },
  { type: 2, value: 'restante.localhost' },
  { type: 7, ip: '127.0.0.1' },
  { type: 7, ip: '::1' },
] as const;
