import type { z } from 'zod';
import { columnsOf } from '../../db/columns.js';
import type { FromWire } from '../../operations/wire.js';
import type { ProviderName, ProviderSettings } from '../../outbound/provider.js';
import type { smtpConfig } from './schema.js';
import type { Vault } from '../../vault/vault.js';

type ShownConfig = Omit<z.input<typeof smtpConfig>, 'password' | 'api_key'>;

/** A configuration as it is stored. */
export interface SmtpConfigRow extends FromWire<ShownConfig> {
  readonly orgId: string;
  readonly sealedPassword: Buffer | null;
  readonly sealedApiKey: Buffer | null;
}

/** What is written of a configuration; the times are the table's. */
export type WrittenConfig = Omit<SmtpConfigRow, 'createdAt' | 'updatedAt'>;

/** Whose secrets they are. */
export type ConfigRef = Pick<SmtpConfigRow, 'id' | 'orgId'>;

/** The secrets of a configuration as its row keeps them. */
export type SealedSecrets = Pick<SmtpConfigRow, 'sealedPassword' | 'sealedApiKey'>;

/** The fields of `WrittenConfig`, the id and the organization first. */
export const WRITTEN = [
  ...(['id', 'orgId', 'provider', 'name', 'username', 'sealedPassword', 'sealedApiKey'] as const),
  ...(['region', 'fromEmail', 'host', 'port', 'secure', 'tls', 'baseUrl', 'isDefault'] as const),
] satisfies readonly (keyof WrittenConfig)[];

/** The columns of a row, of the table or alias `config`. */
export const CONFIG_ROW = columnsOf('config', [...WRITTEN, 'createdAt', 'updatedAt']);

/** A configuration, ready to send with. */
export interface ChosenSettings extends ProviderSettings {
  readonly id: string;
  readonly fromEmail: string | null;
}

/** What of a configuration is sealed, and under which name. */
type SealedConfigField = 'password' | 'api_key';

const WITH_PASSWORD: ReadonlySet<ProviderName> = new Set(['SMTP', 'SES']);

/** Which secret a provider is given: of the two a configuration has only that one. */
export const secretOf = (provider: ProviderName): SealedConfigField =>
  WITH_PASSWORD.has(provider) ? 'password' : 'api_key';

/** Where a sealed value of a configuration belongs, for the vault. */
const vaultContextOf = (id: string, field: SealedConfigField) => ({ id, field });

/** The columns of the one secret of a configuration, sealed; null when it has none. */
export async function sealedSecrets(
  vault: Pick<Vault, 'seal'>,
  { id, orgId }: ConfigRef,
  provider: ProviderName,
  secret: string | null,
): Promise<SealedSecrets> {
  const field = secretOf(provider);
  const sealed =
    secret === null ? null : await vault.seal(orgId, vaultContextOf(id, field), secret);
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
    ...(password && {
      password: await vault.open(orgId, vaultContextOf(id, 'password'), password),
    }),
    ...(apiKey && { apiKey: await vault.open(orgId, vaultContextOf(id, 'api_key'), apiKey) }),
  };
}
