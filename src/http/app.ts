import type Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import type { ClientAddress } from '../auth/client-address.js';
import type { Identify } from '../auth/identify.js';
import type { ByteBudget } from '../byte-budget.js';
import type { Log } from '../log.js';
import type { Executor } from '../operations/execute.js';
import type { AnyOperation } from '../operations/operation.js';
import { createResponseFrame, type Observe } from './response-frame.js';
import { type Admission, createAdmission } from './admit.js';
import { addApprovals, type DecidingLinks } from './approvals.js';
import type { Readiness } from '../readiness.js';
import type { OpenRequests } from './http-call.js';
import type { JsonThread } from './json-thread.js';
import { addPages } from './pages.js';
import type { RequestState, RoutedContext } from './request-state.js';
import { addOperations } from './routes.js';
import { createSegmentRouter } from './segment-router.js';
import { addUnsubscribe, type UnsubscribeLinks } from './unsubscribe.js';
import { AppError } from '../errors.js';

/** What a front end beside REST is given: callers are known, counted and framed there as here. */
export interface MountParts {
  readonly admission: Admission;
  readonly requests: OpenRequests;
  /** Base address clients use. */
  readonly publicUrl: string;
}

/** Adds what else is served at the address of REST. */
export type Mount = (router: Router<RequestState>, parts: MountParts) => void;

/** What the REST front end is made of. */
export interface HttpDeps<Services> {
  readonly catalogue: readonly AnyOperation<Services>[];
  readonly executor: Executor<Services>;
  readonly unsubscribing: UnsubscribeLinks;
  readonly deciding: DecidingLinks;
  readonly identify: Identify;
  readonly clientAddress: ClientAddress;
  readonly readiness: () => Promise<Readiness>;
  /** Base address clients use. */
  readonly publicUrl: string;
  readonly log: Log;
  readonly mounts?: readonly Mount[];
  /** Told of every answer, for metrics. */
  readonly observe?: Observe;
  /** Limits the bytes that all bodies hold at once; without it nothing does. */
  readonly budget?: ByteBudget;
  /** Parses large bodies; without it they are parsed on the event loop. */
  readonly jsonThread?: JsonThread;
}

/** The REST front end: every operation of the catalogue, health, and the pages about them. */
export function createHttpApp<Services>(
  deps: HttpDeps<Services>,
  requests: OpenRequests,
): Koa<RequestState> {
  const app = new Koa<RequestState>();
  const router = createSegmentRouter();
  const admission = createAdmission(deps.identify, deps.clientAddress, deps.executor);

  addHealth(router, deps.readiness);
  addPages(router, { ...deps, admission });
  addUnsubscribe(router, { ...deps, admission });
  addApprovals(router, { ...deps, admission });
  addOperations(router, deps.catalogue, { ...deps, admission, requests });
  for (const mount of deps.mounts ?? []) mount(router, { ...deps, admission, requests });

  app.use(createResponseFrame({ ...deps, isStopping: () => requests.stopping }));
  app.use(router.routes());
  app.use(createUnmatched(admission));
  // What reaches this is a connection that broke while it was answered.
  app.on('error', (error) => deps.log.debug({ err: error }, 'answer not delivered'));
  return app;
}

/** `/health` and `/health/ready`: no key, not counted, so that a watcher sees them whatever else happens. */
function addHealth(router: Router<RequestState>, readiness: () => Promise<Readiness>): void {
  router.get('/health', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/health/ready', async (ctx) => {
    const { ready, body } = await readiness();
    ctx.status = ready ? 200 : 503;
    ctx.body = body;
  });
}

/** The last middleware: unknown paths, methods a path does not have, and OPTIONS. */
function createUnmatched(admission: Pick<Admission, 'admit'>): Middleware<RequestState> {
  return async (context) => {
    // The router leaves the layers whose path matched, whatever their method.
    const ctx = context as RoutedContext;
    await admission.admit(ctx);
    const methods = new Set((ctx.matched ?? []).flatMap((layer) => layer.methods));
    // Every path has it, whether or not it is a route.
    methods.delete('OPTIONS');
    const allowed = [...methods];
    if (allowed.length === 0) throw new AppError(404, 'There is nothing at this path');
    ctx.set('Allow', [...allowed, 'OPTIONS'].join(', '));
    if (ctx.method !== 'OPTIONS')
      throw new AppError(405, `${ctx.method} is not possible here; ${allowed.join(', ')} is`);
    ctx.status = 204;
  };
}
