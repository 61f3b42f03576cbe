/** How long a request waits for what it asks for (long polling). */
export interface LongPoll {
  readonly timeoutSeconds: number;
  /** Aborted when the client is gone or the process stops. */
  readonly signal: AbortSignal;
}

/**
 * What `promise` answers, or `otherwise` after so many milliseconds. (Deadlines of Temporal's client
 * are not hard: with the server away 2 s become 3 to 6.)
 */
export async function withTimeout<T>(
  milliseconds: number,
  promise: Promise<T>,
  otherwise: T,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, milliseconds, otherwise);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** What `work` answers, unless `signal` is aborted first: then it goes on unheard. @throws the reason of the signal */
export async function withDeadline<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  signal.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Has `end` called after so many milliseconds, or when `signal` is aborted before; answers what ends that. */
export function endAfter(milliseconds: number, signal: AbortSignal, end: () => void): () => void {
  const timer = setTimeout(end, milliseconds);
  signal.addEventListener('abort', end, { once: true });
  return () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  };
}
