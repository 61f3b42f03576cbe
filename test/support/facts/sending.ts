import { HOUR_AGO, inboxOnly, MAIL, type ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  boundKeys: {
    sendEmail: inboxOnly(MAIL),
    replyToEmail: {
      refused: ({ inbox, email }) => [{ id: inbox, email_id: email, text: 'Hello' }],
    },
    forwardEmail: {
      refused: ({ inbox, email }) => [{ id: inbox, email_id: email, to: 'somebody@example.com' }],
    },
    cancelEmail: { refused: ({ scheduled }) => [{ id: scheduled }] },
    resolveEmail: { refused: ({ scheduled }) => [{ id: scheduled, outcome: 'sent' }] },
  },
  given: {
    sendEmail: MAIL,
    replyToEmail: { text: 'Hello', email_id: 'eml_0' },
    forwardEmail: { to: 'somebody@example.com', email_id: 'eml_0' },
    resolveEmail: { outcome: 'sent' },
  },
  // Nobody doubts the mail.
  refusedExamples: { resolveEmail: 409 },
  idle: {
    sending: {
      attempt: async () => ({ summary: 'sent', retryInSeconds: null }),
      firstAttempt: async () => ({ summary: 'sent', retryInSeconds: null }),
    },
  },
  left: {
    sendEmail: {
      rows: `INSERT INTO sends (email_id, org_id, inbox_id, recipients, touched_at)
        VALUES ($1, 'org_1', 'inb_1', '[]', ${HOUR_AGO})`,
    },
  },
};
