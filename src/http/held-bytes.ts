import type { Caller } from '../auth/caller.js';
import { orgHolder, peerHolders, type ByteBudget, type ByteClaim } from '../byte-budget.js';
import { tooBusy } from '../errors.js';

// A body of so few bytes costs no more than the headers of a request: it goes on when the budget is used up.
const UNCOUNTED_BYTES = 16 * 1024;

/** What one request holds of the budget, until it has really ended. Without a budget nothing is limited. */
export class HeldBytes {
  readonly #claim: ByteClaim | undefined;

  constructor(budget: ByteBudget | undefined) {
    this.#claim = budget?.claim([]);
  }

  /** Says whose share it is. A mail server that has the secret brings mail of many: it has none. */
  holdFor({ orgId, address }: Caller, bringsMail: boolean): void {
    if (bringsMail) return;
    this.#claim?.holdFor(orgId ? [orgHolder(orgId)] : peerHolders(address));
  }

  /** Takes what is missing to hold a body of `bytes`. @throws AppError 503 when that is not left. */
  hold(bytes: number): void {
    if (bytes > UNCOUNTED_BYTES && this.#claim?.hold(bytes)) throw tooBusy();
  }

  /** Gives all of it back. */
  release(): void {
    this.#claim?.release();
  }
}
