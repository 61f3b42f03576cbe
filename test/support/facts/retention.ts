import { NOTHING_LEFT } from '../../../src/store/retention/purged.js';
import type { ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  idle: { retention: { purgeChunk: async () => NOTHING_LEFT } },
};
