import { never, ruleOnly, type ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  boundKeys: {
    createRoutingRule: never({ name: 'mine', conditions: {}, target_agent_id: 'mine' }),
    listRoutingRules: { filtered: {} },
    testRoutingRules: { refused: ({ email }) => [{ email_id: email }] },
    getRoutingRule: ruleOnly(),
    updateRoutingRule: ruleOnly({ name: 'mine' }),
    deleteRoutingRule: ruleOnly(),
  },
  given: {
    createRoutingRule: { name: 'rule', target_agent_id: 'agent' },
    updateRoutingRule: { name: 'rule' },
  },
};
