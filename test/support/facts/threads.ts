import { threadOnly, type ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  boundKeys: {
    listThreads: { filtered: {}, refused: ({ inbox }) => [{ inbox_id: inbox }] },
    getThread: threadOnly(),
    assignThreadAgent: threadOnly({ agent_id: 'mine' }),
    unassignThreadAgent: threadOnly({ agent_id: 'mine' }),
    listThreadAgents: threadOnly(),
  },
  given: {
    assignThreadAgent: { agent_id: 'agent' },
    unassignThreadAgent: { agent_id: 'agent' },
  },
};
