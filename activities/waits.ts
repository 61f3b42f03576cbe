/** A durable wait that is still open. */
export interface OpenWait {
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Mails found so far. */
  readonly found: number;
  /** Mails to find. */
  readonly count: number;
  /** ISO 8601: when the next reminder of a wait for a reply is to be sent; left out when there is none. */
  readonly remindAt?: string;
}

/** Durable waits, as activities need them. */
export interface WaitMatching {
  /** Collects mail for a wait and ends it if it is full or due; null when it has ended. */
  lookForRun(waitId: string): Promise<{
    readonly expiresAt: Date;
    readonly found: number;
    readonly count: number;
    readonly remindAt: Date | null;
  } | null>;
}

/** Reminders of waits for a reply, as activities need them. */
export interface WaitReminding {
  /** Sends the reminder that is due, if one is; answers what was done. */
  remind(waitId: string): Promise<string>;
}

/** Activities of durable waits. */
export type WaitActivities = ReturnType<typeof waitActivities>;

/** What runs may do with durable waits. Safe to run twice. */
export function waitActivities(waits: WaitMatching, reminding: WaitReminding) {
  return {
    /** Collects mail that a wait is for, and ends it if it is full or its time is up; null once it ended. */
    async collectMatches(waitId: string): Promise<OpenWait | null> {
      const wait = await waits.lookForRun(waitId);
      if (wait === null) return null;
      const { expiresAt, found, count, remindAt } = wait;
      const open = { expiresAt: expiresAt.toISOString(), found, count };
      return remindAt === null ? open : { ...open, remindAt: remindAt.toISOString() };
    },

    /** Sends the reminder that is due, unless the reply is there. */
    async sendReminder(waitId: string): Promise<string> {
      return reminding.remind(waitId);
    },
  };
}
