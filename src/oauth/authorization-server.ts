import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { addressesOf, PATHS } from './addresses.js';
import { adaptRequest } from './authorization-request.js';
import type { OAuthCall } from './call.js';
import { Exchanges } from './exchanges.js';
import type { OAuthAnswer, OAuthDeps } from './oauth.js';
import { PAGE_HEADERS, problemPage } from './page.js';
import { createProvider } from './provider.js';
import { createRedirectRules } from './redirects.js';
import { SignInPages } from './sign-in.js';

type ServerContext = KoaContextWithOIDC;
type ServerOutcome = OAuthAnswer | { readonly failure: unknown };

/** Makes the authorization server of an address. */
export function createAuthorizationServer(publicUrl: string, deps: OAuthDeps): AuthorizationServer {
  const addresses = addressesOf(publicUrl);
  const provider = createProvider(publicUrl, {
    ...deps,
    exchanges: new Exchanges(deps),
    redirects: createRedirectRules(deps.appRedirects),
    renderError,
  });
  return new AuthorizationServer(provider, new SignInPages(provider, deps), (ctx) => {
    ctx.cookies.secure = addresses.issuer.startsWith('https:');
    if (ctx.path === PATHS.authorize) ctx.query = adaptRequest(addresses, ctx.query);
  });
}

/** oidc-provider's application, whose answers somebody else sends. */
export class AuthorizationServer {
  private readonly calls = new WeakMap<IncomingMessage, OAuthCall>();
  private readonly outcomes = new WeakMap<IncomingMessage, ServerOutcome>();
  private readonly handle: (req: IncomingMessage, res: ServerResponse) => Promise<void>;

  constructor(provider: Provider, signIn: SignInPages, prepare: (ctx: ServerContext) => void) {
    provider.use(async (context, next) => {
      const ctx = context as ServerContext;
      // Koa leaves the answer to who called it.
      ctx.respond = false;
      Object.assign(ctx.state, this.calls.get(ctx.req));
      try {
        prepare(ctx);
        await (ctx.path.startsWith(`${PATHS.signIn}/`) ? signIn.answer(ctx) : next());
        this.outcomes.set(ctx.req, outcomeOf(ctx));
      } catch (failure) {
        this.outcomes.set(ctx.req, { failure });
      }
    });
    provider.on('server_error', (ctx, error) => {
      ctx.state['failure'] = error;
    });
    this.handle = provider.callback();
  }

  async answer(req: IncomingMessage, res: ServerResponse, call: OAuthCall): Promise<OAuthAnswer> {
    this.calls.set(req, call);
    await this.handle(req, res);
    const outcome = this.outcomes.get(req);
    if (!outcome) throw new Error('OAuth left a request without an answer');
    if ('failure' in outcome) throw outcome.failure;
    return outcome;
  }
}

/** What failed here is the front end's to tell. */
function outcomeOf({ status, body, state }: ServerContext): ServerOutcome {
  if (state['failure'] !== undefined) return { failure: state['failure'] as unknown };
  return { status, body };
}

const JSON_ROUTES: ReadonlySet<string> = new Set([PATHS.token, PATHS.register, PATHS.revoke]);

/** Errors that no redirect address is told of: a page for people, RFC 6749 section 5.2 for programs. */
function renderError(ctx: ServerContext, out: ErrorOut): void {
  if (JSON_ROUTES.has(ctx.path)) {
    ctx.body = out;
    return;
  }
  ctx.set(PAGE_HEADERS);
  ctx.body = problemPage(
    `The program asked for something wrong: ${out.error_description ?? out.error}.`,
  );
}
