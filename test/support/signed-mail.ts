import { generateKeyPairSync } from 'node:crypto';
import { sealMessage } from 'mailauth/lib/arc/index.js';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import type { DKIMSignOptions } from 'mailauth';
import type { DnsRecord } from '../../src/dns/answer.js';

/** A domain that signs: its key, and where that is published. */
export interface Signer {
  readonly domain: string;
  readonly keyName: string;
  readonly keyRecord: DnsRecord;
  /** `raw` with a signature in front. */
  sign(raw: Buffer, options?: Partial<DKIMSignOptions>): Promise<Buffer>;
  /** `raw` with an ARC seal in front. */
  seal(raw: Buffer): Promise<Buffer>;
}

const PEM = { type: 'pkcs8', format: 'pem' } as const;

export function createSigner(domain: string, selector = 's1'): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = {
    signingDomain: domain,
    selector,
    privateKey: privateKey.export(PEM).toString(),
  };
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  return {
    domain,
    keyName: `${selector}._domainkey.${domain}`,
    // A TXT string holds 255 bytes, so a key takes two.
    keyRecord: [`v=DKIM1; k=rsa; p=${spki.slice(0, 200)}`, spki.slice(200)],
    async sign(raw, options = {}) {
      // The library takes the time twice where it is not given: at the turn of a second the signature is of another.
      const signed = { ...key, signTime: new Date(), ...options };
      const { signatures } = await dkimSign(raw, { ...signed, signatureData: [signed] });
      return Buffer.concat([Buffer.from(signatures), raw]);
    },
    async seal(raw) {
      const authResults = `${domain}; dkim=pass`;
      // Beyond the library's types: a first seal says that there was none before.
      const seal = { ...key, authResults, cv: 'none', i: 1, signTime: new Date() };
      return Buffer.concat([await sealMessage(raw, seal), raw]);
    },
  };
}

/** The bytes of a mail from `from`. */
export const mailFrom = (from: string, { extra = '', body = 'Your code is 482913\r\n' } = {}) =>
  Buffer.from(
    `From: ${from}\r\nTo: agent@mail.test\r\nSubject: Your code\r\n` +
      `Message-ID: <1@northwind.example>\r\nDate: Sat, 21 Nov 2026 12:00:00 +0000\r\n${extra}\r\n${body}`,
  );
