/** Anything a client is told about. Everything else is a bug and becomes a bare 500. */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly status: number,
    message: string,
    readonly extra: {
      body?: Record<string, unknown>;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: extra.cause });
  }

  /** The response body: always `error`, plus `retry_after_seconds` when rate limited. */
  toJSON(): { error: string } {
    return { error: this.message, ...this.extra.body };
  }
}

/** 400: a field is missing or wrong; the message names it and says what to do. */
export const invalid = (message: string) => new AppError(400, message);
/** 401: no valid credential; every front end adds where one is to be had (RFC 9728). */
export const unauthorized = (
  message = 'An API key is needed: X-API-Key: <key> or Authorization: Bearer <key>',
) => new AppError(401, message);
/** 403: the resource or the right is not the caller's. */
export const forbidden = (message: string) => new AppError(403, message);
/** 404: `what` is the noun of the resource, such as `Inbox`. */
export const notFound = (what: string) => new AppError(404, `${what} not found`);
/** 409: what is asked for clashes with what is there. */
export const conflict = (message: string) => new AppError(409, message);
/** 413: the body or message is larger than the named limit. */
export const tooLarge = (message: string) => new AppError(413, message);
/** 503: the inbox is paused (docs/interface.md, Errors). */
export const paused = () => new AppError(503, 'Inbox is paused');
/** 503: storage is away for now; the same request may be sent again. */
export const unavailable = (cause?: unknown) =>
  new AppError(503, 'Storage is unavailable for the moment; try again', {
    headers: { 'Retry-After': '1' },
    cause,
  });
/** 503: more is being uploaded or taken in than there is memory for, or than one client may. */
export const tooBusy = () =>
  new AppError(503, 'Too much is being uploaded at the moment; try again', {
    headers: { 'Retry-After': '5' },
  });
/** 503: storage did not answer in time, so that nobody knows whether the request was carried out. */
export class OutcomeUnknown extends AppError {
  constructor(cause: unknown) {
    super(
      503,
      'Storage did not answer in time: whether this was done is not known. ' +
        'Look, or send it again with the same Idempotency-Key',
      { headers: { 'Retry-After': '1' }, cause },
    );
  }
}
/** 409: what carried the same `Idempotency-Key` first has not ended, or its process died: then for a minute. */
export class StillRunning extends AppError {
  constructor() {
    super(409, 'The first request with this Idempotency-Key is still running; try again');
  }
}
/** 429 with the seconds until the next request may be sent. */
export const rateLimited = (seconds: number, message = 'Rate limit exceeded') =>
  new AppError(429, message, {
    body: { retry_after_seconds: seconds },
    headers: { 'Retry-After': String(seconds) },
  });

/** 429 of what somebody has to make room for: tried again in a minute. */
export const noRoom = (message: string) => rateLimited(60, message);
