import type { ActivityServices } from '../../activities/index.js';
import type { MailsOutcome } from '../../src/resources/inbound/outcome.js';
import { NOTHING_LEFT } from '../../src/store/retention/purged.js';

/** What came of no mail. */
export const NO_OUTCOME: MailsOutcome = { mails: 0, verdicts: {}, categories: {}, events: {} };

/** Background services that have nothing to do: what a test is not about. */
export const IDLE_SERVICES: ActivityServices = {
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
  inboxes: {
    expiry: async () => null,
    expire: async () => true,
    purgeChunk: async () => NOTHING_LEFT,
  },
  retention: { purgeChunk: async () => NOTHING_LEFT },
  deliveries: {
    attempt: async (delivery) => ({ ...delivery, said: 'answered 200', lookIn: null }),
    attemptTogether: async (deliveries) =>
      deliveries.map((delivery) => ({ ...delivery, said: 'answered 200', lookIn: null })),
    settle: async () => [],
    attemptInOrder: async () => ({ head: null, more: 'none' }),
  },
  durableWaits: { lookForRun: async () => null },
  reminding: { remind: async () => 'nothing is due' },
  bulks: {
    advance: async () => ({ next: 'end', from: 0, to: 0, lookIn: 0, done: 0, total: 0 }),
    settle: async () => undefined,
  },
  sending: {
    attempt: async (emailId) => ({ emailId, said: 'sent', lookIn: null }),
    attemptTogether: async (ids) => ids.map((emailId) => ({ emailId, said: 'sent', lookIn: null })),
  },
};

/** Endpoints of webhooks that are never busy. */
export const IDLE_ENDPOINTS = { busy: () => [], fast: () => [] };
