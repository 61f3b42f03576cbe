import { AppError, invalid } from '../errors.js';
import type { AnyOperation } from '../operations/operation.js';
import type { HeldBytes } from './held-bytes.js';
import type { JsonThread } from './json-thread.js';
import { readJson } from './read-json.js';
import type { RoutedContext } from './request-state.js';
import { readUpload } from './upload.js';
import { LIMITS } from '../operations/limits.js';

// Bytes of bodies from which on they are read in a thread of their own.
const LARGE_BYTES = 1024 * 1024;

/**
 * Reads the JSON body of a request, undefined where there is none, and takes what it needs of the budget.
 * @throws AppError 400, 408, 413, 415, 503
 */
export type BodyReader = (ctx: RoutedContext, held: HeldBytes) => Promise<unknown>;

/** What bodies may be. */
export interface BodyRules {
  /** Bytes at most. */
  readonly limit: number;
  /** Whether they may hold text that Postgres cannot store. */
  readonly anyText: boolean;
}

/** The rules of one operation: mail is stored whatever it holds, everything else as it is. */
export const bodyRulesOf = ({
  bodyLimit: limit = LIMITS.body_bytes.json,
  access,
}: AnyOperation): BodyRules => ({ limit, anyText: access === 'inbound-secret' });

/** A reader of bodies. Without a thread large ones are read here. */
export function createBodyReader(
  { limit, anyText }: BodyRules,
  thread: Pick<JsonThread, 'read'> | undefined,
): BodyReader {
  return async (ctx, held) => {
    if (!hasBody(ctx)) return undefined;
    if (!ctx.is('json', '+json'))
      throw new AppError(415, 'The body must be JSON: send Content-Type: application/json');
    const text = { bytes: await readUpload(ctx.req, { limit, held }), anyText };
    const isLarge = text.bytes.length > LARGE_BYTES;
    const outcome = thread && isLarge ? await thread.read(text) : readJson(text);
    if ('problem' in outcome) throw invalid(outcome.problem);
    return outcome.value;
  };
}

function hasBody({ req: { headers } }: RoutedContext): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
