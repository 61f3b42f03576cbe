import type { Dispatcher } from 'undici';
import { withDeadline } from '../deadline.js';
import type { TargetChecks } from './check.js';
import { asEgressError, EgressError } from './failure.js';
import { firstBytes } from './first-bytes.js';
import { checkedTarget } from './send.js';

// Milliseconds from the look-up to the end of the answer, and bytes of that.
const TIMEOUT_MS = 120_000;
const MAX_ANSWER = 2 ** 20;

/** Statuses whose answers have no body (Fetch, "null body status"). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** What came back as a `fetch` answers it: of the headers the type is kept. */
export const responseOf = (status: number, body: string | Uint8Array<ArrayBuffer>, type = '') =>
  new Response(WITHOUT_BODY.has(status) ? null : body, {
    status: Math.max(status, 200),
    headers: type === '' ? {} : { 'content-type': type },
  });

/**
 * `fetch` for libraries that take one, over the guarded way out: https alone, no redirect is followed, the whole
 * answer is there before it is answered; of its headers the type is kept. The body of a request is text.
 * @throws EgressError where no answer came, or one that is too large
 */
export const createFetch =
  (
    dispatcher: Dispatcher,
    checkUrl: TargetChecks['checkUrl'],
    timeout = TIMEOUT_MS,
  ): typeof fetch =>
  async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const target = checkedTarget(url, checkUrl);
    if (target instanceof EgressError) throw target;
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
      const whole = await withDeadline(signal, wholeOf(body));
      return responseOf(status, whole, String(headers['content-type'] ?? ''));
    } catch (error) {
      throw asEgressError(error);
    }
  };

async function wholeOf(stream: AsyncIterable<unknown>): Promise<Buffer<ArrayBuffer>> {
  const { bytes, isLonger, error } = await firstBytes(stream, MAX_ANSWER);
  if (error !== undefined) throw asEgressError(error);
  if (isLonger) throw new EgressError('connection', `the answer has more than ${MAX_ANSWER} bytes`);
  return bytes;
}
