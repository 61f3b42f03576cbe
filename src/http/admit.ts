import type { Admission, Credential } from '../auth/admission.js';
import type { Caller } from '../auth/caller.js';
import type { ClientAddress } from '../auth/client-address.js';
import type { Context } from './request-state.js';

/** Lets a request in, or throws 401 or 429; the rate headers are set either way. */
export type Gate = (ctx: Context, needed: Credential) => Promise<Caller>;

/** The gate of HTTP requests. Koa's own idea of proxies (`app.proxy`) is not used. */
export function createGate(admission: Admission, clientAddress: ClientAddress): Gate {
  return async (ctx, needed) => {
    const { headers, socket } = ctx.req;
    const forwarded = headers['x-forwarded-for'];
    const address = clientAddress(
      socket.remoteAddress ?? '',
      Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    );
    const { caller, allowance, refusal } = await admission.admit(needed, headers, address);
    ctx.state.allowance = allowance;
    if (refusal) throw refusal;
    return caller;
  };
}
