import { never, type ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  boundKeys: {
    getOrganization: { open: () => ({}) },
    updateOrganization: never({ name: 'Mine' }),
  },
};
