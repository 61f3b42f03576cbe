import type { KeyScope } from './scopes.js';

/** Who a call comes from. */
export type Principal =
  | { readonly kind: 'key'; readonly id: string }
  | GrantPrincipal
  | { readonly kind: 'mail-server' }
  /** `showedSomething`: a credential that is not valid. */
  | { readonly kind: 'nobody'; readonly showedSomething: boolean };

/** A program that shows an OAuth token: `id` is the grant, which a refreshed token belongs to as well. */
export interface GrantPrincipal {
  readonly kind: 'grant';
  readonly id: string;
  /** The API key behind the grant, which it never exceeds and counts as. */
  readonly keyId: string;
  /** What that key may do; null: everything. */
  readonly keyScopes: readonly KeyScope[] | null;
}

/**
 * What rows, counters and limits know a principal by, unique over all kinds. Those that are not let near
 * anything of an organization share the empty name.
 */
export const principalId = (principal: Principal): string =>
  principal.kind === 'key' || principal.kind === 'grant' ? principal.id : '';

/** The API key whose requests a minute a principal uses up. */
export const countedKeyId = (principal: Principal): string =>
  principal.kind === 'grant' ? principal.keyId : principalId(principal);
