import { describe, expect, it } from '@jest/globals';
import { pauseBetweenRuns } from '../../src/temporal/pace.js';

describe('the pause between two runs of accepted mail', () => {
  it.each([
    ['lets company come while single mails arrive', [false, true, 0], 100],
    ['is the same when nothing arrived since', [false, false, 0], 100],
    ['leaves the machine to accepting during a burst', [true, true, 1], 400],
    ['is short when a burst does not end', [true, true, 21], 25],
    ['is none when the burst is over', [true, false, 1], 0],
  ] as const)('%s', (_what, [backlog, busy, lagSeconds], pause) => {
    expect(pauseBetweenRuns({ backlog, busy, lagSeconds })).toBe(pause);
  });
});
