import { DEFAULT_OAUTH_SCOPES, oauthScopesIn } from '../auth/scopes.js';
import type { OAuthAddresses } from './addresses.js';
import { canonicalResources } from './resources.js';

type Query = Readonly<Record<string, string | string[] | undefined>>;

// RFC 6749 section 3.1: what is not known is ignored. oidc-provider would refuse parts of OpenID Connect.
const PARAMETERS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'resource',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'request',
  'request_uri',
  'registration',
];

/** An authorization request with what it means here: known parameters, scopes and resources alone. */
export function adaptRequest(addresses: OAuthAddresses, query: Query): Query {
  const known = Object.fromEntries(
    PARAMETERS.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  ) as Record<string, string | string[]>;
  const { scope, resource, response_mode: mode, prompt } = known;
  // Repeated parameters are left for oidc-provider to refuse.
  if (!Array.isArray(scope)) known['scope'] = scopeOf(scope);
  if (resource !== undefined)
    known['resource'] = canonicalResources(addresses, resource) as string | string[];
  // Other modes need a script, or show the code to scripts.
  if (mode !== undefined && mode !== 'query') known['response_mode'] = 'unsupported';
  if (typeof prompt === 'string') known['prompt'] = promptOf(prompt);
  if (known['prompt'] === '') delete known['prompt'];
  return known;
}

function scopeOf(asked = ''): string {
  const known = oauthScopesIn(asked);
  return (known.length > 0 ? known : DEFAULT_OAUTH_SCOPES).join(' ');
}

/** Everybody signs in and consents each time; only that nobody is to be asked makes a difference. */
const promptOf = (prompt: string) => (prompt.split(' ').includes('none') ? prompt : '');
