import { expect, it } from '@jest/globals';
import type { Database } from '../../src/db/database.js';
import { createKeyFinder } from '../../src/dkim/published.js';

it('a key that was asked for before is still told while storage is away, and no other', async () => {
  let isAway = false;
  let now = 0;
  const database = {
    async query(_text: string, [labels]: [string[]]) {
      if (isAway) throw new Error('away');
      return labels.map((label) => ({ label, publicKey: `key of ${label}`, isRevoked: false }));
    },
  } as unknown as Pick<Database, 'query'>;
  const find = createKeyFinder(
    database,
    (key) => key,
    () => now,
  );
  expect(await find('known')).toBe('key of known');
  isAway = true;
  now += 60_000;
  expect(await find('known')).toBe('key of known');
  await expect(find('other')).rejects.toThrow('away');
});
