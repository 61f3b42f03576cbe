import type { PlanName } from './plans.js';
import type { Principal } from './principal.js';
import type { KeyScope } from './scopes.js';

/** Who calls an operation, on any front end. */
export interface Caller {
  /** Empty for a caller without credentials: the empty organization owns nothing. */
  readonly orgId: string;
  readonly principal: Principal;
  readonly plan: PlanName;
  /** Null: everything. */
  readonly scopes: readonly KeyScope[] | null;
  /** Null: every inbox of the organization. */
  readonly allowedInboxIds: readonly string[] | null;
  /** Namespaces of credentials; null: each, and what is in none. */
  readonly allowedNamespaces: readonly string[] | null;
  readonly settings: OrgSettings;
  /** The TCP peer, or the client a trusted proxy names. */
  readonly address: string;
}

/** What `PATCH /v1/orgs/me` can set. */
export interface OrgSettings {
  /** Status of a wait that ran out (docs/interface.md, Waiting). */
  readonly wait_timeout_status?: 204 | 408;
}
