import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.js';
import { OTHER_CONNECTIONS } from '../../src/db/pools.js';

// A process that opens more than its operator was told of may use up a server of others.
it.each([
  ['docs/configuration.md', `opens up to ${OTHER_CONNECTIONS} more`],
  [
    'docs/operators.md',
    `up to \`DATABASE_POOL\` + ${OTHER_CONNECTIONS} connections ` +
      `(${readConfig({}).DATABASE_POOL + OTHER_CONNECTIONS} by default)`,
  ],
])('%s says how many connections a process opens', async (page, said) => {
  expect((await readFile(page, 'utf8')).replaceAll(/\s+/g, ' ')).toContain(said);
});
