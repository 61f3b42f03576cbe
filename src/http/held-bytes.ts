import { AppError } from '../errors.js';

/** How many bytes of bodies and messages a process holds at once. */
export interface ByteBudget {
  /** Takes `bytes`; false, and nothing taken, when they are not left. */
  take(bytes: number): boolean;
  /** Gives back what was taken. */
  give(bytes: number): void;
}

/** A budget that never ends. */
export const UNLIMITED: ByteBudget = { take: () => true, give: () => undefined };

// A body of so few bytes costs no more than the headers of a request: it goes on when the budget is used up.
const UNCOUNTED = 16 * 1024;
const RETRY_SECONDS = 5;

/** What one request took of the budget, until it has really ended. */
export class HeldBytes {
  #taken = 0;

  constructor(private readonly budget: ByteBudget) {}

  /** Takes what is missing to hold a body of `bytes`. @throws AppError 503 when that is not left. */
  hold(bytes: number): void {
    const missing = bytes - this.#taken;
    if (missing <= 0 || bytes <= UNCOUNTED) return;
    if (!this.budget.take(missing)) throw tooBusy();
    this.#taken = bytes;
  }

  /** Gives all of it back. */
  release(): void {
    this.budget.give(this.#taken);
    this.#taken = 0;
  }
}

const tooBusy = () =>
  new AppError(503, 'Too much is being uploaded at the moment; try again', {
    headers: { 'Retry-After': String(RETRY_SECONDS) },
  });
