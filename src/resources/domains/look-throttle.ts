import { Semaphore } from '../../semaphore.js';

// Looks inside workflow tasks at once: each holds a slot that others need, for eight seconds at most.
const AT_ONCE = 8;
// Milliseconds from one look to the next while the machine is busy, after some at once: mail goes first.
const BURST = 10;
const PACE_MS = 500;
// Milliseconds that a look is put off at most: where more are due than that has turns for, they come closer together.
// A minute less than the ten in which all are looked at: the last of them has to be made, too.
const LONGEST_MS = 540_000;
// Milliseconds until a look is tried again that found no slot.
const NO_SLOT_MS = 1_000;

/** A look is put off. Its turn is then, and it need not ask for one again. */
export interface PutOffLook {
  readonly laterInSeconds: number;
}

/** Lets few looks begin at once, and hardly any while the machine is busy. */
export class LookThrottle {
  private readonly slots = new Semaphore(AT_ONCE);
  /** When the next turn is that nobody has. */
  private free = -Infinity;

  constructor(
    private readonly isBusy: () => boolean,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * What `look` answers, or when its turn is. With `mustLook` (it was asked for, or its turn has come) it waits for
   * a slot alone.
   */
  async take<T>(mustLook: boolean, look: () => Promise<T>): Promise<T | PutOffLook> {
    const wait = mustLook ? 0 : this.untilTurn();
    if (wait > 0) return later(wait);
    const release = this.slots.tryAcquire();
    if (!release) return later(NO_SLOT_MS);
    try {
      return await look();
    } finally {
      release();
    }
  }

  /** Milliseconds until the turn that is taken by this. */
  private untilTurn(): number {
    if (!this.isBusy()) return 0;
    const now = this.now();
    const turn = Math.max(this.free, now - (BURST - 1) * PACE_MS);
    if (turn - now > LONGEST_MS) return Math.random() * LONGEST_MS;
    this.free = turn + PACE_MS;
    return Math.max(0, turn - now);
  }
}

const later = (milliseconds: number): PutOffLook => ({ laterInSeconds: milliseconds / 1_000 });
