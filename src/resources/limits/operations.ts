import { z } from 'zod';
import { PLAN_NAMES, PLANS, type Plan } from '../../auth/plans.js';
import { operation } from '../../operations/operation.js';
import { LIMITS } from '../../operations/limits.js';
import { limits } from './schema.js';

const presentPlan = (plan: Plan) => ({
  inboxes: plan.inboxes,
  addresses_per_day: plan.addressesPerDay,
  inbound_per_month: plan.inboundPerMonth,
  outbound_per_month: plan.outboundPerMonth,
  outbound_counts: plan.outboundCounts,
  requests_per_minute: plan.requestsPerMinute,
  storage_bytes: plan.storageBytes,
});

const getLimits = operation({
  name: 'getLimits',
  summary: 'Get what every plan allows and the limits that hold for everyone.',
  access: 'public',
  input: z.object({}),
  output: limits,
  http: { method: 'GET', path: '/v1/limits' },
  run: async () => ({
    plans: Object.fromEntries(PLAN_NAMES.map((name) => [name, presentPlan(PLANS[name])])),
    ...LIMITS,
  }),
});

/** `GET /v1/limits`. */
export const limitsOperations = [getLimits];
