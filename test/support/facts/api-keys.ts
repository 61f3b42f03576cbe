import { inboxOnly, type ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  boundKeys: {
    createApiKey: {
      refused: ({ inbox }) => [{ name: 'strong' }, { name: 'strong', allowed_inbox_ids: [inbox] }],
      open: ({ inbox }) => ({ name: 'weak', allowed_inbox_ids: [inbox] }),
    },
    listApiKeys: { filtered: {} },
    revokeApiKey: { refused: ({ key }, shared) => [{ key_id: key }, { key_id: shared.key }] },
    createInboxApiKey: inboxOnly({ name: 'theirs' }),
    listInboxApiKeys: inboxOnly(),
    revokeInboxApiKey: { refused: ({ inbox, key }) => [{ id: inbox, key_id: key }] },
  },
  given: {
    createApiKey: { name: 'key' },
    createInboxApiKey: { name: 'key' },
  },
  // What others revoked is gone.
  refusedExamples: { revokeInboxApiKey: 404 },
};
