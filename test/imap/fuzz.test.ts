import { afterEach, describe, expect, it } from '@jest/globals';
import { closeFixtures } from './fixture.js';
import { fuzz } from './fuzz/fuzz.js';

afterEach(closeFixtures);

describe('nonsense', () => {
  it('is answered, and what is answered can be read', async () => {
    const { answers } = await fuzz(20261126, 3_000);
    for (const count of Object.values(answers)) expect(count).toBeGreaterThan(100);
  });
});
