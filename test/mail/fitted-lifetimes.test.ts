import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { fitLifetimes, readAllLifetimes } from '../corpus/fit/fit-lifetimes.js';
import { printModel } from '../corpus/fit/fit-model.js';
import { timedMails } from '../corpus/fit/tuning.js';

// Of the three models the one that is fitted soonest; all of them are what `npm run fit` makes of the same mails.
it('weights of lifetimes are those that the tuning half gives', () => {
  const examples = readAllLifetimes(timedMails());
  const committed = readFileSync(new URL('../../model/lifetime.json', import.meta.url), 'utf8');

  expect(printModel(fitLifetimes(examples))).toBe(committed);
});
