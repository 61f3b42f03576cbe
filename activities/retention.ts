import type { Purged } from '../src/store/retention/purged.js';
import type { RetentionService } from '../src/store/retention/retention.js';

const PURGED_AT_ONCE = 1_000;

/** What the daily purge may do. Safe to run twice. */
export const retentionActivities = ({
  retention,
}: {
  readonly retention: Pick<RetentionService, 'purgeChunk'>;
}) => ({
  /** Removes a part of what was kept long enough. */
  async purgeExpiredRows(): Promise<Purged> {
    return retention.purgeChunk(PURGED_AT_ONCE);
  },
});
