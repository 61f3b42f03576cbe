import type { ProviderName } from '../../outbound/provider.js';
import type { Vault } from '../../vault/vault.js';

/** What of a configuration is sealed, and under which name. */
export type SealedConfigField = 'password' | 'api_key';

/** The secrets of a configuration as its row keeps them. */
export interface SealedSecrets {
  readonly sealedPassword: Buffer | null;
  readonly sealedApiKey: Buffer | null;
}

/** Whose secrets they are. */
export interface Owner {
  readonly id: string;
  readonly orgId: string;
}

const WITH_PASSWORD: ReadonlySet<ProviderName> = new Set(['SMTP', 'SES']);

/** Which secret a provider is given: of the two a configuration has only that one. */
export const secretOf = (provider: ProviderName): SealedConfigField =>
  WITH_PASSWORD.has(provider) ? 'password' : 'api_key';

/** Where a sealed value of a configuration belongs, for the vault. */
export const placeOf = (id: string, field: SealedConfigField) => ({ id, field });

/** The columns of the one secret of a configuration, sealed; null when it has none. */
export async function sealedSecrets(
  vault: Pick<Vault, 'seal'>,
  { id, orgId }: Owner,
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

/** The secrets of a configuration in clear. @throws Error when they belong to another row. */
export async function openSecrets(
  vault: Pick<Vault, 'open'>,
  row: Owner & SealedSecrets,
): Promise<{ password?: string; apiKey?: string }> {
  const { id, orgId, sealedPassword: password, sealedApiKey: apiKey } = row;
  return {
    ...(password && { password: await vault.open(orgId, placeOf(id, 'password'), password) }),
    ...(apiKey && { apiKey: await vault.open(orgId, placeOf(id, 'api_key'), apiKey) }),
  };
}
