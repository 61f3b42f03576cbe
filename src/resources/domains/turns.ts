import { LeakyBuckets } from '../../leaky-buckets.js';
import { Semaphore } from '../../semaphore.js';

// Looks inside workflow tasks at once: each holds a place that others need, for eight seconds at most.
const AT_ONCE = 8;
// While the machine is busy: so many looks at once, then one in so many milliseconds. Mail goes first.
const BURST = 10;
const PACE_MS = 500;
const ALL = 'all';

/** Lets few looks begin at once, and hardly any while the machine is busy. */
export class LookTurns {
  private readonly places = new Semaphore(AT_ONCE);
  private readonly begun;

  constructor(
    private readonly isBusy: () => boolean,
    now: () => number = () => performance.now(),
  ) {
    this.begun = new LeakyBuckets({ leak: 1 / PACE_MS, now });
  }

  /** What `look` answers, or that there is no place for it now; what is asked for need not be patient. */
  async take<T>(isAsked: boolean, look: () => Promise<T>): Promise<T | 'later'> {
    if (!isAsked && this.isBusy() && this.begun.level(ALL) > BURST - 1) return 'later';
    const release = this.places.tryAcquire();
    if (!release) return 'later';
    this.begun.add(ALL, 1);
    try {
      return await look();
    } finally {
      release();
    }
  }
}
