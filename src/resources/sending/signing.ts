import type { DkimSigner, SigningDomain } from '../../dkim/signer.js';

/** Signs for a domain what leaves. */
export type MailSigner = Pick<DkimSigner, 'sign'>;

// They compose the mail anew, and sign it themselves.
const COMPOSING: ReadonlySet<string> = new Set(['SENDGRID', 'POSTMARK', 'RESEND']);
// SES writes these anew.
const REWRITTEN: Readonly<Record<string, readonly string[]>> = { SES: ['Date', 'Message-ID'] };

/**
 * The signature that a mail is to leave with by a carrier; null where it has none.
 * @throws Error where the key cannot be opened: then the mail has to wait
 */
export async function signatureFor(
  signer: MailSigner,
  carrier: string,
  { raw, sender }: { readonly raw: Buffer; readonly sender: SigningDomain },
): Promise<string | null> {
  if (COMPOSING.has(carrier)) return null;
  return signer.sign(raw, sender, { except: REWRITTEN[carrier] ?? [] });
}

/** The bytes with their signature in front. */
export const signed = (raw: Buffer, signature: string | null): Buffer =>
  signature === null ? raw : Buffer.concat([Buffer.from(signature), raw]);
