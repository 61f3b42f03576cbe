import { HOUR_AGO, type BackgroundWork } from '../background-work.js';

export const background: BackgroundWork = {
  idle: {
    bulks: {
      advance: async () => ({ next: 'end', from: 0, to: 0, lookIn: 0, done: 0, total: 0 }),
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
