import type { ResourceFacts } from '../resource-facts.js';

const RULE = { direction: 'receive', kind: 'block', address: 'x.example' };

export const facts: ResourceFacts = {
  boundKeys: {
    listAddressRules: {
      filtered: { direction: 'receive', kind: 'block' },
      refused: ({ inbox }) => [{ direction: 'receive', kind: 'block', inbox_id: inbox }],
    },
    addAddressRule: {
      refused: ({ inbox }) => [
        { direction: 'receive', kind: 'block', address: 'x.example' },
        { direction: 'receive', kind: 'block', address: 'x.example', inbox_id: inbox },
      ],
    },
    removeAddressRule: {
      refused: ({ inbox }) => [
        { direction: 'receive', kind: 'block', address: 'blocked.example' },
        { direction: 'receive', kind: 'block', address: 'blocked.example', inbox_id: inbox },
      ],
    },
  },
  given: {
    listAddressRules: { direction: 'receive', kind: 'block' },
    addAddressRule: RULE,
    removeAddressRule: RULE,
  },
};
