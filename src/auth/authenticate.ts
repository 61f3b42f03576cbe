import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createBatcher } from '../batcher.js';
import type { Queries } from '../db/queries.js';
import { looksLikeToken, type TokenAudience } from './access-token.js';
import { looksLikeKey } from './api-key.js';
import type { Caller, OrgSettings } from './caller.js';
import type { PlanName } from './plans.js';
import type { Principal } from './principal.js';
import { createLastUsed } from './last-used.js';
import { grantable, oauthScopesIn, SCOPE_ALIASES, type KeyScope } from './scopes.js';
import { secretHash } from './secret-hash.js';

const NOBODY: Principal = { kind: 'nobody', showedSomething: false };

/** A caller without an API key: it owns nothing, may do nothing and reaches no inbox. */
export const anonymous = (address: string, principal: Principal = NOBODY): Caller => ({
  orgId: '',
  principal,
  plan: 'free',
  scopes: [],
  allowedInboxIds: [],
  allowedNamespaces: [],
  settings: {},
  address,
});

/** Tells who sent a request. */
export interface Authenticator {
  /** Null when there is no credential, or none that is valid there. @throws AppError 503 */
  identify(
    headers: IncomingHttpHeaders,
    address: string,
    audience?: TokenAudience,
  ): Promise<Caller | null>;
}

/** A key, with the organization it is of. */
interface ApiKeyRow {
  readonly hash: Buffer;
  readonly key_id: string;
  readonly scopes: KeyScope[] | null;
  readonly allowed_inbox_ids: string[] | null;
  readonly allowed_namespaces: string[] | null;
  readonly org_id: string;
  readonly plan: PlanName;
  readonly settings: OrgSettings;
}

/** A token, with the key behind its grant. */
interface TokenRow extends ApiKeyRow {
  readonly grant_id: string;
  readonly token_scope: string;
  /** Null: everywhere. */
  readonly audience: TokenAudience | null;
}

const OF_KEY = `k.id AS key_id, k.scopes, k.allowed_inbox_ids, k.allowed_namespaces, k.org_id,
  o.plan, o.settings
  FROM api_keys k JOIN orgs o ON o.id = k.org_id`;
const FIND_KEY_BY_ID = `SELECT k.key_hash AS hash, ${OF_KEY} WHERE k.id = $1`;
// Of an array that Postgres can count it plans each look-up anew.
const HASHES = 'ANY (ARRAY(SELECT unnest($1::bytea[])))';
const FIND_KEYS = `SELECT k.key_hash AS hash, ${OF_KEY} WHERE k.key_hash = ${HASHES}`;
// A token lives as long as its grant, with which it is removed, the key behind that and the organization.
const FIND_TOKENS = `
  SELECT t.id AS hash, t.grant_id, t.scope AS token_scope, t.audience, ${OF_KEY}
  JOIN oauth_tokens t ON t.key_id = k.id
  WHERE t.id = ${HASHES} AND t.is_access AND t.expires_at > now()`;

// While one look-up is under way a second may start: more would only make the batches smaller.
const LOOK_UPS = { maxItems: 500, concurrency: 2 };

/**
 * API keys and OAuth tokens of the database. Nothing is remembered between requests: what was revoked is
 * refused at once.
 */
export function createAuthenticator(database: Queries): Authenticator {
  const findKey = createBatcher(finding<ApiKeyRow>(database, FIND_KEYS), LOOK_UPS);
  const findToken = createBatcher(finding<TokenRow>(database, FIND_TOKENS), LOOK_UPS);

  const noteUse = createLastUsed(database);

  const byToken = async (token: string, address: string, audience: TokenAudience) => {
    const row = await findToken(secretHash(token));
    if (!row || (row.audience !== null && row.audience !== audience)) return null;
    noteUse(row.grant_id);
    return tokenCaller(row, address);
  };

  return {
    async identify(headers, address, audience = 'rest') {
      const shown = credentialOf(headers);
      if (shown === null) return null;
      if (looksLikeToken(shown)) return byToken(shown, address, audience);
      if (!looksLikeKey(shown)) return null;
      const row = await findKey(secretHash(shown));
      return row && keyCaller(row, address);
    },
  };
}

/** Callers by the ids of their keys, for what goes on after its request; null where a key is gone. */
export const createKeyCallers =
  (database: Queries) =>
  async (keyId: string): Promise<Caller | null> => {
    const [row] = await database.query<ApiKeyRow>(FIND_KEY_BY_ID, [keyId]);
    return row ? keyCaller(row, '') : null;
  };

/** Finds rows by their hashes, in order; null for those that are not there. */
const finding =
  <Row extends { readonly hash: Buffer }>(database: Queries, statement: string) =>
  async (hashes: readonly Buffer[]): Promise<(Row | null)[]> => {
    const wanted = new Map(hashes.map((hash) => [textOf(hash), hash]));
    const rows = await database.query<Row>(statement, [[...wanted.values()]]);
    const found = new Map(rows.map((row) => [textOf(row.hash), row]));
    return hashes.map((hash) => {
      const row = found.get(textOf(hash));
      return row && timingSafeEqual(row.hash, hash) ? row : null;
    });
  };

const textOf = (hash: Buffer) => hash.toString('latin1');

const keyCaller = (row: ApiKeyRow, address: string): Caller => ({
  orgId: row.org_id,
  principal: { kind: 'key', id: row.key_id },
  plan: row.plan,
  scopes: row.scopes,
  allowedInboxIds: row.allowed_inbox_ids,
  allowedNamespaces: row.allowed_namespaces,
  settings: row.settings,
  address,
});

/** A token is never more than the key behind it. */
const tokenCaller = (row: TokenRow, address: string): Caller => ({
  ...keyCaller(row, address),
  principal: { kind: 'grant', id: row.grant_id, keyId: row.key_id, keyScopes: row.scopes },
  scopes: grantable(oauthScopesIn(row.token_scope), row.scopes).map((name) => SCOPE_ALIASES[name]!),
});

/** What either header shows (docs/interface.md, Variants); `X-API-Key` is looked at first. */
function credentialOf(headers: IncomingHttpHeaders): string | null {
  const own = headers['x-api-key'];
  if (typeof own === 'string' && own !== '') return own.trim();
  return bearerOf(headers);
}

/** The token of `Authorization: Bearer` (RFC 6750 section 2.1). */
export function bearerOf({ authorization = '' }: IncomingHttpHeaders): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null;
}

/** Whether two secrets are equal, in a time that tells neither their contents nor their lengths. */
export const equalSecrets = (one: string, other: string): boolean =>
  timingSafeEqual(secretHash(one), secretHash(other));
