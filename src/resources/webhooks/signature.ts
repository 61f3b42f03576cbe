import { createHmac, randomBytes } from 'node:crypto';

/** What is signed: the exact bytes of the body, under the id that every attempt has. */
export interface Signable {
  /** The event's id. */
  readonly id: string;
  readonly body: string;
  /** When this attempt is made. */
  readonly at: Date;
}

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new signing secret: `whsec_` and standard base64, as Standard Webhooks has it. */
export const newSecret = (): string =>
  `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/**
 * The headers that prove where a delivery comes from. `secrets`: the present one, and after a rotation
 * the one before it.
 *
 * @example
 * const headers = signatureHeaders({ id: 'evt_1', body: '{}', at: new Date() }, ['whsec_AAAA']);
 */
export function signatureHeaders(
  { id, body, at }: Signable,
  secrets: readonly [string, ...string[]],
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1_000).toString();
  // Standard Webhooks: the decoded bytes sign id, time and body.
  const signed = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((secret) => `v1,${hmac(keyOf(secret), signed, 'base64')}`)
      .join(' '),
    // docs/interface.md, Webhooks and events: the secret as it was shown, all of it, signs the body alone.
    'X-Service-Signature': hmac(secrets[0], body, 'hex'),
  };
}

const keyOf = (secret: string) => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');

const hmac = (key: string | Buffer, text: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', key).update(text).digest(encoding);
