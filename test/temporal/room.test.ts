import { describe, expect, it } from '@jest/globals';
import { createRoom } from '../../src/temporal/dispatch/delivery-throttle.js';
import { createSpare } from '../../src/temporal/dispatch/idle-share.js';

describe('room for deliveries', () => {
  const at = { now: 1_000 };
  const room = (spare: number) => createRoom({ now: () => at.now, spare: () => spare });

  it('is there at once while no mail comes in', () => {
    const one = room(0);
    one.started({ deliveries: 200, lagSeconds: 0 });
    expect(one.left()).toBeLessThanOrEqual(0);
  });

  it.each([
    ['a few deliveries', { deliveries: 5, lagSeconds: 0 }, 0.3, 100],
    ['many deliveries where most is idle', { deliveries: 150, lagSeconds: 0 }, 0.6, 100],
    ['many deliveries where half is', { deliveries: 150, lagSeconds: 0 }, 0.5, 3_000],
    ['deliveries that have waited long', { deliveries: 150, lagSeconds: 30 }, 0.5, 1_500],
  ])('comes after a pause while mail comes in: after %s', (_what, run, spare, pause) => {
    const one = room(spare);
    one.accepted();
    one.started(run);
    expect(one.left()).toBe(pause);
    at.now += 90;
    expect(one.left()).toBe(pause - 90);
    at.now += 60;
    // Quiet again.
    expect(one.left()).toBeLessThanOrEqual(0);
  });
});

describe('what is to spare', () => {
  it.each([
    [[0.5, 0.5], 0.5],
    [[0.1, 0.5], 0.1],
    [[0.5, 0.1], 0.1],
  ])('with idle parts of %j is %s', (idle, least) => {
    const state = { now: 0 };
    const spare = createSpare({
      now: () => state.now,
      clocks: () => idle.map((part) => ({ idle: part * state.now, total: state.now })),
    });
    expect(spare()).toBe(1);
    state.now += 250;
    expect(spare()).toBeCloseTo(least);
  });
});
