import {
  errors,
  Provider,
  type Adapter,
  type AdapterFactory,
  type AdapterPayload,
} from 'oidc-provider';
import type { TokenAudience } from '../auth/access-token.js';
import { secretHash } from '../auth/secret-hash.js';
import { oauthScopesIn } from '../auth/scopes.js';
import { isUnstorable } from '../db/errors.js';
import { PATHS } from './addresses.js';
import type { OAuthCall } from './call.js';
import { shownName } from './shown-name.js';
import type { OAuthStorage, TokenKind } from './storage.js';

type Find = (id: string) => Promise<AdapterPayload | undefined>;
type Upsert = (id: string, payload: AdapterPayload, expiresIn?: number) => Promise<void>;

/** What oidc-provider keeps, by the names of its models. What is not here it never asks for. */
export function createAdapter(storage: OAuthStorage): AdapterFactory {
  const adapters: Readonly<Record<string, Adapter>> = {
    AccessToken: tokens(storage, 'AccessToken'),
    ClientCredentials: {
      ...tokens(storage, 'ClientCredentials'),
      // Of those that are revoked oidc-provider ends no grant.
      destroy: (token) => storage.endGrantOf('ClientCredentials', token),
    },
    RefreshToken: tokens(storage, 'RefreshToken'),
    AuthorizationCode: tokens(storage, 'AuthorizationCode'),
    Grant: grants(storage),
    Client: clients(storage),
    Interaction: interactions(storage),
  };
  return (model) => adapters[model] ?? NOTHING;
}

const unused = () => Promise.reject(new Error('OAuth asked for what it should not need'));
const nothing = () => Promise.resolve(undefined);

/** Sessions: everybody shows a key each time, so there are none. */
const NOTHING: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUid: nothing,
  findByUserCode: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
};

const adapter = (find: Find, upsert: Upsert, others: Partial<Adapter> = {}): Adapter => ({
  ...{ findByUid: unused, findByUserCode: unused, consume: unused },
  ...{ destroy: unused, revokeByGrantId: unused },
  find: (id) => find(id).catch(asRefusal),
  upsert: (...values) => upsert(...values).catch(asRefusal),
  ...others,
});

/** RFC 6749 appendix A has no parameter with a NUL; what programs say of themselves is of any characters. */
function asRefusal(error: unknown): never {
  throw isUnstorable(error)
    ? new errors.InvalidRequest('a value holds characters that cannot be kept')
    : error;
}

function tokens(storage: OAuthStorage, kind: TokenKind): Adapter {
  const find: Find = async (token) => {
    const payload = await storage.findToken(kind, token);
    return payload && { ...payload, jti: token };
  };
  const upsert: Upsert = async (token, given, expiresIn = 0) => {
    const payload = without(given, 'jti');
    const scope = payload.scope ?? '';
    const grantId = payload.grantId ?? (await machineGrant(storage, payload));
    const audience = (payload.aud ?? null) as TokenAudience | null;
    if (!(await storage.saveToken({ kind, token, grantId, scope, audience, payload, expiresIn })))
      throw new errors.InvalidGrant('the grant has ended');
  };
  return adapter(find, upsert, {
    async consume(token) {
      if (!(await storage.consumeToken(kind, token))) throw new errors.InvalidGrant('already used');
    },
    destroy: (token) => storage.removeToken(kind, token),
    revokeByGrantId: (grantId) => storage.removeTokensOf(grantId, kind),
  });
}

async function machineGrant(
  storage: OAuthStorage,
  { clientId = '', scope = '' }: AdapterPayload,
): Promise<string> {
  const grantId = await storage.machineGrant(clientId, scope);
  if (grantId !== null) return grantId;
  throw new errors.UnauthorizedClient(
    'this client was not registered with an API key that is valid',
  );
}

function grants(storage: OAuthStorage): Adapter {
  const find: Find = async (id) => {
    const payload = await storage.findGrant(id);
    return payload && { ...payload, jti: id };
  };
  const upsert: Upsert = async (id, payload, expiresIn = 0) => {
    const { accountId: keyId = '', clientId = '' } = payload;
    const scope = scopeOf(payload);
    if (!(await storage.saveGrant({ id, keyId, clientId, scope, payload, expiresIn })))
      throw new errors.AccessDenied('the API key was revoked');
  };
  return adapter(find, upsert, { destroy: (id) => storage.endGrant(id) });
}

/** What a grant covers, whatever for. */
function scopeOf(payload: AdapterPayload): string {
  const { openid, resources } = payload as {
    readonly openid?: { readonly scope?: string };
    readonly resources?: Readonly<Record<string, string>>;
  };
  return oauthScopesIn([openid?.scope ?? '', ...Object.values(resources ?? {})].join(' ')).join(
    ' ',
  );
}

function clients(storage: OAuthStorage): Adapter {
  return adapter(
    (id) => storage.findClient(id),
    async (id, { client_secret: secret, ...metadata }) => {
      const { registrant } = Provider.ctx!.state as OAuthCall;
      await storage.saveClient({
        id,
        owner: registrant,
        name: shownName(metadata.client_name),
        metadata,
        secretHash: secret === undefined ? null : secretHash(secret),
      });
    },
  );
}

/** Sign-ins under way. What tells which one it is stands in the cookie alone. */
function interactions(storage: OAuthStorage): Adapter {
  const find: Find = async (id) => {
    const payload = await storage.findInteraction(id);
    return payload && { ...payload, jti: id, returnTo: `${PATHS.authorize}/${id}` };
  };
  const upsert: Upsert = (id, payload, expiresIn = 0) =>
    storage.saveInteraction(id, without(payload, 'jti', 'returnTo'), expiresIn);
  return adapter(find, upsert, { destroy: (id) => storage.removeInteraction(id) });
}

const without = (payload: AdapterPayload, ...names: readonly string[]): AdapterPayload =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => !names.includes(name)));
