import type { ProviderName } from '../../outbound/provider.js';
import type { Vault } from '../../vault/vault.js';
import type { ChosenSettings, ConfigRef, SealedSecrets, SmtpConfigRow } from './rows.js';

/** What of a configuration is sealed, and under which name. */
type SealedConfigField = 'password' | 'api_key';

const WITH_PASSWORD: ReadonlySet<ProviderName> = new Set(['SMTP', 'SES']);

/** Which secret a provider is given: of the two a configuration has only that one. */
export const secretOf = (provider: ProviderName): SealedConfigField =>
  WITH_PASSWORD.has(provider) ? 'password' : 'api_key';

/** Where a sealed value of a configuration belongs, for the vault. */
const placeOf = (id: string, field: SealedConfigField) => ({ id, field });

/** The columns of the one secret of a configuration, sealed; null when it has none. */
export async function sealedSecrets(
  vault: Pick<Vault, 'seal'>,
  { id, orgId }: ConfigRef,
  provider: ProviderName,
  secret: string | null,
): Promise<SealedSecrets> {
  const field = secretOf(provider);
  const sealed = secret === null ? null : await vault.seal(orgId, placeOf(id, field), secret);
  return {
    sealedPassword: field === 'password' ? sealed : null,
    sealedApiKey: field === 'api_key' ? sealed : null,
  };
}

/** A row with its secrets in clear. @throws Error when they belong to another row. */
export async function openSettings(
  vault: Pick<Vault, 'open'>,
  row: SmtpConfigRow,
): Promise<ChosenSettings> {
  const { id, orgId, sealedPassword: password, sealedApiKey: apiKey, ...settings } = row;
  return {
    id,
    ...settings,
    ...(password && { password: await vault.open(orgId, placeOf(id, 'password'), password) }),
    ...(apiKey && { apiKey: await vault.open(orgId, placeOf(id, 'api_key'), apiKey) }),
  };
}
