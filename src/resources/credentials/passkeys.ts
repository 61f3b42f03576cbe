import { createPrivateKey } from 'node:crypto';
import type { Passkey } from '../../browser/passkey.js';
import { invalid } from '../../errors.js';

const BASE64 = /^[\w+/-]+={0,2}$/;
const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;
const MAX_COUNT = 2 ** 32 - 1;

/** What is sealed of a passkey that nobody has made yet: its first use makes it. */
export const NO_PASSKEY = 'null';

/** What is sealed of a passkey. */
export const writePasskey = (passkey: Passkey): string => JSON.stringify(passkey);

/** The passkey that was sealed; null where it is still to be made. */
export const readPasskey = (sealed: string): Passkey | null => JSON.parse(sealed) as Passkey | null;

/** What is sealed of a value that a client gave for a passkey. @throws AppError 400 */
export function checkedPasskey(value: string): string {
  const { rp_id: rpId, credential_id, private_key, user_handle, sign_count = 0 } = fieldsOf(value);
  const isNamed = typeof rpId === 'string' && DOMAIN.test(rpId);
  if (!isNamed || !isCount(sign_count)) throw badPasskey();
  const userHandle = user_handle === undefined ? null : base64Of(user_handle);
  const privateKey = base64Of(private_key);
  checkKey(privateKey);
  const credentialId = base64Of(credential_id);
  return writePasskey({ rpId, credentialId, privateKey, userHandle, signCount: sign_count });
}

function fieldsOf(value: string): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(value) as object) };
  } catch {
    throw badPasskey();
  }
}

const isCount = (given: unknown): given is number =>
  Number.isInteger(given) && (given as number) >= 0 && (given as number) <= MAX_COUNT;

function base64Of(given: unknown): string {
  if (typeof given !== 'string' || !BASE64.test(given)) throw badPasskey();
  return Buffer.from(given, 'base64').toString('base64');
}

function checkKey(privateKey: string): void {
  try {
    const der = Buffer.from(privateKey, 'base64');
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return;
  } catch {
    // Said below: what was given is not.
  }
  throw badPasskey();
}

const badPasskey = () =>
  invalid(
    'value of a passkey must be JSON: {"rp_id", "credential_id", "private_key": PKCS #8 of P-256, ' +
      '"user_handle"?, "sign_count"?}, bytes in base64; leave it out, and the first use makes one',
  );
