import type { z } from 'zod';
import { requireOwned, requireWholeOrg, type AccessScope } from '../../auth/ownership.js';
import { Conditions } from '../../db/conditions.js';
import type { Cursors } from '../../db/cursor.js';
import type { Database } from '../../db/database.js';
import { listPage, newestFirst, type Page, type Paging } from '../../db/page.js';
import { forbidden, notFound } from '../../errors.js';
import type { FromWire } from '../../operations/wire.js';
import { notify, statement } from '../../store/statement.js';
import type { client, grant } from './schema.js';

interface OAuthServiceDeps {
  readonly database: Database;
  readonly cursors: Cursors;
}

/** A program's access to an organization. */
export interface GrantRow extends FromWire<Omit<z.input<typeof grant>, 'scopes'>> {
  /** OAuth scopes, separated by blanks; some may stand there more than once. */
  readonly scope: string;
}

/** A program that an organization has to do with. */
export type ClientRow = FromWire<z.input<typeof client>>;

interface OwnedGrant {
  readonly orgId: string;
  readonly allowedInboxIds: readonly string[] | null;
}

const GRANTS = 'oauth_grants JOIN api_keys ON api_keys.id = oauth_grants.key_id';
// A program that asks for itself asks for other scopes each time: it has those of all its tokens.
const SCOPE = `CASE WHEN is_machine THEN concat_ws(' ', scope, (
  SELECT string_agg(DISTINCT t.scope, ' ') FROM oauth_tokens t
  WHERE t.grant_id = oauth_grants.id AND t.expires_at > now())) ELSE scope END`;
const GRANT_COLUMNS = `oauth_grants.id, client_id AS "clientId", client_name AS "clientName",
  key_id AS "apiKeyId", NOT is_machine AS "signedIn", ${SCOPE} AS scope,
  oauth_grants.created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt"`;
const FIND_GRANT = `
  SELECT oauth_grants.org_id AS "orgId", allowed_inbox_ids AS "allowedInboxIds"
  FROM ${GRANTS} WHERE oauth_grants.id = $1 AND expires_at > now()`;
const END_GRANT = statement(
  [
    'gone AS (DELETE FROM oauth_grants WHERE id = $1 AND org_id = $2 RETURNING id)',
    notify('key_revoked', 'SELECT id FROM gone'),
  ],
  'SELECT id FROM gone',
);

// Those it registered with a key of its own, and those it granted something.
const CLIENTS = `(
  SELECT org_id, id, max(name) AS name, max(key_id) AS key_id, sum(grants)::int AS grants,
    min(created_at) AS created_at, max(last_used_at) AS last_used_at
  FROM (
    SELECT org_id, id, name, key_id, 0 AS grants, created_at, NULL::timestamptz AS last_used_at
    FROM oauth_clients
    UNION ALL
    SELECT org_id, client_id, client_name, NULL, 1, created_at, last_used_at
    FROM oauth_grants WHERE expires_at > now()
  ) AS known GROUP BY org_id, id) AS clients`;
const CLIENT_COLUMNS = `id, name, key_id AS "apiKeyId", grants, created_at AS "createdAt",
  last_used_at AS "lastUsedAt"`;
const FIND_CLIENT = 'SELECT org_id AS "orgId" FROM oauth_clients WHERE id = $1';
const REMOVE_CLIENT = statement(
  [
    'gone AS (DELETE FROM oauth_grants WHERE client_id = $1 AND org_id = $2 RETURNING id)',
    'forgotten AS (DELETE FROM oauth_clients WHERE id = $1 AND org_id = $2 RETURNING id)',
    notify('key_revoked', 'SELECT id FROM gone'),
  ],
  'SELECT id FROM gone UNION ALL SELECT id FROM forgotten',
);

/** Who has access by OAuth: seen and ended. */
export class OAuthService {
  constructor(private readonly deps: OAuthServiceDeps) {}

  /** A page of grants, newest first; a caller bound to inboxes sees those that reach no further. */
  async listGrants(
    { orgId, allowedInboxIds }: AccessScope,
    paging: Paging,
  ): Promise<Page<GrantRow>> {
    const where = new Conditions().add('oauth_grants.org_id = ?', orgId).add('expires_at > now()');
    if (allowedInboxIds) where.add('allowed_inbox_ids <@ ?', allowedInboxIds);
    const list = { orgId, name: 'oauth-grants', columns: GRANT_COLUMNS, from: GRANTS, where };
    return listPage<GrantRow>(this.deps, { ...list, order: newestFirst('oauth_grants') }, paging);
  }

  /** Ends a grant at once. @throws AppError 404, or 403 for another organization's, or one that reaches further */
  async endGrant({ orgId, allowedInboxIds }: AccessScope, id: string): Promise<void> {
    const { database } = this.deps;
    const [found] = await database.query<OwnedGrant>(FIND_GRANT, [id]);
    const grant = requireOwned(orgId, found, 'Grant');
    if (allowedInboxIds && !isWithin(grant.allowedInboxIds, allowedInboxIds))
      throw forbidden('This key is bound to inboxes and cannot end a grant that reaches further');
    if ((await database.query(END_GRANT, [id, orgId])).length === 0) throw notFound('Grant');
  }

  /** A page of programs, newest first. @throws AppError 403 for a key that is bound to inboxes */
  async listClients(access: AccessScope, paging: Paging): Promise<Page<ClientRow>> {
    requireWholeOrg(access, 'programs');
    const { orgId } = access;
    const where = new Conditions().add('org_id = ?', orgId);
    const list = { orgId, name: 'oauth-clients', columns: CLIENT_COLUMNS, from: CLIENTS, where };
    return listPage<ClientRow>(this.deps, { ...list, order: newestFirst('clients') }, paging);
  }

  /**
   * Ends all grants of a program, and forgets it where the organization registered it.
   * @throws AppError 404, or 403 for another organization's, and for a key that is bound to inboxes
   */
  async removeClient(access: AccessScope, id: string): Promise<void> {
    requireWholeOrg(access, 'programs');
    const { database } = this.deps;
    if ((await database.query(REMOVE_CLIENT, [id, access.orgId])).length > 0) return;
    const [found] = await database.query<{ orgId: string | null }>(FIND_CLIENT, [id]);
    // Whoever registered without a key is nobody's.
    if (found?.orgId) throw forbidden('Client belongs to another organization');
    throw notFound('Client');
  }
}

const isWithin = (inner: readonly string[] | null, outer: readonly string[]) =>
  inner !== null && inner.every((item) => outer.includes(item));
