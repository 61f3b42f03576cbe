/** Why nothing came back: `forbidden` will be the same next time, the others may not. */
export type FailureReason = 'forbidden' | 'unresolved' | 'timeout' | 'tls' | 'connection';

/** A connection or request that failed. Its message may be shown to whoever named the address. */
export class EgressError extends Error {
  override readonly name = 'EgressError';

  constructor(
    readonly reason: FailureReason,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** The address, or one that the name leads to, may not be connected to. It is not told which. */
export const forbiddenAddress = () =>
  new EgressError('forbidden', 'the address is private or reserved');
/** The address may be connected to, but not without TLS. */
export const notOpened = () =>
  new EgressError('forbidden', 'the operator did not open the address for connections without TLS');
/** The deadline passed. */
export const timedOut = (cause?: unknown) => new EgressError('timeout', 'timed out', cause);

const MESSAGES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
  UND_ERR_INVALID_ARG: 'a header of the request is not valid',
};
const TIMEOUTS = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT']);
// Codes of OpenSSL's verification have no prefix of their own.
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|EPROTO)/;

/** `error` in words for the customer: never the text of a library, which names addresses. */
export function asEgressError(error: unknown): EgressError {
  if (error instanceof EgressError) return error;
  const { name, code = '' } = error as { name?: string; code?: unknown };
  const text = String(code);
  if (name === 'TimeoutError' || TIMEOUTS.has(text)) return timedOut(error);
  if (TLS.test(text))
    return new EgressError('tls', MESSAGES[text] ?? 'the certificate is not trusted', error);
  if (name === 'HTTPParserError')
    return new EgressError('connection', 'the answer is not HTTP', error);
  return new EgressError('connection', MESSAGES[text] ?? 'the connection failed', error);
}
