import type { DurableWaitStore } from '../src/resources/durable-waits/store.js';
import type { Reminders } from '../src/resources/sending/reminders.js';
import type { WaitStatus } from '../src/store/waits/rows.js';

/** How a durable wait stands. */
export interface WaitReport {
  /** How it ended; left out while it is open. */
  readonly ended?: Exclude<WaitStatus, 'waiting'>;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Mails found so far. */
  readonly found: number;
  /** Mails to find. */
  readonly count: number;
  /** ISO 8601: when the next reminder of a wait for a reply is to be sent; left out when there is none. */
  readonly remindAt?: string;
}

interface WaitServices {
  readonly durableWaits: Pick<DurableWaitStore, 'lookForRun'>;
  readonly reminding: Pick<Reminders, 'remind'>;
}

/** What runs may do with durable waits. Safe to run twice. */
export function waitActivities({ durableWaits, reminding }: WaitServices) {
  return {
    /**
     * Collects mail that a wait is for, and ends it if it is full or its time is up; null when it is gone,
     * and of an earlier version whenever it had ended.
     */
    async collectMatches(waitId: string): Promise<WaitReport | null> {
      const wait = await durableWaits.lookForRun(waitId);
      if (wait === null) return null;
      const { status, expiresAt, found, count, remindAt } = wait;
      return {
        ...(status !== 'waiting' && { ended: status }),
        expiresAt: expiresAt.toISOString(),
        found,
        count,
        ...(remindAt !== null && { remindAt: remindAt.toISOString() }),
      };
    },

    /** Sends the reminder that is due, unless the reply is there. */
    async sendReminder(waitId: string): Promise<string> {
      return reminding.remind(waitId);
    },
  };
}
