import { z } from 'zod';
import { PLAN_NAMES, PLANS } from '../../auth/plans.js';
import { toWire } from '../../operations/wire.js';
import { operation } from '../../operations/operation.js';
import { LIMITS } from '../../operations/limits.js';
import { limits } from './schema.js';

/** `GET /v1/limits`. */
export const limitsOperations = [
  operation({
    name: 'getLimits',
    summary: 'Get what every plan allows and the limits that hold for everyone.',
    access: 'public',
    input: z.object({}),
    output: limits,
    http: { method: 'GET', path: '/v1/limits' },
    run: async () => ({
      plans: Object.fromEntries(PLAN_NAMES.map((name) => [name, toWire(PLANS[name])])),
      ...LIMITS,
    }),
  }),
];
