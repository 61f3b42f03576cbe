import type { RefusalName } from './answers.js';
import type { SmtpLimits } from './limits.js';

/** The limits on a session's time. */
export type TimeLimits = Pick<
  SmtpLimits,
  'sessionMs' | 'firstMailMs' | 'commandMs' | 'dataBytesPerSecond' | 'dataWindowMs'
>;

/**
 * What a session waits for and since when. Bytes alone never extend a time, so a client that drips
 * them is late like one that is silent. All instants are milliseconds of one monotonic clock.
 */
export class SessionClock {
  readonly #started: number;
  #awaits: 'command' | 'data' | 'storage' = 'command';
  #since: number;
  // Bytes of the message when the window began.
  #receivedThen = 0;
  #expected = 0;
  #hasBegun = false;

  constructor(now: number) {
    this.#started = this.#since = now;
  }

  /** The client began to say what it came for. */
  begin(): void {
    this.#hasBegun = true;
  }

  /** An answer went out: the client's turn. */
  awaitCommand(now: number): void {
    this.#awaits = 'command';
    this.#since = now;
  }

  /** DATA was let in; `expected` are the bytes that were announced. */
  awaitData(now: number, expected = 0): void {
    this.#expected = expected;
    this.#awaits = 'data';
    this.#since = now;
    this.#receivedThen = 0;
  }

  /** The message is in: the server's turn, during which the client cannot be late. */
  awaitStorage(): void {
    this.#awaits = 'storage';
  }

  /** Whether a message is under way, so that the session should not be ended for the server's sake. */
  get inMessage(): boolean {
    return this.#awaits !== 'command';
  }

  /** What the client is late with; `received` are the bytes of the message under way. */
  late(now: number, received: number, limits: TimeLimits): RefusalName | null {
    if (this.#awaits === 'storage') return null;
    if (now - this.#started > limits.sessionMs) return 'sessionTooLong';
    if (!this.#hasBegun && now - this.#started > limits.firstMailMs) return 'mailTooLate';
    if (this.#awaits === 'data') return this.#lateData(now, received, limits);
    return now - this.#since > limits.commandMs ? 'commandTooSlow' : null;
  }

  #lateData(now: number, received: number, limits: TimeLimits): RefusalName | null {
    const elapsed = now - this.#since;
    if (elapsed < limits.dataWindowMs) return null;
    // What was announced keeps memory from others: at half of this speed it comes in time.
    const least = Math.max(limits.dataBytesPerSecond, (this.#expected / limits.sessionMs) * 500);
    const wanted = (least * elapsed) / 1000;
    if (received - this.#receivedThen < wanted) return 'dataTooSlow';
    this.#since = now;
    this.#receivedThen = received;
    return null;
  }
}

/** Gives up waiting for storage after a while; one sweep for all instead of a timer each. */
export class Deadlines {
  readonly #waiting = new Set<{ readonly until: number; expire(): void }>();

  constructor(
    private readonly afterMs: number,
    private readonly now: () => number,
  ) {}

  /** The outcome of `work`. @throws Error when it takes too long; it goes on unheard. */
  withTimeout<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const entry = {
        until: this.now() + this.afterMs,
        expire: () => reject(new Error(`No answer within ${this.afterMs} ms`)),
      };
      this.#waiting.add(entry);
      work.then(resolve, reject).finally(() => this.#waiting.delete(entry));
    });
  }

  /** Expires what is over time. To be called regularly. */
  sweep(): void {
    const now = this.now();
    for (const entry of this.#waiting) {
      // All wait equally long, so the oldest stand first.
      if (entry.until > now) return;
      this.#waiting.delete(entry);
      entry.expire();
    }
  }
}
