import { NOTHING_LEFT } from '../../../src/store/retention/purged.js';
import { HOUR_AGO, inboxWith, type BackgroundWork } from '../background-work.js';

export const background: BackgroundWork = {
  idle: {
    inboxes: {
      expiry: async () => null,
      expire: async () => true,
      purgeChunk: async () => NOTHING_LEFT,
    },
  },
  left: {
    deleteInbox: { rows: inboxWith('deleted_at', HOUR_AGO) },
    expireInbox: { rows: inboxWith('expires_at', HOUR_AGO) },
  },
};
