import type { AdapterPayload } from 'oidc-provider';
import type { TokenAudience } from '../auth/access-token.js';
import { secretHash } from '../auth/secret-hash.js';
import type { KeyScope } from '../auth/scopes.js';
import type { Database } from '../db/database.js';
import { newId } from '../ids.js';
import { notify, statement } from '../store/statement.js';

/** Kinds of what is kept of a token: how oidc-provider names its models. */
export type TokenKind = 'AccessToken' | 'ClientCredentials' | 'RefreshToken' | 'AuthorizationCode';

/** A token or code, as it is written. */
export interface NewToken {
  readonly kind: TokenKind;
  readonly token: string;
  readonly grantId: string;
  readonly scope: string;
  readonly audience: TokenAudience | null;
  readonly payload: AdapterPayload;
  /** Seconds. */
  readonly expiresIn: number;
}

/** A grant, as it is written. */
export interface NewGrant {
  readonly id: string;
  readonly keyId: string;
  readonly clientId: string;
  readonly scope: string;
  readonly payload: AdapterPayload;
  /** Seconds. */
  readonly expiresIn: number;
}

/** A registration, as it is written. */
export interface NewClient {
  readonly id: string;
  readonly owner: { readonly orgId: string; readonly keyId: string } | null;
  readonly name: string | null;
  readonly metadata: AdapterPayload;
  readonly secretHash: Buffer | null;
}

/** A key as the person who showed it sees it, and what it can grant. */
export interface KeyHolder {
  readonly organization: string;
  /** Name and beginning of the key. */
  readonly key: string;
  /** Null: everything. */
  readonly scopes: readonly KeyScope[] | null;
  readonly isBoundToInboxes: boolean;
}

/** A token that is about to be used up: nobody else uses it up meanwhile. */
export interface LockedToken {
  readonly grantId: string;
  readonly clientId: string;
  readonly orgId: string;
  readonly isConsumed: boolean;
  /** What it was answered with a moment ago, sealed; null where that is to be given to nobody any more. */
  readonly sealedAnswer: Buffer | null;
}

const SAVE_TOKEN = `
  INSERT INTO oauth_tokens (id, kind, grant_id, key_id, scope, audience, payload, expires_at)
  SELECT $1, $2, g.id, g.key_id, $4, $5, $6, least(now() + make_interval(secs => $7), g.expires_at)
  FROM oauth_grants g WHERE g.id = $3
  RETURNING id`;
const FIND_TOKEN = `
  SELECT payload, consumed_at FROM oauth_tokens WHERE id = $1 AND kind = $2`;
// Of many at once one finds it unused.
const CONSUME = `
  UPDATE oauth_tokens SET consumed_at = now() WHERE id = $1 AND kind = $2 AND consumed_at IS NULL
  RETURNING id`;
const LOCK = `
  SELECT t.grant_id AS "grantId", g.client_id AS "clientId", g.org_id AS "orgId",
    t.consumed_at IS NOT NULL AS "isConsumed"
  FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id JOIN api_keys k ON k.id = g.key_id
  WHERE t.id = $1 AND t.kind = $2 AND g.expires_at > now()
    AND (t.expires_at > now() OR t.consumed_at IS NOT NULL)
  FOR UPDATE OF t`;
const ANSWER = `
  SELECT sealed_answer FROM oauth_refreshes
  WHERE token_id = $1 AND created_at > now() - interval '60 seconds'`;
const KEEP_ANSWER = `
  WITH used AS (DELETE FROM oauth_refreshes WHERE grant_id = $2 AND token_id <> $1)
  INSERT INTO oauth_refreshes (token_id, grant_id, org_id, sealed_answer) VALUES ($1, $2, $3, $4)`;

const SAVE_GRANT = `
  INSERT INTO oauth_grants (id, org_id, key_id, client_id, scope, payload, expires_at)
  SELECT $1, k.org_id, k.id, $3, $4, $5, now() + make_interval(secs => $6)
  FROM api_keys k WHERE k.id = $2
  ON CONFLICT (id) DO UPDATE SET scope = excluded.scope, payload = excluded.payload
  RETURNING id`;
const FIND_GRANT = `
  SELECT g.payload FROM oauth_grants g JOIN api_keys k ON k.id = g.key_id
  WHERE g.id = $1 AND g.expires_at > now()`;
const endGrant = (which: string) =>
  statement(
    [
      `gone AS (DELETE FROM oauth_grants WHERE id = ${which} RETURNING id)`,
      notify('key_revoked', 'SELECT id FROM gone'),
    ],
    'SELECT id FROM gone',
  );
const END_GRANT = endGrant('$1');
const END_GRANT_OF = endGrant('(SELECT grant_id FROM oauth_tokens WHERE id = $1 AND kind = $2)');
const NAME_GRANT = `
  WITH used AS (UPDATE oauth_clients SET used_at = now() WHERE id = $2 AND used_at IS NULL)
  UPDATE oauth_grants SET client_name = $3 WHERE id = $1`;
// One for each client: it lasts as long as its last token.
const MACHINE_GRANT = `
  WITH used AS (UPDATE oauth_clients SET used_at = now() WHERE id = $2 AND used_at IS NULL)
  INSERT INTO oauth_grants
    (id, org_id, key_id, client_id, client_name, is_machine, scope, payload, expires_at)
  SELECT $1, k.org_id, k.id, c.id, c.name, true, $3, '{}', now() + interval '1 day'
  FROM oauth_clients c JOIN api_keys k ON k.id = c.key_id WHERE c.id = $2
  ON CONFLICT (client_id) WHERE is_machine
    DO UPDATE SET expires_at = excluded.expires_at, scope = excluded.scope, key_id = excluded.key_id
  RETURNING id`;

const FIND_HOLDER = `
  SELECT o.name AS organization, k.name || ' (' || k.key_prefix || '…)' AS key, k.scopes,
    k.allowed_inbox_ids IS NOT NULL AS "isBoundToInboxes"
  FROM api_keys k JOIN orgs o ON o.id = k.org_id WHERE k.id = $1`;
const SAVE_CLIENT = `
  INSERT INTO oauth_clients (id, org_id, key_id, name, metadata, secret_hash)
  VALUES ($1, $2, $3, $4, $5, $6)`;
const FIND_CLIENT = `SELECT metadata, secret_hash FROM oauth_clients WHERE id = $1`;

const SAVE_DOCUMENT = `
  INSERT INTO oauth_documents (url, body) VALUES ($1, $2)
  ON CONFLICT (url) DO UPDATE SET body = excluded.body, fetched_at = now()`;

const SAVE_INTERACTION = `
  INSERT INTO oauth_interactions (id, payload, expires_at)
  VALUES ($1, $2, now() + make_interval(secs => $3))
  ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`;
const FIND_INTERACTION = `
  SELECT payload FROM oauth_interactions WHERE id = $1 AND expires_at > now()`;

/** What OAuth keeps. Whatever was made at random is known by its hash alone. */
export class OAuthStorage {
  constructor(readonly database: Pick<Database, 'query' | 'together'>) {}

  /** False where its grant has ended. */
  async saveToken(token: NewToken): Promise<boolean> {
    const { kind, grantId, scope, audience, payload, expiresIn } = token;
    const id = secretHash(token.token);
    const values = [id, kind, grantId, scope, audience, payload, expiresIn];
    return this.found(SAVE_TOKEN, values);
  }

  async findToken(kind: TokenKind, token: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.database.query<{
      payload: AdapterPayload;
      consumed_at: Date | null;
    }>(FIND_TOKEN, [secretHash(token), kind]);
    return row && { ...row.payload, ...(row.consumed_at && { consumed: true }) };
  }

  /** False where somebody else has used it up. */
  consumeToken(kind: TokenKind, token: string): Promise<boolean> {
    return this.found(CONSUME, [secretHash(token), kind]);
  }

  async removeToken(kind: TokenKind, token: string): Promise<void> {
    const values = [secretHash(token), kind];
    await this.database.query('DELETE FROM oauth_tokens WHERE id = $1 AND kind = $2', values);
  }

  async removeTokensOf(grantId: string, kind: TokenKind): Promise<void> {
    const values = [grantId, kind];
    await this.database.query('DELETE FROM oauth_tokens WHERE grant_id = $1 AND kind = $2', values);
  }

  /** To be called in a transaction, at whose end it is free again. */
  async lockToken(kind: TokenKind, token: string): Promise<LockedToken | null> {
    const id = secretHash(token);
    const [row] = await this.database.query<Omit<LockedToken, 'sealedAnswer'>>(LOCK, [id, kind]);
    if (!row?.isConsumed) return row ? { ...row, sealedAnswer: null } : null;
    // Asked for once the lock is there: it may be the answer of whoever had it.
    const [kept] = await this.database.query<{ sealed_answer: Buffer }>(ANSWER, [id]);
    return { ...row, sealedAnswer: kept?.sealed_answer ?? null };
  }

  /** Keeps the answer to a refresh; those to earlier ones of the grant are given to nobody any more. */
  async keepAnswer(token: string, { grantId, orgId }: LockedToken, sealed: Buffer): Promise<void> {
    await this.database.query(KEEP_ANSWER, [secretHash(token), grantId, orgId, sealed]);
  }

  /** False where the key behind it is gone. */
  async saveGrant({ id, keyId, clientId, scope, payload, expiresIn }: NewGrant): Promise<boolean> {
    return this.found(SAVE_GRANT, [id, keyId, clientId, scope, payload, expiresIn]);
  }

  async findGrant(id: string): Promise<AdapterPayload | undefined> {
    return (await this.database.query<{ payload: AdapterPayload }>(FIND_GRANT, [id]))[0]?.payload;
  }

  /** Ends a grant with its tokens, waits and streams. */
  async endGrant(id: string): Promise<void> {
    await this.database.query(END_GRANT, [id]);
  }

  /** Ends the grant of a token. */
  async endGrantOf(kind: TokenKind, token: string): Promise<void> {
    await this.database.query(END_GRANT_OF, [secretHash(token), kind]);
  }

  /** Notes to whom something was granted. */
  async nameGrant(id: string, clientId: string, clientName: string | null): Promise<void> {
    await this.database.query(NAME_GRANT, [id, clientId, clientName]);
  }

  /** Whose key it is; null for one that is gone. */
  async holderOf(keyId: string): Promise<KeyHolder | null> {
    return (await this.database.query<KeyHolder>(FIND_HOLDER, [keyId]))[0] ?? null;
  }

  /** The grant of a client that asks for itself; null where no key stands behind it. */
  async machineGrant(clientId: string, scope: string): Promise<string | null> {
    const values = [newId('grant'), clientId, scope];
    const [row] = await this.database.query<{ id: string }>(MACHINE_GRANT, values);
    return row?.id ?? null;
  }

  async saveClient({ id, owner, name, metadata, secretHash }: NewClient): Promise<void> {
    const values = [id, owner?.orgId ?? null, owner?.keyId ?? null, name, metadata, secretHash];
    await this.database.query(SAVE_CLIENT, values);
  }

  async findClient(id: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.database.query<{
      metadata: AdapterPayload;
      secret_hash: Buffer | null;
    }>(FIND_CLIENT, [id]);
    return row && { ...row.metadata, ...secretOf(row.secret_hash) };
  }

  async saveDocument(url: string, body: string): Promise<void> {
    await this.database.query(SAVE_DOCUMENT, [url, body]);
  }

  /** The document as it was when it could last be fetched. */
  async findDocument(url: string): Promise<string | undefined> {
    const text = 'SELECT body FROM oauth_documents WHERE url = $1';
    return (await this.database.query<{ body: string }>(text, [url]))[0]?.body;
  }

  async saveInteraction(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    await this.database.query(SAVE_INTERACTION, [secretHash(id), payload, expiresIn]);
  }

  async findInteraction(id: string): Promise<AdapterPayload | undefined> {
    const values = [secretHash(id)];
    const rows = await this.database.query<{ payload: AdapterPayload }>(FIND_INTERACTION, values);
    return rows[0]?.payload;
  }

  async removeInteraction(id: string): Promise<void> {
    await this.database.query('DELETE FROM oauth_interactions WHERE id = $1', [secretHash(id)]);
  }

  private async found(text: string, values: readonly unknown[]): Promise<boolean> {
    return (await this.database.query(text, values)).length > 0;
  }
}

/** What a secret is compared with: it stands where oidc-provider has the secret itself. */
const secretOf = (hash: Buffer | null) => hash && { client_secret: hash.toString('hex') };
