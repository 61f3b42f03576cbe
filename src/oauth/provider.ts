import { generateKeyPairSync } from 'node:crypto';
import {
  errors,
  interactionPolicy,
  Provider,
  type Configuration,
  type JWK,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { OAUTH_SCOPES } from '../auth/scopes.js';
import { equalSecrets } from '../auth/authenticate.js';
import { secretHash } from '../auth/secret-hash.js';
import { newId } from '../ids.js';
import { createAdapter } from './adapter.js';
import { addressesOf, PATHS, type OAuthAddresses } from './addresses.js';
import { DOCUMENT_BYTES } from './client-documents.js';
import { adaptMetadata, AUTH_METHODS, REGISTERED_SCOPE, registered } from './client-metadata.js';
import type { Exchanges, GrantHandler } from './exchanges.js';
import { pathOfSignIn } from './sign-in-path.js';
import { audienceOf } from './resources.js';
import type { RedirectRules } from './redirects.js';
import { tellOfTooLarge } from './too-large.js';
import type { OAuthStorage } from './storage.js';

interface ProviderDeps {
  readonly storage: OAuthStorage;
  readonly exchanges: Exchanges;
  readonly redirects: RedirectRules;
  /** Fetches metadata documents of clients; null: there are none. */
  readonly fetchDocument: ((url: string) => Promise<Response>) | null;
  /** Writes the page for an error that no redirect address is told of. */
  readonly renderError: NonNullable<Configuration['renderError']>;
}

const MINUTE_SECONDS = 60;
const HOUR = 60 * MINUTE_SECONDS;
const DAY = 24 * HOUR;

/** Seconds (docs/oauth.md). */
const LIFETIMES = {
  AccessToken: HOUR,
  ClientCredentials: HOUR,
  AuthorizationCode: MINUTE_SECONDS,
  RefreshToken: 30 * DAY,
  Grant: 365 * DAY,
  Interaction: 10 * MINUTE_SECONDS,
  Session: 10 * MINUTE_SECONDS,
};

/** The authorization server, with all that is not OAuth 2.1 switched off. */
export function createProvider(publicUrl: string, deps: ProviderDeps): Provider {
  const addresses = addressesOf(publicUrl);

  /** Each exchange of a code or token for tokens is one transaction. */
  class TransactionalProvider extends Provider {
    override registerGrantType<Params extends object>(
      name: string,
      handler: GrantHandler<Params>,
      ...others: [params?: Names, duplicates?: Names]
    ): void {
      super.registerGrantType(name, deps.exchanges.wrap(name, handler, addresses), ...others);
    }
  }

  const provider = new TransactionalProvider(addresses.issuer, configure(addresses, deps));
  // Nothing remembers that a browser was signed in.
  provider.on('authorization.success', ({ oidc }) => {
    Object.assign(oidc.session ?? {}, { destroyed: true });
  });
  provider.on('registration_create.success', (ctx) => {
    ctx.body = registered(ctx.body as Record<string, unknown>);
  });
  tellOfTooLarge(provider);
  const client = provider.Client.prototype as ClientRules;
  client.redirectUriAllowed = function (uri) {
    return deps.redirects.isAllowed(this.redirectUris ?? [], uri);
  };
  client.grantTypeAllowed = function (type) {
    const isAllowed = this.grantTypes?.includes(type) ?? false;
    // RFC 6749 section 5.2; oidc-provider says `invalid_request`.
    if (!isAllowed && Provider.ctx?.oidc.params?.['grant_type'] === type)
      throw new errors.UnauthorizedClient('this client may not ask for tokens that way');
    return isAllowed;
  };
  // Storage has the hash alone.
  client.compareClientSecret = function (secret) {
    return equalSecrets(this.clientSecret ?? '', secretHash(secret).toString('hex'));
  };
  return provider;
}

type Names = string | readonly string[] | ReadonlySet<string>;

interface ClientRules {
  readonly redirectUris?: readonly string[];
  readonly clientSecret?: string;
  readonly grantTypes?: readonly string[];
  redirectUriAllowed(uri: string): boolean;
  grantTypeAllowed(type: string): boolean;
  compareClientSecret(secret: string): boolean;
}

function configure(addresses: OAuthAddresses, deps: ProviderDeps): Configuration {
  return {
    adapter: createAdapter(deps.storage),
    // Nothing is signed, but without a key no client is taken.
    jwks: { keys: [unusedKey()] },
    scopes: OAUTH_SCOPES,
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: [...AUTH_METHODS],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
      id_token_signed_response_alg: 'ES256',
    },
    extraClientMetadata: {
      // RFC 7591 section 2; the first of them has the others looked at.
      properties: ['software_id', 'software_version', REGISTERED_SCOPE],
      validator: (ctx, name, value, metadata) => {
        if (value !== undefined && typeof value !== 'string') delete metadata[name];
        if (name === 'software_id') adaptMetadata(metadata, deps.redirects, ctx);
      },
    },
    pkce: { required: () => true },
    ttl: LIFETIMES,
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    revokeGrantPolicy: () => true,
    // The front end lets everybody read what these endpoints answer.
    clientBasedCORS: () => true,
    findAccount: (_ctx, keyId) => ({ accountId: keyId, claims: () => ({ sub: keyId }) }),
    // Everybody consents each time.
    loadExistingGrant: (ctx) => grantOf(ctx),
    interactions: {
      policy: consentEachTime(),
      url: (_ctx, { jti }) => pathOfSignIn(jti),
    },
    cookies: { short: { httpOnly: true, sameSite: 'lax' }, keys: [] },
    renderError: deps.renderError,
    routes: {
      authorization: PATHS.authorize,
      token: PATHS.token,
      registration: PATHS.register,
      revocation: PATHS.revoke,
    },
    ...fetching(deps),
    features: features(addresses, deps),
  };
}

const unusedKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as JWK;

const fetching = ({ fetchDocument }: ProviderDeps): Configuration => ({
  fetchResponseBodyLimits: { 'client_id metadata document': DOCUMENT_BYTES },
  fetch: async (url) => {
    if (!fetchDocument || typeof url !== 'string') throw new Error('Nothing else is fetched');
    return fetchDocument(url);
  },
});

const features = (
  addresses: OAuthAddresses,
  { fetchDocument }: ProviderDeps,
): NonNullable<Configuration['features']> => ({
  devInteractions: { enabled: false },
  claimsParameter: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
  clientCredentials: { enabled: true },
  registration: {
    enabled: true,
    issueRegistrationAccessToken: false,
    idFactory: () => newId('client'),
  },
  revocation: {
    enabled: true,
    allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
  },
  clientIdMetadataDocument: {
    enabled: fetchDocument !== null,
    ack: 'draft-02',
    allowFetch: async () => true,
    allowClient: async () => true,
    cacheDuration: { min: 5 * MINUTE_SECONDS, max: DAY },
  },
  resourceIndicators: {
    enabled: true,
    // Of several it is the client that has to say which.
    defaultResource: async (_ctx, _client, oneOf) => oneOf,
    getResourceServerInfo: async (_ctx, resource) => {
      const audience = audienceOf(addresses, resource);
      if (audience === null)
        throw new errors.InvalidTarget(
          `resource must be ${addresses.issuer} or ${addresses.tools}`,
        );
      return { scope: OAUTH_SCOPES.join(' '), audience, accessTokenFormat: 'opaque' };
    },
  },
});

const grantOf = async (ctx: KoaContextWithOIDC) => {
  const id = ctx.oidc.result?.consent?.grantId;
  return id === undefined ? undefined : ctx.oidc.provider.Grant.find(id);
};

/** First a key, then consent; whoever asked before is asked again. */
function consentEachTime() {
  const { Check, Prompt, base } = interactionPolicy;
  const policy = base();
  policy.clear();
  policy.add(
    new Prompt(
      { name: 'login', requestable: true },
      new Check('no_key', 'a key has to be shown', ({ oidc }) => !oidc.session?.accountId),
    ),
  );
  policy.add(
    new Prompt(
      { name: 'consent', requestable: true },
      new Check('no_consent', 'somebody has to consent', ({ oidc }) => !oidc.result?.consent),
    ),
  );
  return policy;
}
