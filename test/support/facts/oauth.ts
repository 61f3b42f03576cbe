import { never, type ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  boundKeys: {
    listOauthGrants: { filtered: {} },
    deleteOauthGrant: { refused: (_beside, { grant }) => [{ id: grant }] },
    listOauthClients: never({}),
    deleteOauthClient: { refused: (_beside, { client }) => [{ id: client }] },
  },
  // No operation makes these: they come of a sign-in.
  refusedExamples: { deleteOauthGrant: 404, deleteOauthClient: 404 },
};
