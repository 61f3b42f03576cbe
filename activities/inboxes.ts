import type { InboxService } from '../src/resources/inboxes/service.js';
import type { Purged } from '../src/store/retention/purged.js';

const PURGED_AT_ONCE = 1_000;

interface InboxServices {
  readonly inboxes: Pick<InboxService, 'expiry' | 'expire' | 'purgeChunk'>;
}

/** What runs may do with inboxes. Each function is safe to run twice. */
export function inboxActivities({ inboxes }: InboxServices) {
  return {
    /** When the inbox ends, ISO 8601; null when it does not. */
    async readExpiry(inboxId: string): Promise<string | null> {
      return (await inboxes.expiry(inboxId))?.toISOString() ?? null;
    },

    /** Deletes the inbox if it is due; true when it is deleted. */
    async expireInbox(inboxId: string): Promise<boolean> {
      return inboxes.expire(inboxId);
    },

    /** Removes a part of a deleted inbox. */
    async purgeInbox(inboxId: string): Promise<Purged> {
      return inboxes.purgeChunk(inboxId, PURGED_AT_ONCE);
    },
  };
}
