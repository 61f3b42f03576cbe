import { z } from 'zod';
import { operationsOn } from '../../operations/resource-operations.js';
import { fromWire } from '../../operations/wire.js';
import { aiConfig, aiTest, newAiConfig, presentAiConfig } from './schema.js';
import type { AiConfigService } from './service.js';

const CONFIG = '/v1/ai-config';

const { operation, get, update } = operationsOn<{ readonly aiConfig: AiConfigService }>()({
  path: CONFIG,
  access: 'ai:manage',
  item: aiConfig,
  present: presentAiConfig,
});

/** The model that an organization uses, if any. */
export const aiConfigOperations = [
  /** `none` where there was never one. */
  get({
    name: 'getAiConfig',
    summary: 'Get the model of the organization, without its key, and what it used this month.',
    input: z.object({}),
    http: { method: 'GET', path: CONFIG },
    tool: { name: 'get_ai_config' },
    run: ({ caller, services }) => services.aiConfig.get(caller),
  }),

  /** What is left out is as if it had never been set, the key aside. */
  update({
    name: 'setAiConfig',
    summary: 'Replace the model of the organization; a left-out api_key stays.',
    input: newAiConfig,
    http: { method: 'PUT', path: CONFIG },
    tool: { name: 'set_ai_config' },
    run: ({ caller, services }, input) => services.aiConfig.replace(caller, fromWire(input)),
  }),

  /** Answers 200 also when the model refuses. */
  operation({
    name: 'testAiConfig',
    summary: 'Ask the model now, and tell what it can do.',
    input: z.object({}),
    output: aiTest,
    http: { method: 'POST', path: `${CONFIG}/test` },
    tool: { openWorld: true },
    run: ({ caller, services }) => services.aiConfig.test(caller),
  }),
];
