import { LRUCache } from 'lru-cache';
import type { SenderAuth } from './auth.js';

/** What was found out about a sender. */
export interface TimedVerdict {
  readonly auth: SenderAuth;
  /** Milliseconds since 1970 until which what the DNS answered is kept. */
  readonly until: number;
}

interface KeptVerdict {
  readonly auth: Promise<SenderAuth>;
  /** Infinity while it is being found out. */
  until: number;
}

const MAX_KEPT = 10_000;

/** Verdicts on mail that cannot differ, for as long as what the DNS answered is kept. */
export class KeptVerdicts {
  private readonly kept = new LRUCache<string, KeptVerdict>({ max: MAX_KEPT });

  constructor(private readonly now: () => number) {}

  /** The verdict of `key`, which `find` finds out where it is not known. */
  verdict(key: string, find: () => Promise<TimedVerdict>): Promise<SenderAuth> {
    const known = this.kept.get(key);
    return (known && known.until > this.now() ? known : this.begin(key, find)).auth;
  }

  private begin(key: string, find: () => Promise<TimedVerdict>): KeptVerdict {
    const verdict = find();
    const begun: KeptVerdict = { auth: verdict.then(({ auth }) => auth), until: Infinity };
    this.kept.set(key, begun);
    verdict.then(
      ({ until }) => (begun.until = until),
      () => (begun.until = 0),
    );
    return begun;
  }
}
