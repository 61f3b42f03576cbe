import type { Caller } from '../auth/caller.js';
import { countedKeyId } from '../auth/principal.js';
import { rateLimited } from '../errors.js';
import { LIMITS } from './limits.js';

const MOST = LIMITS.open_waits_per_key;
// Seconds.
const RETRY_AFTER_SECONDS = 1;

/** Calls of this process that wait for something, counted by their API key. */
export class OpenWaits {
  private readonly openByKey = new Map<string, number>();

  /** Counts a call until it has run. @throws AppError 429 where a key has as many as it may have */
  async during<T>({ principal }: Pick<Caller, 'principal'>, run: () => Promise<T>): Promise<T> {
    const keyId = countedKeyId(principal);
    if (this.open(keyId) >= MOST)
      throw rateLimited(RETRY_AFTER_SECONDS, `At most ${MOST} waits can be open with one key`);
    this.count(keyId, 1);
    try {
      return await run();
    } finally {
      this.count(keyId, -1);
    }
  }

  private open(keyId: string): number {
    return this.openByKey.get(keyId) ?? 0;
  }

  private count(keyId: string, change: 1 | -1): void {
    const open = this.open(keyId) + change;
    if (open > 0) this.openByKey.set(keyId, open);
    else this.openByKey.delete(keyId);
  }
}
