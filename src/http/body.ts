import { bodyParser } from '@koa/bodyparser';
import { AppError, invalid, tooLarge } from '../errors.js';
import type { AnyOperation } from '../operations/operation.js';
import { checkBody } from './body-contents.js';
import type { RoutedContext } from './request-state.js';

/** Bytes of a JSON body unless the operation says otherwise (Interface decisions, section 7). */
const DEFAULT_LIMIT = 1024 * 1024;

/** A JSON body as it came and as it was understood; `parsed` is undefined when there was none. */
export interface JsonBody {
  readonly raw: string;
  readonly parsed: unknown;
}

const NO_BODY: JsonBody = { raw: '', parsed: undefined };

/** Reads the bodies of one operation. @throws AppError 400, 413, 415 */
export function createBodyReader({
  bodyLimit = DEFAULT_LIMIT,
  access,
}: AnyOperation): (ctx: RoutedContext) => Promise<JsonBody> {
  const parse = bodyParser({
    enableTypes: ['json'],
    extendTypes: { json: ['application/json', 'application/*+json'] },
    // The library reads plain numbers as bytes, and objects and arrays only.
    jsonLimit: String(bodyLimit),
    onError: (error) => {
      throw problemOf(error, bodyLimit);
    },
  });
  const done = () => Promise.resolve();

  return async (ctx) => {
    if (!hasBody(ctx)) return NO_BODY;
    if (!ctx.is('json', '+json'))
      throw new AppError(415, 'The body must be JSON: send Content-Type: application/json');
    await parse(ctx, done);
    const { body: parsed, rawBody: raw } = ctx.request;
    // The connection was lost before the body was read.
    if (parsed === undefined) throw invalid('The body was cut off');
    // Mail is stored whatever it holds; everything else must be text that can be stored as it is.
    checkBody(parsed, { anyText: access === 'inbound-secret' });
    return { raw: raw ?? '', parsed };
  };
}

function hasBody({ req: { headers } }: RoutedContext): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function problemOf(error: Error & { status?: number }, limit: number): AppError {
  if (error.status === 413) return tooLarge(`The body must have at most ${limit} bytes`);
  if (error.status === 415)
    return new AppError(415, 'Content-Encoding must be identity, gzip, deflate or br');
  return invalid('The body must be valid JSON, an object');
}
