import { HOUR_AGO, type BackgroundWork } from '../background-work.js';

export const background: BackgroundWork = {
  idle: {
    sending: {
      attempt: async (emailId) => ({ emailId, said: 'sent', lookIn: null }),
      attemptTogether: async (ids) =>
        ids.map((emailId) => ({ emailId, said: 'sent', lookIn: null })),
    },
  },
  left: {
    sendEmail: {
      rows: `INSERT INTO sends (email_id, org_id, inbox_id, recipients, touched_at)
        VALUES ($1, 'org_1', 'inb_1', '[]', ${HOUR_AGO})`,
    },
  },
};
