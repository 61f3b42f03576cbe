import { never, type ResourceFacts } from '../resource-facts.js';

const NONE = { provider: 'none' };

export const facts: ResourceFacts = {
  boundKeys: { getAiConfig: never({}), setAiConfig: never(NONE), testAiConfig: never({}) },
  given: { setAiConfig: NONE },
  // There is no model to test.
  refusedExamples: { testAiConfig: 400 },
};
