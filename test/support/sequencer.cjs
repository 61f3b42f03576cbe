// Which files run first: those that take longest, so that none of them is left alone at the end. Jest knows that of
// a run before; on a fresh machine it goes by the size of files, which says little.
const { join } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

const LONGEST = [
  'embedded/postgres',
  'mcp/many',
  'mail/parse-pool',
  'mail/regular-expressions',
  'mail/spam-set',
  'store/shown',
  'e2e/hostile',
  'e2e/ending',
  'http/signup',
  'mcp/tools/fuzz',
  'http/large-mail',
  'e2e/senders',
  'e2e/tasks',
];

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const first = new Map(LONGEST.map((name, i) => [`${join('test', name)}.test.ts`, i]));
    const rank = ({ path, context }) =>
      first.get(path.slice(context.config.rootDir.length + 1)) ?? LONGEST.length;
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }
};
