import type { z } from 'zod';
import { requireWholeOrg, type AccessScope } from '../../auth/ownership.js';
import type { Database } from '../../db/database.js';
import type { TargetChecks } from '../../egress/check.js';
import { invalid } from '../../errors.js';
import type { Models } from '../../models/models.js';
import {
  AI_FEATURES,
  vaultContextOf,
  readModelSettings,
  type AiFeature,
} from '../../models/settings.js';
import type { Vault } from '../../vault/vault.js';
import type { FromWire } from '../../operations/wire.js';
import type { aiConfig, NewAiConfig } from './schema.js';
import { testModel, type ModelTest } from './testing.js';

/** The model of an organization, without its key. */
export interface AiConfigRow extends FromWire<Omit<z.input<typeof aiConfig>, 'features'>> {
  readonly features: readonly AiFeature[];
}

interface AiConfigServiceDeps {
  readonly database: Database;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly egress: Pick<TargetChecks, 'checkUrl'>;
  readonly models: Pick<Models, 'ask' | 'askForJson'>;
}

const WHAT = 'models';

/** The models of organizations. */
export class AiConfigService {
  constructor(private readonly deps: AiConfigServiceDeps) {}

  /** @throws AppError 403 */
  async get(access: AccessScope): Promise<AiConfigRow> {
    requireWholeOrg(access, WHAT);
    const [row] = await this.deps.database.query<AiConfigRow>(FIND, [access.orgId]);
    return row!;
  }

  /** All of it anew; a key that is left out stays. @throws AppError 400, 403 */
  async replace(access: AccessScope, given: NewAiConfig): Promise<AiConfigRow> {
    requireWholeOrg(access, WHAT);
    const { orgId } = access;
    const { provider, model = null, embeddingModel = null, apiKey, monthlyTokenCap = null } = given;
    const baseUrl = this.checkedBase(given);
    const origin = baseUrl === null ? null : new URL(baseUrl).origin;
    const features = AI_FEATURES.filter((name) => given.features[name]);
    const sealed = apiKey ? await this.deps.vault.seal(orgId, vaultContextOf(orgId), apiKey) : null;
    const isKept = apiKey === undefined;
    const [written] = await this.deps.database.query(REPLACE, [
      ...[orgId, provider, baseUrl, model, embeddingModel, features, monthlyTokenCap],
      ...[isKept, sealed, sealed && origin, origin],
    ]);
    if (!written)
      throw invalid(
        'api_key is required where base_url names another server than it was given for',
      );
    return this.get(access);
  }

  /** Asks the model now; that it refuses is a result. @throws AppError 400 without a model, 403 */
  async test(access: AccessScope): Promise<ModelTest> {
    requireWholeOrg(access, WHAT);
    const settings = await readModelSettings(this.deps, access.orgId);
    if (!settings) throw invalid('No model is configured: set provider with PUT /v1/ai-config');
    return testModel(this.deps.models, settings);
  }

  /** @throws AppError 400 for a model that cannot be asked */
  private checkedBase({ provider, baseUrl = null, model = null }: NewAiConfig): string | null {
    const required = provider === 'none' ? {} : { base_url: baseUrl, model };
    for (const [name, value] of Object.entries(required))
      if (value === null) throw invalid(`${name} is required for ${provider}`);
    if (baseUrl === null) return null;
    const url = this.deps.egress.checkUrl(baseUrl, 'base_url');
    if (url.search !== '' || url.hash !== '') throw invalid('base_url must have no ? and no #');
    return url.href.replace(/\/+$/, '');
  }
}

const FIND = `
SELECT coalesce(c.provider, 'none') AS provider, c.base_url AS "baseUrl", c.model,
  c.embedding_model AS "embeddingModel", c.sealed_api_key IS NOT NULL AS "hasApiKey",
  coalesce(c.features, '{}') AS features, c.monthly_token_cap::float8 AS "monthlyTokenCap",
  coalesce(u.tokens, 0)::float8 AS "tokensUsed", c.updated_at AS "updatedAt"
FROM (SELECT $1::text AS org_id) o
LEFT JOIN ai_configs c ON c.org_id = o.org_id
LEFT JOIN ai_usage u ON u.org_id = o.org_id
  AND u.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date`;

// A key that stays is for the origin it was given for; without a server it waits for one.
const REPLACE = `
INSERT INTO ai_configs AS kept (org_id, provider, base_url, model, embedding_model, features,
  monthly_token_cap, sealed_api_key, key_origin)
VALUES ($1, $2, $3, $4, $5, $6, $7, $9, $10)
ON CONFLICT (org_id) DO UPDATE SET provider = $2, base_url = $3, model = $4, embedding_model = $5,
  features = $6, monthly_token_cap = $7, updated_at = date_trunc('milliseconds', now()),
  sealed_api_key = CASE WHEN $8 THEN kept.sealed_api_key ELSE $9 END,
  key_origin = CASE WHEN $8 THEN kept.key_origin ELSE $10 END
WHERE NOT $8 OR kept.sealed_api_key IS NULL OR $11::text IS NULL OR kept.key_origin = $11
RETURNING org_id`;
