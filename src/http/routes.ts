import type Router from '@koa/router';
import type { Credential } from '../auth/admission.js';
import type { ByteBudget } from '../byte-budget.js';
import { authorize, needsKey } from '../operations/authorize.js';
import { routesOf, takesBody } from '../operations/fields.js';
import { invalid } from '../errors.js';
import type { IdempotentAnswers } from '../operations/idempotency.js';
import type { Access, AnyOperation, Bytes, LiveEvents, Route } from '../operations/operation.js';
import { createInputReader, ignoredHeader } from '../operations/parse-input.js';
import type { Services } from '../composition/services.js';
import { present, sendBytes, sendJson, stringified } from './answer.js';
import { createBodyReader } from './body.js';
import { sendEvents } from './event-stream.js';
import type { Gate } from './admit.js';
import { HeldBytes } from './held-bytes.js';
import type { JsonThread } from './json-thread.js';
import { LargeAnswers } from './large-answers.js';
import { RequestContext, type OpenRequests } from './request-context.js';
import type { RequestState, RoutedContext } from './request-state.js';

/** What the routes are made of. */
export interface RouteDeps {
  readonly services: Services;
  readonly gate: Gate;
  readonly idempotency: Pick<IdempotentAnswers, 'once'>;
  readonly requests: OpenRequests;
  /** What bodies may hold at once; without it there is no end. */
  readonly budget?: ByteBudget | undefined;
  /** Reads large bodies; without it they are read here. */
  readonly jsonThread?: Pick<JsonThread, 'read'> | undefined;
}

/** Adds a route, and one for each variant, for every operation with an `http` part. */
export function addOperations(
  router: Router<RequestState>,
  operations: readonly AnyOperation[],
  deps: RouteDeps,
): void {
  const routes = operations.flatMap((operation) =>
    routesOf(operation).map((route) => ({ route, operation })),
  );
  // Literal segments first, so that `/v1/emails/search` is not read as an id.
  routes.sort((a, b) => (literalFirst(a.route) < literalFirst(b.route) ? -1 : 1));
  const answers = new LargeAnswers();
  for (const { route, operation } of routes)
    router.register(route.path, [route.method], createHandler(operation, route, deps, answers));
}

const literalFirst = ({ path }: Route) => path.replace(/:\w+/g, '\uffff');

function createHandler(
  operation: AnyOperation,
  route: Route,
  deps: RouteDeps,
  answers: LargeAnswers,
) {
  const credential = credentialOf(operation.access);
  const readBody = takesBody(route) ? createBodyReader(operation, deps.jsonThread) : null;
  const readInput = createInputReader(operation, route);
  const repeating = {
    inOneTransaction: operation.inOneTransaction ?? true,
    isLarge: operation.bodyLimit !== undefined,
  };

  const answer = async (ctx: RoutedContext, held: HeldBytes): Promise<void> => {
    ctx.state.operation = operation.name;
    announce(ctx, operation);
    const caller = await deps.gate(ctx, credential);
    authorize(caller, operation);
    held.holdFor(caller, credential === 'inbound-secret');
    const body = await readBody?.(ctx, held);
    const { input, ignored } = readInput({
      params: ctx.params,
      query: ctx.query,
      body: body?.parsed,
      headers: ctx.req.headers,
    });
    const names = ignoredHeader(ignored);
    if (names !== null) ctx.set('X-Ignored-Parameters', names);

    const key = operation.creates ? idempotencyKey(ctx) : null;
    const context = new RequestContext(
      { caller, idempotencyKey: key },
      deps.services,
      ctx.res,
      deps.requests,
    );
    const run = () => operation.run(context, input);
    if (operation.answers === 'events') return sendEvents(ctx, run as () => Promise<LiveEvents>);
    if (operation.answers === 'bytes') return sendBytes(ctx, (await run()) as Bytes);
    const result = async () => present(operation, route, await run());
    if (key === null) return answers.send(ctx, await result());
    const show = async () => stringified(await result());
    const request = { key, method: ctx.method, path: ctx.path, body: body?.raw ?? '' };
    sendJson(ctx, await deps.idempotency.once(caller, request, { ...repeating, run: show }));
  };

  return async (ctx: RoutedContext): Promise<void> => {
    const held = new HeldBytes(deps.budget);
    try {
      await answer(ctx, held);
    } finally {
      // What was read of the body is in use until the operation has ended, whoever still listens.
      held.release();
    }
  };
}

const credentialOf = (access: Access): Credential => {
  if (needsKey(access)) return 'key';
  return access === 'public' ? 'none' : access;
};

/** Announces the end of an operation (RFC 8594; Interface, Versioning). */
function announce(ctx: RoutedContext, { deprecated }: AnyOperation): void {
  if (deprecated) ctx.set({ Deprecation: 'true', Sunset: deprecated.sunset });
}

function idempotencyKey({ req: { headers } }: RoutedContext): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length === 0 || key.length > 255)
    throw invalid('Idempotency-Key must have 1 to 255 characters');
  return key;
}
