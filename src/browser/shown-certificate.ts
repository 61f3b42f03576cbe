import type { ShownCertificate } from '../egress/tunnel.js';
import { newCertificateKey, selfSigned } from '../self-signed.js';

const DAYS = 30;

/** A certificate of this process alone: Chromium knows it by its key, whatever name it is shown for. */
export async function makeShownCertificate(): Promise<ShownCertificate> {
  const key = newCertificateKey();
  const notAfterDate = new Date();
  notAfterDate.setDate(notAfterDate.getDate() + DAYS);
  return { cert: await selfSigned(key, { commonName: 'restante browser', notAfterDate }), key };
}
