import { describe, expect, it } from '@jest/globals';
import { EagerAttempts } from '../../src/eager-attempts.js';

describe('what begins before its run', () => {
  it('is done once, and taken once', async () => {
    const ahead = new EagerAttempts<number>();
    let times = 0;
    const work = async () => ++times;
    const begun = ahead.begin('a', work);
    expect(ahead.begin('a', work)).toBe(begun);
    expect(ahead.take('b')).toBeUndefined();
    expect(ahead.take('a')).toBe(begun);
    expect(ahead.take('a')).toBeUndefined();
    expect([await begun, times]).toEqual([1, 1]);
  });

  it('is done anew once it has ended', async () => {
    const ahead = new EagerAttempts<number>();
    await ahead.begin('a', async () => 1);
    expect(await ahead.begin('a', async () => 2)).toBe(2);
    expect(await ahead.take('a')).toBe(2);
  });

  it('is kept for its run when it has ended, well or not', async () => {
    const ahead = new EagerAttempts<number>();
    await ahead.begin('well', async () => 1);
    const failed = ahead.begin('badly', async () => {
      throw new Error('away');
    });
    await expect(failed).rejects.toThrow('away');
    expect(await ahead.take('well')).toBe(1);
    await expect(ahead.take('badly')).rejects.toThrow('away');
  });
});
