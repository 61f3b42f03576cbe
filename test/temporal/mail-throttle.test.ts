import { describe, expect, it } from '@jest/globals';
import { pauseBetweenRuns } from '../../src/temporal/dispatch/mail-throttle.js';

describe('the pause between two runs of accepted mail', () => {
  it.each([
    ['lets company come while single mails arrive', [false, true, false, 0], 100],
    ['is the same when nothing arrived since', [false, false, true, 0], 100],
    ['leaves the machine to accepting during a burst', [true, true, false, 1], 800],
    ['does so where it is never idle', [false, true, true, 0], 400],
    ['is short when a burst does not end', [true, true, true, 21], 25],
    ['is none when the burst is over', [true, false, false, 1], 0],
  ] as const)('%s', (_what, [backlog, busy, atLimit, lagSeconds], pause) => {
    expect(pauseBetweenRuns({ backlog, busy, atLimit, lagSeconds, isAwaited: true })).toBe(pause);
  });

  it.each([
    ['is longer while mail comes in', { busy: true }, 250],
    ['is the same for one mail after a while', { busy: false }, 100],
    ['is the same in a burst', { busy: true, backlog: true }, 800],
  ])('where nobody is told of mail %s', (_what, load, pause) => {
    const quiet = { backlog: false, busy: false, atLimit: false, lagSeconds: 0, isAwaited: false };

    expect(pauseBetweenRuns({ ...quiet, ...load })).toBe(pause);
  });
});
