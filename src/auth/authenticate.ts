import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createBatcher } from '../batcher.js';
import type { Database } from '../db/database.js';
import { hashOfKey, looksLikeKey } from './api-key.js';
import type { Caller, OrgSettings } from './caller.js';
import type { PlanName } from './plans.js';
import type { Principal } from './principal.js';
import type { KeyScope } from './scopes.js';

const NOBODY: Principal = { kind: 'nobody', showedSomething: false };

/** A caller without an API key: it owns nothing, may do nothing and reaches no inbox. */
export const anonymous = (address: string, principal: Principal = NOBODY): Caller => ({
  orgId: '',
  principal,
  plan: 'free',
  scopes: [],
  allowedInboxIds: [],
  settings: {},
  address,
});

/** Tells who sent a request. */
export interface Authenticator {
  /** Null when there is no credential, or none that is valid. @throws AppError 503 */
  identify(headers: IncomingHttpHeaders, address: string): Promise<Caller | null>;
}

interface KeyRow {
  readonly id: string;
  readonly key_hash: Buffer;
  readonly scopes: KeyScope[] | null;
  readonly allowed_inbox_ids: string[] | null;
  readonly org_id: string;
  readonly plan: PlanName;
  readonly settings: OrgSettings;
}

const FIND_KEYS = `
  SELECT k.id, k.key_hash, k.scopes, k.allowed_inbox_ids, k.org_id, o.plan, o.settings
  FROM api_keys k JOIN orgs o ON o.id = k.org_id
  WHERE k.key_hash = ANY($1)`;
// While one look-up is under way a second may start: more would only make the batches smaller.
const LOOK_UPS_AT_ONCE = 2;

/** API keys of the database. Nothing is remembered between requests: a revoked key is refused at once. */
export function createAuthenticator(database: Pick<Database, 'query'>): Authenticator {
  const find = createBatcher((hashes: readonly Buffer[]) => findKeys(database, hashes), {
    maxItems: 500,
    lanes: LOOK_UPS_AT_ONCE,
  });
  return {
    async identify(headers, address) {
      const key = apiKeyOf(headers);
      if (key === null || !looksLikeKey(key)) return null;
      const row = await find(hashOfKey(key));
      return row && toCaller(row, address);
    },
  };
}

async function findKeys(
  database: Pick<Database, 'query'>,
  hashes: readonly Buffer[],
): Promise<(KeyRow | null)[]> {
  const wanted = new Map(hashes.map((hash) => [textOf(hash), hash]));
  const rows = await database.query<KeyRow>(FIND_KEYS, [[...wanted.values()]]);
  const found = new Map(rows.map((row) => [textOf(row.key_hash), row]));
  return hashes.map((hash) => {
    const row = found.get(textOf(hash));
    return row && timingSafeEqual(row.key_hash, hash) ? row : null;
  });
}

const textOf = (hash: Buffer) => hash.toString('latin1');

const toCaller = (row: KeyRow, address: string): Caller => ({
  orgId: row.org_id,
  principal: { kind: 'key', id: row.id },
  plan: row.plan,
  scopes: row.scopes,
  allowedInboxIds: row.allowed_inbox_ids,
  settings: row.settings,
  address,
});

/** The key of either header (docs/interface.md, Variants); `X-API-Key` is looked at first. */
function apiKeyOf(headers: IncomingHttpHeaders): string | null {
  const own = headers['x-api-key'];
  if (typeof own === 'string' && own !== '') return own.trim();
  return bearerOf(headers);
}

/** The token of `Authorization: Bearer` (RFC 6750 section 2.1). */
export function bearerOf({ authorization = '' }: IncomingHttpHeaders): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null;
}

/** Whether two secrets are equal, in a time that tells neither their contents nor their lengths. */
export function equalSecrets(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
