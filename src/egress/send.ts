import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { TargetChecks } from './check.js';
import { withDeadline } from '../deadline.js';
import { firstBytes } from './first-bytes.js';
import { asEgressError, EgressError, type FailureReason } from './failure.js';

/** A request to an address that a user named. */
export interface OutgoingRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  /** Those of `FRAMING_HEADERS` are left out. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** The other side answered, whatever it said; a redirect is such an answer. */
export interface AnsweredRequest {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The first 20 KB, as they came. */
  readonly body: Buffer;
  /** Whether there was more, or the rest did not come in time. */
  readonly isCut: boolean;
}

/** No answer came. */
export interface FailedRequest {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  /** May be shown to whoever named the address. */
  readonly message: string;
}

/** Sends one request. Never throws for what the other side does. */
export type Send = (request: OutgoingRequest) => Promise<AnsweredRequest | FailedRequest>;

/** Headers that say where the request goes and where it ends: never a user's. */
export const FRAMING_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const TIMEOUT_MS = 15_000;
const MAX_BODY = 20 * 1024;

/** `timeout` is milliseconds from the look-up to the end of the answer. */
export function createSend(
  dispatcher: Dispatcher,
  checkUrl: TargetChecks['checkUrl'],
  timeout = TIMEOUT_MS,
): Send {
  return async ({ url, method = 'POST', headers = {}, body = null }) => {
    const target = checkedTarget(url, checkUrl);
    if (target instanceof EgressError) return failed(target);
    const deadline = AbortSignal.timeout(timeout);
    const request = {
      origin: target.origin,
      path: `${target.pathname}${target.search}`,
      method,
      headers: withoutFraming(headers),
      body,
      signal: deadline,
    };
    try {
      // undici looks at the signal once it is connected only.
      const response = await withDeadline(deadline, dispatcher.request(request));
      const { statusCode: status, headers: answered } = response;
      const { bytes: body, isLonger, error } = await firstBytes(response.body, MAX_BODY);
      // The status has been said; a body that breaks off or drips does not take it back.
      const isCut = isLonger || error !== undefined;
      return { kind: 'answered', status, headers: answered, body, isCut };
    } catch (error) {
      return failed(asEgressError(error));
    }
  };
}

/** The rules may have changed since the address was stored. */
export function checkedTarget(url: string, checkUrl: TargetChecks['checkUrl']): URL | EgressError {
  try {
    return checkUrl(url);
  } catch (error) {
    return new EgressError('forbidden', (error as Error).message, error);
  }
}

const failed = ({ reason, message }: EgressError): FailedRequest => ({
  kind: 'failed',
  reason,
  message,
});

/** Headers of a request but for those that frame it. */
export const withoutFraming = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !FRAMING_HEADERS.has(name.toLowerCase())),
  );
