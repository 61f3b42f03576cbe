import type Router from '@koa/router';
import type { Credential } from '../auth/identify.js';
import type { Caller } from '../auth/caller.js';
import type { ByteBudget } from '../byte-budget.js';
import type { Executor, CallOutcome } from '../operations/execute.js';
import { routesOf, takesBody } from '../operations/fields.js';
import type { AnyOperation, Route } from '../operations/operation.js';
import { ignoredNames } from '../operations/sanitize-name.js';
import type { Admission } from './admit.js';
import { sendBytes, sendJson } from './answer.js';
import { bodyRulesOf, createBodyReader } from './body.js';
import { createFieldCollector } from './collect-fields.js';
import { sendEvents } from './event-stream.js';
import { HeldBytes } from './held-bytes.js';
import { HttpCall, type OpenRequests } from './http-call.js';
import type { JsonThread } from './json-thread.js';
import { LargeAnswers } from './large-answers.js';
import type { RequestState, RoutedContext } from './request-state.js';

interface RouteDeps<Services> {
  readonly executor: Pick<Executor<Services>, 'execute'>;
  readonly admission: Pick<Admission, 'callerOf'>;
  readonly requests: OpenRequests;
  /** Limits the bytes that all bodies hold at once; without it nothing does. */
  readonly budget?: ByteBudget | undefined;
  /** Parses large bodies; without it they are parsed on the event loop. */
  readonly jsonThread?: Pick<JsonThread, 'read'> | undefined;
}

/** Adds a route, and one for each variant, for every operation with an `http` part. */
export function addOperations<Services>(
  router: Router<RequestState>,
  operations: readonly AnyOperation<Services>[],
  deps: RouteDeps<Services>,
): void {
  const routes = operations.flatMap((operation) =>
    routesOf(operation).map((route) => ({ route, operation: { ...operation, http: route } })),
  );
  // Literal segments first, so that `/v1/emails/search` is not read as an id.
  routes.sort((a, b) => (literalFirst(a.route) < literalFirst(b.route) ? -1 : 1));
  const answers = new LargeAnswers();
  for (const { route, operation } of routes)
    router.register(route.path, [route.method], createHandler(operation, route, deps, answers));
}

const literalFirst = ({ path }: Route) => path.replace(/:\w+/g, '\uffff');

function createHandler<Services>(
  operation: AnyOperation<Services>,
  route: Route,
  deps: RouteDeps<Services>,
  answers: LargeAnswers,
) {
  const credential: Credential =
    operation.access === 'inbound-secret' ? operation.access : 'api-key';
  const readFields = createFieldReader(operation, route, deps.jsonThread);

  return async (ctx: RoutedContext): Promise<void> => {
    ctx.state.operation = operation.name;
    announce(ctx, operation);
    const caller = await deps.admission.callerOf(ctx, credential);
    const held = new HeldBytes(deps.budget);
    try {
      const call = new HttpCall(ctx, caller, () => readFields(ctx, caller, held), deps.requests);
      await send(ctx, await deps.executor.execute(operation, call), answers);
    } finally {
      // What was read of the body is in use until the operation has ended, whoever still listens.
      held.release();
    }
  };
}

/** Makes what reads the fields of one route from a request. */
function createFieldReader(
  operation: AnyOperation,
  route: Route,
  thread: RouteDeps<never>['jsonThread'],
): (ctx: RoutedContext, caller: Caller, held: HeldBytes) => Promise<Record<string, unknown>> {
  const readBody = takesBody(route) ? createBodyReader(bodyRulesOf(operation), thread) : null;
  const collect = createFieldCollector(operation, route);
  const bringsMail = operation.access === 'inbound-secret';

  return async (ctx, caller, held) => {
    held.holdFor(caller, bringsMail);
    const body = readBody && (await readBody(ctx, held));
    const { params, query, req } = ctx;
    const { fields, ignored } = collect({ params, query, body, headers: req.headers });
    nameIgnored(ctx, ignored);
    return fields;
  };
}

/** Names what was given and means nothing, beside what was named before. */
function nameIgnored(ctx: RoutedContext, ignored: readonly string[]): void {
  const names = ignoredNames(ignored);
  if (names !== null) ctx.append('X-Ignored-Parameters', names);
}

function send(
  ctx: RoutedContext,
  outcome: CallOutcome,
  answers: LargeAnswers,
): void | Promise<void> {
  nameIgnored(ctx, outcome.ignored);
  switch (outcome.answers) {
    case 'bytes':
      return sendBytes(ctx, outcome.value);
    case 'events':
      return sendEvents(ctx, outcome.open);
    case 'json':
      if (outcome.json === undefined) return answers.send(ctx, outcome, outcome.value);
      return sendJson(ctx, outcome, outcome.json);
  }
}

/** Announces the end of an operation (RFC 8594; docs/interface.md, Versioning). */
function announce(ctx: RoutedContext, { deprecated }: AnyOperation): void {
  if (deprecated) ctx.set({ Deprecation: 'true', Sunset: deprecated.sunset });
}
