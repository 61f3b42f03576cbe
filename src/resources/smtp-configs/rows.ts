import { columnsOf } from '../../db/columns.js';
import type { ProviderName, ProviderSettings, TlsMode } from '../../outbound/provider.js';

/** What is written of a configuration; the times are the table's. */
export interface WrittenConfig {
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
  readonly sealedPassword: Buffer | null;
  readonly sealedApiKey: Buffer | null;
}

/** Whose secrets they are. */
export type ConfigRef = Pick<WrittenConfig, 'id' | 'orgId'>;

/** The secrets of a configuration as its row keeps them. */
export type SealedSecrets = Pick<WrittenConfig, 'sealedPassword' | 'sealedApiKey'>;

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
