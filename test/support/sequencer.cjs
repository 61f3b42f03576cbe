// Which files run first: those that take longest, so that none of them is left alone at the end. Jest knows that of
// a run before; on a fresh machine it goes by the size of files, which says little.
const { join } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

const LONGEST = [
  'model/two-tenants',
  'e2e/sending-survives',
  'mcp/many',
  'e2e/restored-dump',
  'e2e/webhooks-survive',
  'mail/parse-pool',
  'mail/regular-expressions',
  'mail/spam-set',
  'store/shown',
  'e2e/temporal-away',
  'e2e/hostile',
  'e2e/models',
  'e2e/ending',
  'e2e/killed-first-start',
  'e2e/bulk-survives',
];

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const first = new Map(LONGEST.map((name, i) => [`${join('test', name)}.test.ts`, i]));
    const rank = ({ path, context }) =>
      first.get(path.slice(context.config.rootDir.length + 1)) ?? LONGEST.length;
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }
};
