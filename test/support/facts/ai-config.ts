import { HOUR_AGO, never, type ResourceFacts } from '../resource-facts.js';

const NONE = { provider: 'none' };

export const facts: ResourceFacts = {
  boundKeys: { getAiConfig: never({}), setAiConfig: never(NONE), testAiConfig: never({}) },
  given: { setAiConfig: NONE },
  idle: {
    mailDescriptions: { describeSome: async () => ({ mails: 0, described: 0, left: false }) },
  },
  left: {
    describeEmails: {
      rows: `INSERT INTO undescribed_emails (email_id, org_id, asked_at)
        VALUES ('eml_1', $1, ${HOUR_AGO})`,
    },
  },
  // There is no model to test.
  refusedExamples: { testAiConfig: 400 },
};
