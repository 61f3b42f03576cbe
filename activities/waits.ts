/** A durable wait that is still open. */
export interface OpenWait {
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Mails found so far. */
  readonly found: number;
  /** Mails to find. */
  readonly count: number;
}

/** Durable waits, as activities need them. */
export interface WaitMatching {
  /** Collects mail for a wait and ends it if it is full or due; null when it has ended. */
  lookForRun(
    waitId: string,
  ): Promise<(Omit<OpenWait, 'expiresAt'> & { readonly expiresAt: Date }) | null>;
}

/** Activities of durable waits. */
export type WaitActivities = ReturnType<typeof waitActivities>;

/** What runs may do with durable waits. Safe to run twice. */
export function waitActivities(waits: WaitMatching) {
  return {
    /** Collects mail that a wait is for, and ends it if it is full or its time is up; null once it ended. */
    async collectMatches(waitId: string): Promise<OpenWait | null> {
      const wait = await waits.lookForRun(waitId);
      return wait && { ...wait, expiresAt: wait.expiresAt.toISOString() };
    },
  };
}
