import type { ProviderName, ProviderSettings, TlsMode } from '../../outbound/provider.js';
import type { Vault } from '../../vault/vault.js';
import { openSecrets, type SealedSecrets } from './secrets.js';

/** A configuration as Postgres gives it. */
export interface SmtpConfigRow extends SealedSecrets {
  readonly id: string;
  readonly org_id: string;
  readonly provider: ProviderName;
  readonly name: string;
  readonly username: string | null;
  readonly region: string | null;
  readonly from_email: string | null;
  readonly host: string | null;
  readonly port: number | null;
  readonly secure: boolean;
  readonly tls: TlsMode;
  readonly base_url: string | null;
  readonly is_default: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The columns of a row, of the table or alias `config`. */
export const CONFIG_ROW = `config.id, config.org_id, config.provider, config.name, config.username,
  config.sealed_password, config.sealed_api_key, config.region, config.from_email, config.host,
  config.port, config.secure, config.tls, config.base_url, config.is_default, config.created_at, config.updated_at`;

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
    fromEmail: row.from_email,
    provider: row.provider,
    secure: row.secure,
    tls: row.tls,
    username: row.username ?? undefined,
    region: row.region ?? undefined,
    host: row.host ?? undefined,
    port: row.port ?? undefined,
    baseUrl: row.base_url ?? undefined,
    ...(await openSecrets(vault, row)),
  };
}
