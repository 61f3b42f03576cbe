import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { OAUTH_SCOPES, oauthScopesIn } from '../auth/scopes.js';
import type { OAuthCall } from './call.js';
import type { RedirectRules } from './redirects.js';

/** What programs say of themselves (RFC 7591 section 2), as far as it means something here. */
interface ClientMetadata {
  redirect_uris?: unknown;
  grant_types?: unknown;
  response_types?: unknown;
  application_type?: string | undefined;
  token_endpoint_auth_method?: unknown;
  [name: string]: unknown;
}

/** How clients show who they are. */
export const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const;

/** The property that keeps which scopes a program registered with, as `scope` itself would limit it to them. */
export const REGISTERED_SCOPE = 'registered_scope';

const MACHINE = 'client_credentials';
const PERSON: readonly unknown[] = ['authorization_code', 'refresh_token'];
// What would have this service fetch or encrypt something, or limits what can be asked for later on.
const IGNORED = [
  'scope',
  'jwks',
  'jwks_uri',
  'sector_identifier_uri',
  'default_acr_values',
  'default_max_age',
  'require_auth_time',
  'id_token_signed_response_alg',
  'response_modes',
  'subject_type',
];
// RFC 7591 section 2 and 3.2.1; oidc-provider has more to say, of OpenID Connect.
const ANSWERED = [
  'client_id',
  'client_id_issued_at',
  'client_secret',
  'client_secret_expires_at',
  'client_name',
  'client_uri',
  'logo_uri',
  'tos_uri',
  'policy_uri',
  'contacts',
  'redirect_uris',
  'grant_types',
  'response_types',
  'token_endpoint_auth_method',
  'scope',
  'application_type',
  'software_id',
  'software_version',
];
const MAX_REDIRECTS = 50;
const MAX_LENGTH = 2_000;

/**
 * Makes of what a program says what this server can do, as RFC 7591 section 2 lets it, before oidc-provider
 * checks it. Programs ask for flows and scopes they have from elsewhere; they are told what they get.
 * @throws InvalidClientMetadata for what cannot be had
 */
export function adaptMetadata(
  metadata: ClientMetadata,
  rules: RedirectRules,
  ctx: KoaContextWithOIDC | undefined,
): void {
  const { scope } = metadata;
  for (const name of IGNORED) delete metadata[name];
  checkAuthMethod(metadata);
  const redirects = checkedRedirects(metadata.redirect_uris ?? [], rules);
  const types = grantTypes(metadata, redirects, ctx);
  checkGrantTypes(types, redirects, ctx);
  const byPerson = types.includes('authorization_code');
  if (ctx)
    metadata[REGISTERED_SCOPE] = types.includes(MACHINE) ? scopeOf(scope, byPerson) : undefined;
  metadata.redirect_uris = redirects;
  metadata.grant_types = types;
  metadata.response_types = byPerson ? ['code'] : [];
  // What it says decides nothing: the addresses do. Only `native` may have one of an app.
  metadata.application_type = redirects.every(isOfWeb) ? 'web' : 'native';
}

const NO_GRANT_TYPE =
  'grant_types must hold authorization_code, or client_credentials for who registers with an API key';
const NO_REDIRECT =
  'at least one address is needed in redirect_uris; who registers with an API key can do without, and ask for itself (client_credentials)';

function checkAuthMethod({ token_endpoint_auth_method: method }: ClientMetadata): void {
  const methods: readonly unknown[] = AUTH_METHODS;
  if (method !== undefined && !methods.includes(method))
    throw new errors.InvalidClientMetadata(
      `token_endpoint_auth_method must be one of ${AUTH_METHODS.join(', ')}`,
    );
}

function checkGrantTypes(
  types: readonly unknown[],
  redirects: readonly string[],
  ctx: KoaContextWithOIDC | undefined,
): void {
  const byPerson = types.includes('authorization_code');
  if (byPerson ? redirects.length === 0 : types.length === 0 && !hasGrantTypes(ctx))
    throw new errors.InvalidClientMetadata(NO_REDIRECT);
  if (types.length === 0) throw new errors.InvalidClientMetadata(NO_GRANT_TYPE);
}

/**
 * The scopes a program registers with that may ask for itself; undefined for none. Where people sign in as well they
 * may be those of other servers, and are refused when it asks for itself.
 */
function scopeOf(asked: unknown, byPerson: boolean): string | undefined {
  if (asked === undefined || asked === '') return undefined;
  const known = typeof asked === 'string' ? oauthScopesIn(asked).join(' ') : '';
  if (known !== '' || byPerson) return known;
  const there = OAUTH_SCOPES.join(', ');
  throw new errors.InvalidClientMetadata(`scope has none that is known: there are ${there}`);
}

/** The scopes that a program registered with; null where it named none. */
export function registeredScope(
  client: Readonly<Record<string, unknown>> | undefined,
): string | null {
  const scope = client?.[REGISTERED_SCOPE];
  return typeof scope === 'string' ? scope : null;
}

function checkedRedirects(uris: unknown, rules: RedirectRules): string[] {
  if (!Array.isArray(uris))
    throw new errors.InvalidClientMetadata('redirect_uris must be an array');
  if (uris.length > MAX_REDIRECTS)
    throw new errors.InvalidClientMetadata(
      `redirect_uris must have at most ${MAX_REDIRECTS} items`,
    );
  return uris.map((uri: unknown, index) => {
    const problem = rules.problemOf(uri) ?? lengthProblem(uri as string);
    if (problem === null) return uri as string;
    throw new errors.InvalidClientMetadata(`redirect_uris[${index}] ${problem}`);
  });
}

const lengthProblem = (uri: string) =>
  uri.length > MAX_LENGTH ? `must have at most ${MAX_LENGTH} characters` : null;

/** Whoever registers with an API key may ask for itself as well. */
function grantTypes(
  { grant_types: asked }: ClientMetadata,
  redirects: readonly string[],
  ctx: KoaContextWithOIDC | undefined,
): unknown[] {
  const list: readonly unknown[] = Array.isArray(asked) ? asked : PERSON;
  // Where it was registered before, that decided.
  if (!ctx) return list.filter((type) => type === MACHINE || PERSON.includes(type));
  const { registrant } = ctx.state as OAuthCall;
  const given = hasGrantTypes(ctx);
  const forPerson =
    given || redirects.length > 0 ? list.filter((type) => PERSON.includes(type)) : [];
  const asMachine = registrant !== null && (!given || list.includes(MACHINE));
  return asMachine ? [...forPerson, MACHINE] : forPerson;
}

/** Whether it says which it wants. */
const hasGrantTypes = (ctx: KoaContextWithOIDC | undefined) =>
  (ctx?.oidc.body as ClientMetadata | undefined)?.grant_types !== undefined;

const isOfWeb = (uri: string) => /^https?:/.test(uri);

/** What a program that registered is told. */
export const registered = (metadata: Readonly<Record<string, unknown>>) => {
  const told: Readonly<Record<string, unknown>> = {
    ...metadata,
    scope: registeredScope(metadata) || undefined,
  };
  return Object.fromEntries(
    ANSWERED.filter((name) => told[name] !== undefined).map((name) => [name, told[name]]),
  );
};
