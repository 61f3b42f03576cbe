import { timedOut } from './failure.js';

/** What `work` comes to. It is not ended: who waits is let go. @throws EgressError at the deadline. */
export function withDeadline<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(timedOut());
    deadline.addEventListener('abort', late, { once: true });
    work.then(resolve, reject).finally(() => deadline.removeEventListener('abort', late));
  });
}
