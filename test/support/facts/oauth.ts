import { never, type ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  boundKeys: {
    listOAuthGrants: { filtered: {} },
    deleteOAuthGrant: { refused: (_beside, { grant }) => [{ id: grant }] },
    listOAuthClients: never({}),
    deleteOAuthClient: { refused: (_beside, { client }) => [{ id: client }] },
  },
};
