import { bulkOnly, HOUR_AGO, MAIL, type ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  boundKeys: {
    sendBulkEmail: {
      refused: ({ inbox }, { list }) => [
        { inbox_id: inbox, messages: [MAIL] },
        { inbox_id: inbox, contact_list_id: list, defaults: { subject: 'Hello', text: 'Hello' } },
      ],
    },
    getBulkSend: bulkOnly,
    pauseBulkSend: bulkOnly,
    resumeBulkSend: bulkOnly,
    cancelBulkSend: bulkOnly,
  },
  given: {
    sendBulkEmail: { defaults: { subject: 'Hello', text: 'Hello' }, contact_list_id: 'cl_0' },
  },
  idle: {
    bulks: {
      advance: async () => ({ next: 'end', from: 0, to: 0, retryInSeconds: 0, done: 0, total: 0 }),
      settle: async () => undefined,
    },
  },
  left: {
    sendBulk: {
      rows: `INSERT INTO bulks (id, org_id, inbox_ids, mode, total, touched_at)
        VALUES ($1, 'org_1', '{}', 'messages', 1, ${HOUR_AGO})`,
    },
  },
};
