import type Router from '@koa/router';
import { AppError } from '../errors.js';
import type { OAuth, OAuthRoute } from '../oauth/oauth.js';
import type { Admission } from './admit.js';
import type { RequestState, RoutedContext } from './request-state.js';

/** What sign-in is mounted with. */
export interface OAuthMount {
  readonly admission: Admission;
  readonly oauth: OAuth;
}

// Programs that run in browsers: they show what they have in the request, never in a cookie.
const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };
const A_DAY = '86400';

/** Mounts the authorization server and the documents that lead to it. */
export function addOAuth(router: Router<RequestState>, { admission, oauth }: OAuthMount): void {
  for (const { path, type, body } of oauth.documents) {
    addPreflight(router, path, 'GET');
    router.get(path, async (ctx: RoutedContext) => {
      ctx.set(ANY_ORIGIN);
      await admission.admit(ctx);
      ctx.set('Content-Type', type);
      ctx.body = body;
    });
  }
  for (const route of oauth.routes) {
    if (route.isOpen) addPreflight(router, route.path, route.method);
    router.register(route.path, [route.method], createHandler(route, { admission, oauth }));
  }
}

function createHandler({ counts, isOpen }: OAuthRoute, { admission, oauth }: OAuthMount) {
  const handle = async (ctx: RoutedContext): Promise<void> => {
    if (counts === 'all') await admission.admit(ctx);
    const caller = await admission.callerOf(ctx, 'api-key');
    const { status, body } = await oauth.answer(ctx.req, ctx.res, caller);
    if (counts === 'refused' && status >= 400) await admission.countRefused(ctx, caller);
    ctx.status = status;
    ctx.body = body;
  };
  if (!isOpen) return handle;
  return (ctx: RoutedContext) => {
    // Set before: oidc-provider then leaves the question to us.
    ctx.set(ANY_ORIGIN);
    return handle(ctx).catch(asOAuthError);
  };
}

/** 429 and 503 in the form of RFC 6749 section 5.2, which has the field of our own form too. */
function asOAuthError(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const { status, message, extra } = error;
  const body = { ...extra.body, error: 'temporarily_unavailable', error_description: message };
  throw status === 429 || status === 503
    ? new AppError(status, message, { ...extra, body, cause: error })
    : error;
}

function addPreflight(router: Router<RequestState>, path: string, method: string): void {
  router.options(path, (ctx: RoutedContext) => {
    ctx.set({
      ...ANY_ORIGIN,
      'Access-Control-Allow-Methods': method,
      'Access-Control-Allow-Headers':
        'Authorization, Content-Type, MCP-Protocol-Version, X-API-Key',
      'Access-Control-Max-Age': A_DAY,
    });
    ctx.status = 204;
  });
}
