import type { Purged } from '../src/store/retention/purged.js';
import type { RetentionService } from '../src/store/retention/retention.js';

/** Removing what was kept long enough, as activities need it. */
export type Retention = Pick<RetentionService, 'purgeChunk'>;

const PURGED_AT_ONCE = 1_000;

/** What the daily purge may do. Safe to run twice. */
export const retentionActivities = ({ retention }: { readonly retention: Retention }) => ({
  /** Removes a part of what was kept long enough. */
  async purgeExpiredRows(): Promise<Purged> {
    return retention.purgeChunk(PURGED_AT_ONCE);
  },
});
