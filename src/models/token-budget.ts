import type { Queries } from '../db/queries.js';
import { tokensSpent } from './model-error.js';
import type { ModelSettings } from './settings.js';

/** Tokens that a call may use. They count until it is known how many it used. */
export interface Reservation {
  readonly orgId: string;
  /** Its first day. */
  readonly month: string;
  readonly tokens: number;
}

// One statement decides between calls that ask for the last tokens at the same time.
const RESERVE = `
INSERT INTO ai_usage AS kept (org_id, month, tokens)
SELECT $1, date_trunc('month', now() AT TIME ZONE 'UTC')::date, $2::bigint
WHERE $2::bigint <= coalesce($3::bigint, $2::bigint)
ON CONFLICT (org_id, month) DO UPDATE SET tokens = kept.tokens + excluded.tokens
WHERE kept.tokens + excluded.tokens <= coalesce($3::bigint, kept.tokens + excluded.tokens)
RETURNING month::text`;

const SETTLE = `
UPDATE ai_usage SET tokens = greatest(tokens + $3::bigint, 0) WHERE org_id = $1 AND month = $2::date`;

/**
 * What organizations use of models. Tokens are taken before a call, as many as it can cost, and what it did not
 * cost is given back: the cap holds however many calls there are at once, and a process that dies gives nothing back.
 */
export class TokenBudget {
  constructor(private readonly database: Queries) {}

  /** @throws ModelError where the month has fewer left */
  async reserve(
    { orgId, monthlyTokenCap }: Pick<ModelSettings, 'orgId' | 'monthlyTokenCap'>,
    tokens: number,
  ): Promise<Reservation> {
    const values = [orgId, tokens, monthlyTokenCap];
    const [row] = await this.database.query<{ month: string }>(RESERVE, values);
    if (!row) throw tokensSpent();
    return { orgId, month: row.month, tokens };
  }

  /** Counts what was used in place of what was reserved. */
  async settle({ orgId, month, tokens }: Reservation, used: number): Promise<void> {
    await this.database.query(SETTLE, [orgId, month, used - tokens]);
  }
}
