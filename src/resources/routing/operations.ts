import { anyPage, byId } from '../../operations/shapes.js';
import { operationsOn } from '../../operations/resource-operations.js';
import {
  newRule,
  presentRule,
  presentTest,
  rule,
  ruleChange,
  ruleTest,
  ruleTestResult,
  toRule,
} from './schema.js';
import type { RoutingService } from './service.js';

const RULES = '/v1/routing-rules';

const { operation, create, list, get, update, remove } = operationsOn<{
  readonly routing: RoutingService;
}>()({
  path: RULES,
  access: 'routing:manage',
  item: rule,
  present: presentRule,
});

/** Rules for arriving mail. */
export const routingOperations = [
  /** It is for mail that is finished from now on. */
  create({
    name: 'createRoutingRule',
    summary: 'Make a rule that assigns an agent to arriving mail or copies it into an inbox.',
    input: newRule,
    run: ({ caller, services }, input) => services.routing.create(caller, toRule(input)),
  }),

  /** By priority, then by age. */
  list({
    name: 'listRoutingRules',
    summary: 'List routing rules in the order in which they are asked.',
    input: anyPage,
    run: ({ caller, services }, paging) => services.routing.list(caller, paging),
  }),

  /** Nothing is assigned or copied. */
  operation({
    name: 'testRoutingRules',
    summary: 'Tell which routing rules match an email, and why the others do not.',
    input: ruleTest,
    output: ruleTestResult,
    http: { method: 'POST', path: `${RULES}/test` },
    tool: { readOnly: true },
    run: async ({ caller, services }, { email_id: emailId }) =>
      presentTest(await services.routing.test(caller, emailId)),
  }),

  get({
    name: 'getRoutingRule',
    summary: 'Get a routing rule.',
    input: byId,
    run: ({ caller, services }, { id }) => services.routing.get(caller, id),
  }),

  update({
    name: 'updateRoutingRule',
    summary: 'Change a routing rule, or switch it on or off.',
    input: ruleChange,
    run: ({ caller, services }, { id, ...change }) =>
      services.routing.update(caller, id, toRule(change)),
  }),

  /** What it did stays. */
  remove({
    name: 'deleteRoutingRule',
    summary: 'Delete a routing rule; what it assigned and copied stays.',
    input: byId,
    run: ({ caller, services }, { id }) => services.routing.remove(caller, id),
  }),
];
