import { NOTHING_LEFT } from '../../../src/store/retention/purged.js';
import { HOUR_AGO, inboxOnly, inboxWith, never, type ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  boundKeys: {
    createInbox: never({}),
    listInboxes: { filtered: {} },
    getInbox: inboxOnly(),
    updateInbox: inboxOnly({ display_name: 'Mine' }),
    deleteInbox: inboxOnly(),
    pauseInbox: inboxOnly(),
    resumeInbox: inboxOnly(),
    regenerateImapPassword: inboxOnly(),
  },
  given: {
    updateInbox: { name: 'new' },
  },
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
