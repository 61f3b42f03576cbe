import { countedAddress, WIDE_TIMES } from '../auth/counted-address.js';
import { LeakyBuckets } from '../leaky-buckets.js';
import type { Recipient } from '../store/mail/delivery.js';

const HOUR_MS = 3_600_000;
// Hundreds of fractions do not add up exactly.
const ROUNDING = 1e-6;

/**
 * How fast a peer may fill an inbox: its rate an hour is a part of what the plan takes in a month. A
 * bucket holds an hour's mails and runs empty in an hour; each process has its own.
 */
export class PeerRates {
  readonly #buckets: LeakyBuckets;

  /** `percent` of the month in an hour; 0 = no limit. */
  constructor(
    private readonly percent: number,
    now = () => performance.now(),
  ) {
    this.#buckets = new LeakyBuckets({ leak: 1 / HOUR_MS, now });
  }

  /** Whether one more mail is one too many. */
  isOver(address: string, recipient: Recipient): boolean {
    return this.#parts(address, recipient).some(
      ({ name, part }) => this.#buckets.level(name) + part > 1 + ROUNDING,
    );
  }

  /** Counts a mail. */
  count(address: string, recipient: Recipient): void {
    for (const { name, part } of this.#parts(address, recipient)) this.#buckets.add(name, part);
  }

  /** The buckets that a mail goes into, and how much of each it fills. */
  #parts(address: string, { inboxId, perMonth }: Recipient) {
    if (this.percent === 0 || perMonth === null || perMonth === undefined) return [];
    const { narrow, wide } = countedAddress(address);
    const perHour = Math.max(1, Math.floor((perMonth * this.percent) / 100));
    const own = { name: `${inboxId} ${narrow}`, part: 1 / perHour };
    if (wide === null) return [own];
    return [own, { name: `${inboxId} ${wide}`, part: 1 / (perHour * WIDE_TIMES) }];
  }
}
