import type { TokenAudience } from '../auth/access-token.js';
import type { OAuthAddresses } from './addresses.js';

/**
 * The resource an indicator names (RFC 8707), as it stands in metadata: the public address or its `/mcp`, with
 * or without a final slash. Anything else is left as it is, and unknown.
 */
function canonicalResource({ issuer, tools }: OAuthAddresses, indicator: string): string {
  // User info, a query or a fragment is no part of either; parsing would drop what is empty.
  if (/[?#@\\\s]/.test(indicator) || !URL.canParse(indicator)) return indicator;
  const { origin, pathname } = new URL(indicator);
  const named = (origin + pathname).replace(/\/$/, '');
  return named === issuer || named === tools ? named : indicator;
}

/** What a token for a resource is good for; null for an unknown resource. */
export function audienceOf(
  { issuer, tools }: OAuthAddresses,
  resource: string,
): TokenAudience | null {
  if (resource === issuer) return 'rest';
  return resource === tools ? 'tools' : null;
}

/** What a request gives as `resource`, which may be there several times. */
export function canonicalResources(addresses: OAuthAddresses, given: unknown): unknown {
  if (typeof given === 'string') return canonicalResource(addresses, given);
  if (!Array.isArray(given)) return given;
  const names = [...new Set(given.map((one) => canonicalResources(addresses, one)))];
  return names.length === 1 ? names[0] : names;
}
