import type { Dispatcher } from 'undici';
import { withDeadline } from '../deadline.js';
import type { TargetChecks } from './check.js';
import { asEgressError, EgressError } from './failure.js';

/** How much, and how long, a library may wait for. */
export interface FetchLimits {
  /** Milliseconds from the look-up to the end of the answer. */
  readonly timeout: number;
  /** Bytes of an answer. */
  readonly bytes: number;
}

const LIMITS: FetchLimits = { timeout: 120_000, bytes: 2 ** 20 };

/** Statuses whose answers have no body (Fetch, "null body status"). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * `fetch` for libraries that take one, over the guarded way out: https alone, no redirect is followed, the whole
 * answer is there before it is answered; of its headers the type is kept. The body of a request is text.
 * @throws EgressError where no answer came, or one that is too large
 */
export const createFetch =
  (
    dispatcher: Dispatcher,
    checkUrl: TargetChecks['checkUrl'],
    limits: Partial<FetchLimits> = {},
  ): typeof fetch =>
  async (input, init = {}) => {
    const { timeout, bytes } = { ...LIMITS, ...limits };
    const target = checked(input instanceof Request ? input.url : String(input), checkUrl);
    const ends = [AbortSignal.timeout(timeout), ...(init.signal ? [init.signal] : [])];
    const signal = AbortSignal.any(ends);
    const request = {
      origin: target.origin,
      path: `${target.pathname}${target.search}`,
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      body: (init.body ?? null) as string | null,
      signal,
    };
    try {
      const {
        statusCode: status,
        headers,
        body,
      } = await withDeadline(signal, dispatcher.request(request));
      const whole = await withDeadline(signal, wholeOf(body, bytes));
      const type = String(headers['content-type'] ?? '');
      return new Response(WITHOUT_BODY.has(status) ? null : whole, {
        status,
        headers: type === '' ? {} : { 'content-type': type },
      });
    } catch (error) {
      throw asEgressError(error);
    }
  };

function checked(url: string, checkUrl: TargetChecks['checkUrl']): URL {
  try {
    return checkUrl(url);
  } catch (error) {
    throw new EgressError('forbidden', (error as Error).message, error);
  }
}

/** Leaving the loop closes the connection: the rest is not read. */
async function wholeOf(stream: AsyncIterable<Buffer>, bytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > bytes)
      throw new EgressError('connection', `the answer has more than ${bytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
