import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { generate as make } from 'selfsigned';

/** Who a certificate is of, until when, and what else it says. */
interface CertificateContents extends Pick<NonNullable<Parameters<typeof make>[1]>, 'extensions'> {
  readonly commonName: string;
  readonly notAfterDate: Date;
}

/** A key for a certificate, PKCS #8 in PEM. */
export function newCertificateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** A self-signed certificate of `privateKey`, in PEM. */
export async function selfSigned(
  privateKey: string,
  { commonName, ...contents }: CertificateContents,
): Promise<string> {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
  // Loaded for this once: every start would pay for it.
  const { generate } = await import('selfsigned');
  const { cert } = await generate([{ name: 'commonName', value: commonName }], {
    ...{ keyType: 'ec', algorithm: 'sha256', keyPair: { privateKey, publicKey } },
    ...contents,
  });
  return cert;
}
