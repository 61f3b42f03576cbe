import type { FieldPlaces } from '../../browser/fill.js';
import type { FieldName } from '../../browser/page/order.js';
import { conflict } from '../../errors.js';
import type { CredentialRow } from './store.js';

type CredentialKind = Pick<CredentialRow, 'credentialType' | 'hasTotp'>;

/** What there is of a credential to be filled in; a secret for codes is never, but its codes are. */
export function fieldsOf({ credentialType, hasTotp }: CredentialKind): FieldName[] {
  if (credentialType === 'passkey') return ['passkey'];
  if (credentialType === 'totp_secret') return ['identifier', 'totp'];
  return ['identifier', 'value', ...(hasTotp ? ['totp' as const] : [])];
}

/** @throws AppError 409 where fields are named that it has nothing for */
export function checkFields(credential: CredentialKind, fields: FieldPlaces | null): void {
  const has = fieldsOf(credential);
  const missing = Object.keys(fields ?? {}).filter((name) => !has.includes(name as FieldName));
  if (missing.length === 0) return;
  if (has.includes('passkey'))
    throw conflict('The credential is a passkey: only fields.passkey, a button, can be named');
  if (missing.includes('passkey'))
    throw conflict('The credential is no passkey: fields.passkey cannot be used');
  throw conflict(
    missing.includes('totp')
      ? 'The credential has no totp_secret: fields.totp cannot be filled'
      : 'The value of the credential is a secret for codes: name fields.totp, not fields.value',
  );
}
