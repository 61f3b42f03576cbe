import type { Middleware } from 'koa';
import { AppError } from '../errors.js';
import type { Admission } from './admit.js';
import type { RequestState, RoutedContext } from './request-state.js';

/** The last middleware: unknown paths, methods a path does not have, and OPTIONS. */
export function createUnmatched(admission: Pick<Admission, 'admit'>): Middleware<RequestState> {
  return async (context) => {
    // The router leaves the layers whose path matched, whatever their method.
    const ctx = context as RoutedContext;
    await admission.admit(ctx);
    const allowed = [...new Set((ctx.matched ?? []).flatMap(({ methods }) => methods))];
    if (allowed.length === 0) throw new AppError(404, 'There is nothing at this path');
    ctx.set('Allow', [...allowed, 'OPTIONS'].join(', '));
    if (ctx.method !== 'OPTIONS')
      throw new AppError(405, `${ctx.method} is not possible here; ${allowed.join(', ')} is`);
    ctx.status = 204;
  };
}
