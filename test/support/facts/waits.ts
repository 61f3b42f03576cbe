import { inboxOnly, type ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  boundKeys: {
    waitForEmail: inboxOnly({ timeout: 1 }),
    getOtp: inboxOnly({ timeout: 1 }),
  },
  given: {
    waitForEmail: { timeout: 1 },
    getOtp: { timeout: 1 },
  },
};
