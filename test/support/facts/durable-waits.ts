import { HOUR_AGO, type ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  boundKeys: {
    createWait: { refused: ({ inbox }) => [{ inbox_id: inbox, kind: 'otp', expires_in: 60 }] },
    getWait: { refused: ({ wait }) => [{ id: wait }] },
    listWaits: { filtered: {}, refused: ({ inbox }) => [{ inbox_id: inbox }] },
    cancelWait: { refused: ({ wait }) => [{ id: wait }] },
  },
  given: {
    createWait: { kind: 'otp' },
  },
  idle: {
    durableWaits: { lookForRun: async () => null },
    reminding: { remind: async () => 'nothing is due' },
  },
  left: {
    waitForEmail: {
      rows: `INSERT INTO durable_waits (id, org_id, inbox_id, kind, after_uid, count, created_at,
          expires_at, checked_at)
        VALUES ($1, 'org_1', 'inb_1', 'email', 0, 1, ${HOUR_AGO}, now() + interval '1 hour', ${HOUR_AGO})`,
    },
  },
};
