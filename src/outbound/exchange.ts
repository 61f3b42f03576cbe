import type { Readable } from 'node:stream';
import type { Egress } from '../egress/egress.js';
import { withDeadline } from '../deadline.js';
import { asEgressError, EgressError } from '../egress/failure.js';
import { responseOf } from '../egress/fetch.js';
import { firstBytes } from '../egress/first-bytes.js';
import { withoutFraming } from '../egress/send.js';

/** A request as the library of a provider makes it. */
interface ProviderRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** What the provider answered. */
export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning, as far as it came. */
  readonly text: string;
}

/** What happened to a request, whatever the library made of it. */
export interface ExchangeRecord {
  readonly answer: ProviderAnswer | null;
  readonly failure: EgressError | null;
  /** Whether the whole body may have left. */
  readonly isSent: boolean;
}

/** The way a provider's library reaches its API, for one request. */
export type Exchange = ReturnType<typeof createExchange>;

const CHUNK_BYTES = 64 * 1024;
const MAX_ANSWER = 64 * 1024;

/** `deadline` covers all from the look-up to the end of the answer; `leave` is awaited before the request. */
export function createExchange(
  dispatcher: Egress['dispatcher'],
  deadline: AbortSignal,
  leave: () => Promise<void> = () => Promise.resolve(),
) {
  let isUsed = false;
  let isSent = false;
  let answer: ProviderAnswer | null = null;
  let failure: EgressError | null = null;

  const post = async ({ url, method, headers, body }: ProviderRequest): Promise<ProviderAnswer> => {
    const { origin, pathname, search } = new URL(url);
    const bytes = bytesOf(body);
    await withDeadline(deadline, leave());
    const asked = dispatcher.request({
      origin,
      path: `${pathname}${search}`,
      method,
      headers: { ...withoutFraming(headers), 'content-length': String(bytes.length) },
      // undici takes what can be iterated; its types do not say so.
      body: inChunks(bytes, () => (isSent = true)) as unknown as Readable,
      signal: deadline,
      // A kept connection that the provider closes meanwhile would leave the mail in doubt.
      reset: true,
    });
    const {
      statusCode: status,
      headers: answered,
      body: stream,
    } = await withDeadline(deadline, asked);
    // The status has been said: it holds even when the rest does not come.
    answer = { status, headers: flat(answered), text: '' };
    return { ...answer, text: (await firstBytes(stream, MAX_ANSWER)).bytes.toString() };
  };

  return {
    /** Follows no redirect. @throws EgressError, also when the library tries a second time. */
    async request(request: ProviderRequest): Promise<ProviderAnswer> {
      if (isUsed) throw new EgressError('forbidden', 'a provider is asked once');
      isUsed = true;
      try {
        return (answer = await post(request));
      } catch (error) {
        failure = asEgressError(error);
        throw failure;
      }
    },
    record: (): ExchangeRecord => ({ answer, failure, isSent }),
  };
}

/** Without a conversion: the AWS library warns when its bytes are asked for anything else. */
const bytesOf = (body: string | Uint8Array) =>
  typeof body === 'string'
    ? Buffer.from(body)
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength);

/** Tells before the last of it is handed over. */
async function* inChunks(bytes: Buffer, last: () => void): AsyncGenerator<Buffer> {
  let at = 0;
  for (; at + CHUNK_BYTES < bytes.length; at += CHUNK_BYTES)
    yield bytes.subarray(at, at + CHUNK_BYTES);
  last();
  yield bytes.subarray(at);
}

const flat = (headers: Readonly<Record<string, string | string[] | undefined>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]));

/** The exchange as a `fetch`, for libraries that take one. */
export const fetchBy =
  (exchange: Exchange) =>
  async (input: unknown, init: { method?: string; headers?: unknown; body?: unknown } = {}) => {
    const { status, headers, text } = await exchange.request({
      url: String(input),
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers as Record<string, string>)),
      body: typeof init.body === 'string' ? init.body : '',
    });
    return responseOf(status, text, headers['content-type']);
  };
