import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestTemporal, type TestTemporal } from '../support/temporal.js';

let temporal: TestTemporal;
beforeAll(async () => {
  temporal = await createTestTemporal();
});
afterAll(() => temporal.close());

const SHORT = { firstPause: 0.01, lastPause: 0.02 };

describe('verifySenders', () => {
  it.each([
    ['nothing is left', [{ away: false, checked: 1, nextIn: null }]],
    [
      'what is due later is verified',
      [
        { away: false, checked: 1, nextIn: 0.01 },
        { away: false, checked: 1, nextIn: 0 },
        { away: false, checked: 1, nextIn: null },
      ],
    ],
    [
      'the DNS is back',
      [
        { away: true, checked: 1, nextIn: 0 },
        { away: true, checked: 1, nextIn: 0 },
        { away: false, checked: 1, nextIn: null },
      ],
    ],
  ])('looks again until %s', async (_case, answers) => {
    let looks = 0;
    const result = await temporal.run('verifySenders', [SHORT], {
      verifyUnknownSenders: async () => answers[looks++]!,
    });
    expect(looks).toBe(answers.length);
    expect(result).toEqual({ looks, messages: looks });
  });

  it('looks once more when it is asked to while it ends', async () => {
    let looks = 0;
    const activities = {
      async verifyUnknownSenders() {
        if (++looks === 1) await handle.signal('verificationRequested');
        return { away: false, checked: 1, nextIn: null };
      },
    };
    const handle = await temporal.start('verifySenders', [SHORT]);
    await temporal.withWorker(activities, () => handle.result());
    expect(looks).toBe(2);
  });
});
