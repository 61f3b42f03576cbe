import { invalid } from '../../errors.js';
import { checkedPasskey, NO_PASSKEY } from './passkeys.js';
import { addressOf, NO_TOTP_SECRET } from './totp.js';

/** What is sealed of a value. @throws AppError 400 */
export function valueOf(type: string, given: string | undefined): string {
  if (type === 'passkey') return given === undefined ? NO_PASSKEY : checkedPasskey(given);
  if (given === undefined) throw invalid('value is required');
  if (type !== 'totp_secret') return given;
  const address = addressOf(given);
  if (address === null) throw invalid(`value ${NO_TOTP_SECRET}`);
  return address;
}

/** One whose value is the secret has no other. @throws AppError 400 */
export function checkTotp(type: string, given: string | null | undefined): void {
  if (type === 'totp_secret' && given !== undefined)
    throw invalid('totp_secret must be left out: of this credential the value is the secret');
}
