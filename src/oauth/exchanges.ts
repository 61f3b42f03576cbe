import { errors, type KoaContextWithOIDC, type TokenEndpointGrantContext } from 'oidc-provider';
import { DEFAULT_OAUTH_SCOPES, OAUTH_SCOPES, oauthScopesIn } from '../auth/scopes.js';
import type { Vault } from '../vault/vault.js';
import type { OAuthAddresses } from './addresses.js';
import { registeredScope } from './client-metadata.js';
import { canonicalResources } from './resources.js';
import type { LockedToken, OAuthStorage, TokenKind } from './storage.js';

/** What answers a token request of one grant type. */
export type GrantHandler<Params extends object = object> = (
  ctx: TokenEndpointGrantContext<Params>,
) => void | Promise<void>;

interface ExchangesDeps {
  readonly storage: OAuthStorage;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
}

/** What a grant type uses up: the parameter it stands in. */
const USED_UP: Readonly<Record<string, readonly [kind: TokenKind, parameter: string]>> = {
  authorization_code: ['AuthorizationCode', 'code'],
  refresh_token: ['RefreshToken', 'refresh_token'],
};

/**
 * Exchanges of codes and refresh tokens. Each is one transaction that holds what it uses up, so a process that
 * dies leaves it unused, and of many at once one is carried out.
 */
export class Exchanges {
  constructor(private readonly deps: ExchangesDeps) {}

  /** The handler of a grant type, with what is asked for in canonical form. */
  wrap<Params extends object>(
    grantType: string,
    handler: GrantHandler<Params>,
    addresses: OAuthAddresses,
  ): GrantHandler<Params> {
    const used = USED_UP[grantType];
    return async (ctx) => {
      const params: Record<string, unknown> = ctx.oidc.params;
      params['resource'] = canonicalResources(addresses, params['resource']);
      const asked = typeof params['scope'] === 'string' ? params['scope'] : '';
      if (!used) {
        params['scope'] = scopeForItself(asked || registeredScope(ctx.oidc.client));
        return handler(ctx);
      }
      params['scope'] = oauthScopesIn(asked).join(' ') || undefined;
      const [kind, parameter] = used;
      const token = params[parameter];
      // Without one it is the handler that says so.
      if (typeof token !== 'string') return handler(ctx);
      await this.exchange(kind, token, ctx, async () => handler(ctx));
    };
  }

  private async exchange(
    kind: TokenKind,
    token: string,
    ctx: KoaContextWithOIDC,
    handle: () => Promise<void>,
  ): Promise<void> {
    const { storage } = this.deps;
    const abused = await storage.database.together(async () => {
      const locked = await storage.lockToken(kind, token);
      const isOwn = locked?.clientId === ctx.oidc.client?.clientId;
      if (!locked || !isOwn || !locked.isConsumed) {
        // It says what is wrong with it, if anything is.
        await handle();
        if (locked && kind === 'RefreshToken') await this.keep(token, locked, ctx);
        return null;
      }
      if (locked.sealedAnswer === null) return locked.grantId;
      ctx.body = await this.keptAnswer(locked, locked.sealedAnswer);
      return null;
    });
    if (abused === null) return;
    // Two have it, and nobody knows which of them it was meant for (RFC 6749 section 10.5, RFC 9700 section 4.14).
    await storage.endGrant(abused);
    throw new errors.InvalidGrant('it was used before: everything that came of it has ended');
  }

  /** Windows of a program refresh at the same time with the same token: all of them get the one successor. */
  private async keep(token: string, locked: LockedToken, ctx: KoaContextWithOIDC): Promise<void> {
    const place = vaultContextOf(locked);
    const sealed = await this.deps.vault.seal(locked.orgId, place, JSON.stringify(ctx.body));
    await this.deps.storage.keepAnswer(token, locked, sealed);
  }

  private async keptAnswer(locked: LockedToken, sealed: Buffer): Promise<unknown> {
    return JSON.parse(await this.deps.vault.open(locked.orgId, vaultContextOf(locked), sealed));
  }
}

/**
 * What a program gets that asks for itself; null: it never said. Nobody sees what it gets, so something else than
 * it asked for would go unnoticed.
 */
function scopeForItself(asked: string | null): string {
  if (asked === null) return DEFAULT_OAUTH_SCOPES.join(' ');
  const known = oauthScopesIn(asked);
  if (known.length > 0) return known.join(' ');
  const there = OAUTH_SCOPES.join(', ');
  throw new errors.InvalidScope(`none of the scopes asked for is known: there are ${there}`, asked);
}

const vaultContextOf = ({ grantId }: LockedToken) => ({ id: grantId, field: 'refreshed' });
