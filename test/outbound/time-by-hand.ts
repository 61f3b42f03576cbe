import { afterEach, jest } from '@jest/globals';

afterEach(() => void jest.restoreAllMocks());

/** Time is up for everything that waits when `end` says so, however slow the machine is, and not before. */
export function timeByHand(): { readonly end: () => void } {
  const limit = new AbortController();
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  return { end: () => limit.abort(new DOMException('Time is up', 'TimeoutError')) };
}
