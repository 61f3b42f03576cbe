/** Removing what was kept long enough, as activities need it. */
export interface Retention {
  /** Removes up to `limit` rows of each kind; true when nothing is left to remove. */
  purgeChunk(limit: number): Promise<boolean>;
}

/** Activities of the daily purge. */
export type RetentionActivities = ReturnType<typeof retentionActivities>;

const PURGED_AT_ONCE = 1_000;

/** What the daily purge may do. Safe to run twice. */
export function retentionActivities(retention: Retention) {
  return {
    /** Removes a part of what was kept long enough; true when nothing is left. */
    async purgeExpiredRows(): Promise<boolean> {
      return retention.purgeChunk(PURGED_AT_ONCE);
    },
  };
}
