import { HOUR_AGO, type BackgroundWork } from '../background-work.js';

export const background: BackgroundWork = {
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
