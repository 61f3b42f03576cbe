import type { Queries } from '../db/queries.js';
import type { Vault } from '../vault/vault.js';

/** What a model may be used for. */
export const AI_FEATURES = ['summary', 'category', 'ask', 'tasks'] as const;

/** One of them. */
export type AiFeature = (typeof AI_FEATURES)[number];

/** The model of an organization, ready to be asked. */
export interface ModelSettings {
  readonly orgId: string;
  /** Where `/chat/completions` is below. */
  readonly baseUrl: string;
  readonly model: string;
  readonly embeddingModel: string | null;
  readonly apiKey: string | null;
  readonly features: readonly AiFeature[];
  /** Tokens of a calendar month; null: no cap. */
  readonly monthlyTokenCap: number | null;
}

interface SettingsRow extends Omit<ModelSettings, 'apiKey'> {
  readonly sealedApiKey: Buffer | null;
}

/** Where the key of a model stands, for the vault. */
export const vaultContextOf = (orgId: string) => ({ id: orgId, field: 'ai_api_key' });

const FIND = `
SELECT org_id AS "orgId", base_url AS "baseUrl", model, embedding_model AS "embeddingModel",
  sealed_api_key AS "sealedApiKey", features, monthly_token_cap::float8 AS "monthlyTokenCap"
FROM ai_configs WHERE org_id = $1 AND provider <> 'none'`;

/** Null where the organization has no model. @throws Error where its key cannot be opened */
export async function readModelSettings(
  { database, vault }: { readonly database: Queries; readonly vault: Pick<Vault, 'open'> },
  orgId: string,
): Promise<ModelSettings | null> {
  const [row] = await database.query<SettingsRow>(FIND, [orgId]);
  if (!row) return null;
  const { sealedApiKey: sealed, ...settings } = row;
  const apiKey = sealed && (await vault.open(orgId, vaultContextOf(orgId), sealed));
  return { ...settings, apiKey };
}
