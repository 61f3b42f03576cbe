import { anonymous } from '../auth/authenticate.js';
import type { Caller } from '../auth/caller.js';
import type { ClientAddress } from '../auth/client-address.js';
import type { Credential, Identify } from '../auth/identify.js';
import type { Executor } from '../operations/execute.js';
import type { Context } from './request-state.js';

/** Where the tool server is: a token for the REST interface alone is not valid there, and the other way round. */
export const TOOLS_PATH = '/mcp';

/** Whether a path is that of the tool server, which is served with a final slash as well. */
export const isToolsPath = (path: string): boolean =>
  path === TOOLS_PATH || path === `${TOOLS_PATH}/`;

/** Who sends a request, and whether one that is no operation may go on. */
export interface Admission {
  /** @throws AppError 503 */
  callerOf(ctx: Context, credential: Credential): Promise<Caller>;
  /** Lets a request for a page in, or throws 429; the rate headers are set either way. */
  admit(ctx: Context): Promise<void>;
  /** Counts a request whose credential was refused as one without a credential. @throws AppError 429, 503 */
  countRefused(ctx: Context, caller: Pick<Caller, 'address'>): Promise<void>;
}

/** Lets HTTP requests in. Koa's own idea of proxies (`app.proxy`) is not used. */
export function createAdmission(
  identify: Identify,
  clientAddress: ClientAddress,
  executor: Pick<Executor<never>, 'count'>,
): Admission {
  const callerOf: Admission['callerOf'] = (ctx, credential) => {
    const { headers, socket } = ctx.req;
    const forwarded = headers['x-forwarded-for'];
    const address = clientAddress(
      socket.remoteAddress ?? '',
      Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    );
    const isForTools = credential === 'api-key' && isToolsPath(ctx.path);
    return identify(isForTools ? 'tools' : credential, headers, address);
  };
  const count = (ctx: Context, caller: Caller) =>
    executor.count({ caller, onCounted: (allowance) => (ctx.state.allowance = allowance) });
  return {
    callerOf,
    admit: async (ctx) => count(ctx, await callerOf(ctx, 'api-key')),
    countRefused: (ctx, { address }) => count(ctx, anonymous(address)),
  };
}
