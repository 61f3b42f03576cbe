import { expect, it } from '@jest/globals';
import { tryObedience } from './obedient.js';

// `npm run agents:obedient` tries as many as are asked for.
const MAILS = 24;

it('a model that does whatever it reads sends, changes and decides nothing, and reads nothing beyond its key', async () => {
  const { problems, asked, ended } = await tryObedience(MAILS);
  expect(problems).toEqual([]);
  expect(asked).toBeGreaterThan(0);
  expect(asked + ended).toBe(MAILS);
});
