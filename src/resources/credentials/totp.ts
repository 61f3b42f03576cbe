import { Secret, TOTP, URI } from 'otpauth';

/** A code, and the step of time that it is for. */
export interface TimedCode {
  readonly code: string;
  readonly step: number;
  /** Milliseconds until it may be used: 0 where it may be now. */
  readonly inMs: number;
}

// Milliseconds that are too few for whoever is to take a code.
const TOO_FEW_MS = 3_000;

/** What is said of a secret that is none. */
export const NO_TOTP_SECRET = 'must be base32, or an otpauth://totp/ address';

/** The otpauth://totp/… address of a secret, which is one or base32 in any spacing; null for what is no secret. */
export function addressOf(given: string): string | null {
  try {
    const totp = /^otpauth:/i.test(given)
      ? URI.parse(given)
      : new TOTP({ secret: Secret.fromBase32(given.replaceAll(/[\s-]/g, '')) });
    const isSecret = totp instanceof TOTP && totp.secret.bytes.length > 0;
    return isSecret ? totp.toString() : null;
  } catch {
    return null;
  }
}

/**
 * The code of a secret for the next step that may be used: not `lastStep` or one before, and none that is over in a
 * moment (RFC 6238 section 5.2: a code is taken once).
 *
 * @param address otpauth://totp/…
 * @param now milliseconds
 */
export function codeOf(address: string, lastStep: number | null, now: number): TimedCode {
  const totp = URI.parse(address);
  if (!(totp instanceof TOTP)) throw new Error('The secret counts, and does not go by time');
  const period = totp.period * 1_000;
  const current = Math.floor(now / period);
  const left = (current + 1) * period - now;
  const first = left < TOO_FEW_MS ? current + 1 : current;
  const step = lastStep === null ? first : Math.max(first, lastStep + 1);
  const begins = step * period;
  return { code: totp.generate({ timestamp: begins }), step, inMs: Math.max(0, begins - now) };
}
