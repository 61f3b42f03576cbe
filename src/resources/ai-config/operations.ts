import { z } from 'zod';
import { operationWith } from '../../operations/operation.js';
import { fromWire } from '../../operations/wire.js';
import { aiConfig, aiTest, newAiConfig, presentAiConfig } from './schema.js';
import type { AiConfigService } from './service.js';

const operation = operationWith<{ readonly aiConfig: AiConfigService }>();

const CONFIG = '/v1/ai-config';

/** The model that an organization uses, if any. */
export const aiConfigOperations = [
  /** `none` where there was never one. */
  operation({
    name: 'getAiConfig',
    summary: 'Get the model of the organization, without its key, and what it used this month.',
    access: 'ai:manage',
    input: z.object({}),
    output: aiConfig,
    http: { method: 'GET', path: CONFIG },
    tool: { name: 'get_ai_config' },
    async run({ caller, services }) {
      return presentAiConfig(await services.aiConfig.get(caller));
    },
  }),

  /** What is left out is as if it had never been set, the key aside. */
  operation({
    name: 'setAiConfig',
    summary: 'Replace the model of the organization; a left-out api_key stays.',
    access: 'ai:manage',
    input: newAiConfig,
    output: aiConfig,
    http: { method: 'PUT', path: CONFIG },
    tool: { name: 'set_ai_config' },
    async run({ caller, services }, input) {
      return presentAiConfig(await services.aiConfig.replace(caller, fromWire(input)));
    },
  }),

  /** Answers 200 also when the model refuses. */
  operation({
    name: 'testAiConfig',
    summary: 'Ask the model now, and tell what it can do.',
    access: 'ai:manage',
    input: z.object({}),
    output: aiTest,
    http: { method: 'POST', path: `${CONFIG}/test` },
    tool: { openWorld: true },
    async run({ caller, services }) {
      return services.aiConfig.test(caller);
    },
  }),
];
