import type { Caller } from '../auth/caller.js';
import type { ClientAddress } from '../auth/client-address.js';
import type { Credential, Identify } from '../auth/identify.js';
import type { Executor } from '../operations/execute.js';
import type { Context } from './request-state.js';

/** Who sends a request, and whether one that is no operation may go on. */
export interface Gate {
  /** @throws AppError 503 */
  callerOf(ctx: Context, credential: Credential): Promise<Caller>;
  /** Lets a request for a page in, or throws 429; the rate headers are set either way. */
  admit(ctx: Context): Promise<void>;
}

/** The gate of HTTP requests. Koa's own idea of proxies (`app.proxy`) is not used. */
export function createGate(
  identify: Identify,
  clientAddress: ClientAddress,
  executor: Pick<Executor<never>, 'count'>,
): Gate {
  const callerOf: Gate['callerOf'] = (ctx, credential) => {
    const { headers, socket } = ctx.req;
    const forwarded = headers['x-forwarded-for'];
    const address = clientAddress(
      socket.remoteAddress ?? '',
      Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    );
    return identify(credential, headers, address);
  };
  return {
    callerOf,
    async admit(ctx) {
      const caller = await callerOf(ctx, 'api-key');
      await executor.count({ caller, onCounted: (allowance) => (ctx.state.allowance = allowance) });
    },
  };
}
