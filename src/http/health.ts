import type Router from '@koa/router';
import type { Readiness } from '../readiness.js';
import type { RequestState } from './request-state.js';

/** `/health` and `/health/ready`: no key, not counted, so that a watcher sees them whatever else happens. */
export function addHealth(router: Router<RequestState>, readiness: () => Promise<Readiness>): void {
  router.get('/health', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/health/ready', async (ctx) => {
    const { ready, body } = await readiness();
    ctx.status = ready ? 200 : 503;
    ctx.body = body;
  });
}
