import type { RetentionService } from '../src/store/retention/retention.js';

/** Removing what was kept long enough, as activities need it. */
export type Retention = Pick<RetentionService, 'purgeChunk'>;

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
