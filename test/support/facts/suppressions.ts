import { never, type ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  boundKeys: {
    // Whom the organization does not write to decides about its mail as well.
    listSuppressions: { open: () => ({}) },
    addSuppression: never({ address: 'other@example.com' }),
    removeSuppression: never({ address: 'gone@example.com' }),
  },
  given: {
    removeSuppression: { address: 'nobody@example.com' },
  },
};
