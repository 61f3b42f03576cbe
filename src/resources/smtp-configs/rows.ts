import { columnsOf } from '../../db/columns.js';
import type { ProviderName, ProviderSettings, TlsMode } from '../../outbound/provider.js';
import type { Vault } from '../../vault/vault.js';
import { openSecrets, type SealedSecrets } from './secrets.js';

/** What is written of a configuration; the times are the table's. */
export interface WrittenConfig extends SealedSecrets {
  readonly id: string;
  readonly orgId: string;
  readonly provider: ProviderName;
  readonly name: string;
  readonly username: string | null;
  readonly region: string | null;
  readonly fromEmail: string | null;
  readonly host: string | null;
  readonly port: number | null;
  readonly secure: boolean;
  readonly tls: TlsMode;
  readonly baseUrl: string | null;
  readonly isDefault: boolean;
}

/** A configuration as it is stored. */
export interface SmtpConfigRow extends WrittenConfig {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

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

/** A row with its secrets in clear. */
export async function openSettings(
  vault: Pick<Vault, 'open'>,
  row: SmtpConfigRow,
): Promise<ChosenSettings> {
  return {
    id: row.id,
    fromEmail: row.fromEmail,
    provider: row.provider,
    secure: row.secure,
    tls: row.tls,
    username: row.username ?? undefined,
    region: row.region ?? undefined,
    host: row.host ?? undefined,
    port: row.port ?? undefined,
    baseUrl: row.baseUrl ?? undefined,
    ...(await openSecrets(vault, row)),
  };
}
