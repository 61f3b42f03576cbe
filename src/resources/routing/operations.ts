import { deleted, deletion, operationWith } from '../../operations/operation.js';
import {
  newRule,
  presentRule,
  presentTest,
  rule,
  ruleChange,
  rulePage,
  rulePath,
  ruleQuery,
  ruleTest,
  ruleTestResult,
  toNewRule,
  toRuleChange,
} from './schema.js';
import type { RoutingService } from './service.js';

const operation = operationWith<{ readonly routing: RoutingService }>();

const RULES = '/v1/routing-rules';
const RULE = `${RULES}/:id` as const;

/** It is for mail that is finished from now on. */
export const createRoutingRule = operation({
  name: 'createRoutingRule',
  summary: 'Make a rule that assigns an agent to arriving mail or copies it into an inbox.',
  access: 'routing:manage',
  input: newRule,
  output: rule,
  http: { method: 'POST', path: RULES, status: 201 },
  creates: true,
  tool: { name: 'create_routing_rule' },
  async run({ caller, services }, input) {
    return presentRule(await services.routing.create(caller, toNewRule(input)));
  },
});

/** By priority, then by age. */
export const listRoutingRules = operation({
  name: 'listRoutingRules',
  summary: 'List routing rules in the order in which they are asked.',
  access: 'routing:manage',
  input: ruleQuery,
  output: rulePage,
  http: { method: 'GET', path: RULES },
  tool: { name: 'list_routing_rules', readOnly: true },
  async run({ caller, services }, paging) {
    const found = await services.routing.list(caller, paging);
    return { ...found, data: found.data.map(presentRule) };
  },
});

/** Nothing is assigned or copied. */
export const testRoutingRules = operation({
  name: 'testRoutingRules',
  summary: 'Tell which routing rules match an email, and why the others do not.',
  access: 'routing:manage',
  input: ruleTest,
  output: ruleTestResult,
  http: { method: 'POST', path: `${RULES}/test` },
  tool: { readOnly: true },
  async run({ caller, services }, { email_id: emailId }) {
    return presentTest(await services.routing.test(caller, emailId));
  },
});

const getRoutingRule = operation({
  name: 'getRoutingRule',
  summary: 'Get a routing rule.',
  access: 'routing:manage',
  input: rulePath,
  output: rule,
  http: { method: 'GET', path: RULE },
  async run({ caller, services }, { id }) {
    return presentRule(await services.routing.get(caller, id));
  },
});

const updateRoutingRule = operation({
  name: 'updateRoutingRule',
  summary: 'Change a routing rule, or switch it on or off.',
  access: 'routing:manage',
  input: ruleChange,
  output: rule,
  http: { method: 'PATCH', path: RULE },
  tool: { name: 'update_routing_rule' },
  async run({ caller, services }, { id, ...change }) {
    return presentRule(await services.routing.update(caller, id, toRuleChange(change)));
  },
});

/** What it did stays. */
export const deleteRoutingRule = operation({
  name: 'deleteRoutingRule',
  summary: 'Delete a routing rule; what it assigned and copied stays.',
  access: 'routing:manage',
  input: rulePath,
  output: deletion,
  http: { method: 'DELETE', path: RULE },
  tool: { name: 'delete_routing_rule', destructive: true },
  async run({ caller, services }, { id }) {
    await services.routing.remove(caller, id);
    return deleted(id);
  },
});

/** Rules for arriving mail. */
export const routingOperations = [
  createRoutingRule,
  listRoutingRules,
  testRoutingRules,
  getRoutingRule,
  updateRoutingRule,
  deleteRoutingRule,
];
