import { z } from 'zod';
import { needsKey } from '../operations/access.js';
import { pathFields, takesBody } from '../operations/fields.js';
import type { AnyOperation, Route } from '../operations/operation.js';
import { namesResource } from '../operations/shapes.js';

/** The errors a client can meet, and when (docs/interface.md, Errors). */
const ERRORS = {
  400: 'A field is missing or wrong; the message names it.',
  401: 'The credential is missing or not valid; `WWW-Authenticate` says where one is to be had.',
  403: 'The resource belongs to another organization, or the key may not do or reach this.',
  404: 'There is no such resource.',
  408: 'The body came too slowly; the connection is closed.',
  409: 'It clashes with what is there, or the first request with this `Idempotency-Key` differs or still runs.',
  413: 'The body is larger than allowed.',
  415: 'The body is not JSON by its Content-Type.',
  429: 'The minute, or what the plan allows, is used up; `retry_after_seconds` says when to try again.',
  500: 'An error of the service.',
  503: 'The inbox is paused, storage is away, or too much is under way for the moment.',
} as const;

type ErrorStatus = keyof typeof ERRORS;

const STATUSES = Object.keys(ERRORS).map(Number) as ErrorStatus[];

const error = z.object({ error: z.string() });
const tooMany = error.extend({ retry_after_seconds: z.int() });

const ref = (kind: 'responses' | 'headers', name: string | number) => ({
  $ref: `#/components/${kind}/${name}`,
});

/** Headers that every answer carries. */
const EVERYWHERE = {
  'X-Request-Id': ref('headers', 'RequestId'),
  'X-RateLimit-Limit': ref('headers', 'RateLimitLimit'),
  'X-RateLimit-Remaining': ref('headers', 'RateLimitRemaining'),
  'X-RateLimit-Reset': ref('headers', 'RateLimitReset'),
};

/** `components.headers` of the document. */
export const headerComponents = {
  RequestId: header('Names the request in the logs.', { type: 'string', format: 'uuid' }),
  RateLimitLimit: header('Requests a minute; 100000 where nothing is counted.', {
    type: 'integer',
  }),
  RateLimitRemaining: header('Requests left in this minute.', { type: 'integer' }),
  RateLimitReset: header('When counting starts anew, in Unix seconds.', { type: 'integer' }),
  IgnoredParameters: header(
    'Names of body members and query parameters that were given but mean nothing here.',
    { type: 'string' },
  ),
} as const;

function header(description: string, schema: { type: 'string' | 'integer'; format?: string }) {
  return { description, schema };
}

/** `components.responses` of the document: one for each error status. */
export const errorComponents = () =>
  Object.fromEntries(
    STATUSES.map((status) => [
      `Error${status}`,
      {
        description: ERRORS[status],
        headers: EVERYWHERE,
        content: { 'application/json': { schema: status === 429 ? tooMany : error } },
      },
    ]),
  );

/** Every answer of an operation on one of its routes. */
export function responsesOf(operation: AnyOperation, route: Route) {
  const errors = STATUSES.filter((status) => canAnswer(operation, route, status));
  return {
    ...Object.fromEntries(errors.map((status) => [status, ref('responses', `Error${status}`)])),
    ...furtherAnswers(operation),
    ...success(operation, route),
  };
}

function canAnswer(operation: AnyOperation, route: Route, status: ErrorStatus): boolean {
  if (status === 401) return operation.access !== 'public';
  if (status === 403) return needsKey(operation.access);
  if (status === 404) return pathFields(route).length > 0 || namesResource(operation.input);
  if ([408, 409, 413, 415].includes(status)) return takesBody(route);
  return true;
}

const furtherAnswers = ({ alsoAnswers = {} }: AnyOperation) =>
  Object.fromEntries(
    Object.entries(alsoAnswers).map(([status, description]) => [
      status,
      { description, headers: EVERYWHERE, ...(Number(status) >= 400 && { content: json(error) }) },
    ]),
  );

const json = (schema: z.ZodType) => ({ 'application/json': { schema } });

function success(operation: AnyOperation, route: Route) {
  const headers = { ...EVERYWHERE, 'X-Ignored-Parameters': ref('headers', 'IgnoredParameters') };
  const content = contentOf(operation);
  if (content === null) return { 204: { description: 'Done.', headers } };
  return { [route.status ?? 200]: { description: operation.summary, headers, content } };
}

/** Null where the answer is empty. */
function contentOf(operation: AnyOperation) {
  switch (operation.answers) {
    case 'bytes':
      return { 'application/octet-stream': { schema: {} } };
    case 'events':
      return { 'text/event-stream': { schema: { type: 'string' as const } } };
    default:
      return operation.output instanceof z.ZodUndefined ? null : json(operation.output);
  }
}
