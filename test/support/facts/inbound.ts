import type { EmailsOutcome } from '../../../src/resources/inbound/outcome.js';
import { HOUR_AGO, inboxWith, type ResourceFacts } from '../resource-facts.js';

/** What came of no mail. */
export const NO_OUTCOME: EmailsOutcome = { mails: 0, verdicts: {}, categories: {}, events: {} };

export const facts: ResourceFacts = {
  // Nobody is written to.
  refusedExamples: { deliverInbound: 404 },
  idle: {
    processing: {
      process: async () => ({ late: [], outcome: NO_OUTCOME }),
      fail: async () => undefined,
      verifyLate: async () => NO_OUTCOME,
      retrySenders: async () => ({ away: false, checked: 0, nextIn: null }),
    },
    releasing: {
      releaseChunk: async () => ({ done: true, count: 0 }),
      startReleases: async () => 0,
    },
  },
  left: {
    processInbound: {
      rows: `INSERT INTO outbox (op, workflow, workflow_id, org_id, resource_id, done_at)
        VALUES ('start', 'processInbound', 'processInbound:run_lost', 'org_1', $1, ${HOUR_AGO})`,
    },
    verifySenders: {
      rows: `INSERT INTO sender_checks (stored_message_id, auth, retry_at)
        SELECT 1, '{"verdict": "unknown"}', ${HOUR_AGO} WHERE $1 <> ''`,
    },
    releaseMail: {
      rows: `WITH inbox AS (${inboxWith('status', `'ACTIVE'`)})
        INSERT INTO inbox_counters (inbox_id, withhold) VALUES ($1, true)`,
    },
  },
};
