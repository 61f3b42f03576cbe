import { LRUCache } from 'lru-cache';
import { deferred } from './outcome.js';
import type { DeferredOutcome, SendOutcome } from './provider.js';

interface Pause {
  /** What asked for it. */
  readonly response: string;
  readonly seconds: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

// Seconds of the first pause; each that follows on another one is twice as long, up to the last.
const FIRST_SECONDS = 60;
const LAST_SECONDS = 15 * 60;
const MAX_REMEMBERED = 2_000;
// Too much for now, by whatever rule of the server (RFC 5321 section 4.2.3, RFC 3463 section 3.8).
const ASKS_FOR_PAUSE = /^(?:421\b|4\d\d[ -]4\.7\.\d)/;

/** Why there is no session now. */
export class PausedError extends Error {
  constructor(readonly outcome: DeferredOutcome) {
    super(outcome.response);
  }
}

/** Mail exchangers that asked for a pause, each by its name: what is for others goes on. */
export class Pauses {
  private readonly pauses = new LRUCache<string, Pause>({ max: MAX_REMEMBERED });

  constructor(private readonly now: () => number = Date.now) {}

  /** Why a mail cannot be handed to `host` now; null when it can. */
  of(host: string): DeferredOutcome | null {
    const pause = this.pauses.get(host);
    const left = pause ? (pause.until - this.now()) / 1_000 : 0;
    return pause && left > 0
      ? deferred(`${host} asked for a pause by: ${pause.response}`, left)
      : null;
  }

  /** @throws PausedError while nothing is to be handed to `host` */
  check(host: string): void {
    const outcome = this.of(host);
    if (outcome) throw new PausedError(outcome);
  }

  /** Learns from what came of a mail for `host`; answers it with the pause that it asked for. */
  learn(host: string, outcome: SendOutcome): SendOutcome {
    if (outcome.kind === 'deferred' && ASKS_FOR_PAUSE.test(outcome.response)) {
      // Mails that were under way together ask for one.
      if (!this.of(host)) this.begin(host, outcome.response);
      return deferred(outcome.response, this.of(host)?.pause);
    }
    const isServed = outcome.kind === 'accepted' || outcome.kind === 'refused';
    if (isServed && !this.of(host)) this.pauses.delete(host);
    return outcome;
  }

  private begin(host: string, response: string): void {
    const last = this.pauses.get(host)?.seconds ?? FIRST_SECONDS / 2;
    const seconds = Math.min(last * 2, LAST_SECONDS);
    this.pauses.set(host, { response, seconds, until: this.now() + seconds * 1_000 });
  }
}
