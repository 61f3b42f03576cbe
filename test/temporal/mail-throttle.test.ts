import { describe, expect, it } from '@jest/globals';
import { MailThrottle, pauseAfter } from '../../src/temporal/dispatch/mail-throttle.js';

describe('the pause after mail was taken', () => {
  it.each([
    ['lets company come while single mails arrive', [false, true, false, 0], 100],
    ['is the same when nothing arrived since', [false, false, true, 0], 100],
    ['leaves the machine to accepting during a burst', [true, true, false, 1], 800],
    ['does so where it is never idle', [false, true, true, 0], 400],
    ['is short when a burst does not end', [true, true, true, 21], 25],
    ['is none when the burst is over', [true, false, false, 1], 0],
  ] as const)('%s', (_what, [backlog, busy, atLimit, lagSeconds], pause) => {
    const load = { mails: 200, backlog, busy, atLimit, lagSeconds };
    expect(pauseAfter({ ...load, isAwaited: true })).toBe(pause);
  });

  it.each([
    ['a mail alone', 1, 5],
    ['some that came together', 4, 20],
    ['a burst', 80, 400],
  ])('is as short as it can be after %s that somebody wants to hear of', (_what, mails, pause) => {
    const load = { mails, backlog: false, busy: true, atLimit: true, lagSeconds: 0 };
    expect(pauseAfter({ ...load, isAwaited: true })).toBe(pause);
    expect(pauseAfter({ ...load, isAwaited: false })).toBe(400);
  });

  it.each([
    ['that somebody wants to hear of', true, 50],
    ['that nobody is told of', false, 150],
  ])(
    'is no longer than until it is known that no more of the mail comes %s',
    (_what, isAwaited, quiet) => {
      const at = { now: 1_000_000 };
      const throttle = new MailThrottle(
        () => 0,
        () => at.now,
      );
      throttle.taken({ mails: 500, backlog: true, lagSeconds: 0, isAwaited });
      throttle.accepted();
      expect(throttle.left()).toBe(quiet);
      at.now += quiet - 1;
      throttle.accepted();
      expect(throttle.left()).toBe(quiet);
      at.now += quiet;
      expect(throttle.left()).toBeLessThanOrEqual(0);
    },
  );

  it.each([
    ['is longer while mail comes in', { busy: true }, 250],
    ['is the same for one mail after a while', { busy: false }, 100],
    ['is the same in a burst', { busy: true, backlog: true }, 800],
  ])('where nobody is told of mail %s', (_what, load, pause) => {
    const quiet = {
      mails: 1,
      backlog: false,
      busy: false,
      atLimit: false,
      lagSeconds: 0,
      isAwaited: false,
    };

    expect(pauseAfter({ ...quiet, ...load })).toBe(pause);
  });
});
