import type { ResourceFacts } from '../resource-facts.js';

export const facts: ResourceFacts = {
  boundKeys: {
    // What a stream shows of an organization is tested with streams.
    streamEvents: { refused: ({ inbox }) => [{ inbox_id: inbox }] },
  },
};
