import type { z } from 'zod';
import { columnsOf } from '../../db/columns.js';
import type { FromWire } from '../../operations/wire.js';
import type { ProviderSettings } from '../../outbound/provider.js';
import type { smtpConfig } from './schema.js';

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
