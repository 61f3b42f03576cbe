import { describe, expect, it } from '@jest/globals';
import { scoreSpamSet } from '../corpus/spam-set.js';

/** Of 1,000 wanted mails at most one may be marked. */
const MAX_HAM_MARKED = 0.001;

describe('the public SpamAssassin set', () => {
  it('is read whole, its spam found, its wanted mail left alone', async () => {
    const { ham, hamMarked, spam, spamFound, failed } = await scoreSpamSet();

    expect(failed).toEqual([]);
    expect(ham + spam).toBe(6_046);
    expect(hamMarked.slice(Math.floor(ham * MAX_HAM_MARKED))).toEqual([]);
    expect(spamFound / spam).toBeGreaterThan(0.6);
  });
});
