import { Semaphore } from '../../semaphore.js';
import { secondsUntilRead } from './well.js';

// Looks inside workflow tasks at once: each holds a slot that others need, for eight seconds at most.
const AT_ONCE = 8;
// Seconds until a look is tried again that was asked for and found no slot.
const NO_SLOT_SECONDS = 1;

/** A look is put off. It is made beside its run, which asks again in so many seconds. */
export interface PutOffLook {
  readonly laterInSeconds: number;
}

/** Lets few looks begin at once inside workflow tasks, and while the machine is busy those alone that were asked for. */
export class LookThrottle {
  private readonly slots = new Semaphore(AT_ONCE);

  /** `putOff` makes a look beside its run. */
  constructor(
    private readonly isBusy: () => boolean,
    private readonly putOff: (domainId: string) => void,
  ) {}

  /**
   * What `look` answers, or when to ask again. With `mustLook` (it was asked for, or was put off before) it waits for
   * a slot alone.
   */
  async take<T>(
    domainId: string,
    mustLook: boolean,
    look: () => Promise<T>,
  ): Promise<T | PutOffLook> {
    const release = mustLook || !this.isBusy() ? this.slots.tryAcquire() : null;
    if (!release) return mustLook ? { laterInSeconds: NO_SLOT_SECONDS } : this.later(domainId);
    try {
      return await look();
    } finally {
      release();
    }
  }

  private later(domainId: string): PutOffLook {
    this.putOff(domainId);
    return { laterInSeconds: secondsUntilRead() };
  }
}
