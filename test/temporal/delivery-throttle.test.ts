import { describe, expect, it } from '@jest/globals';
import { DeliveryThrottle } from '../../src/temporal/dispatch/delivery-throttle.js';
import { createIdleShare } from '../../src/temporal/dispatch/idle-share.js';

describe('throttle of deliveries', () => {
  const at = { now: 1_000 };
  const throttled = (idle: number) =>
    new DeliveryThrottle(
      () => idle,
      () => at.now,
    );

  it('lets deliveries be taken at once while no mail comes in', () => {
    const one = throttled(0);
    one.started({ deliveries: 200, lagSeconds: 0 });
    expect(one.left()).toBeLessThanOrEqual(0);
  });

  it.each([
    ['one delivery', { deliveries: 1, lagSeconds: 0 }, 0.6, 5],
    ['many deliveries where most is idle', { deliveries: 150, lagSeconds: 0 }, 0.6, 5],
    ['a few deliveries where half is', { deliveries: 25, lagSeconds: 0 }, 0.5, 100],
    ['many deliveries where half is', { deliveries: 250, lagSeconds: 0 }, 0.5, 1_000],
    ['deliveries that have waited long', { deliveries: 150, lagSeconds: 30 }, 0.5, 500],
  ])('makes a pause while mail comes in: after %s', (_what, run, idle, pause) => {
    const one = throttled(idle);
    one.started(run);
    for (const from = at.now; at.now < from + pause; at.now += 5) {
      one.accepted();
      expect(one.left()).toBeGreaterThan(0);
    }
    one.accepted();
    expect(one.left()).toBeLessThanOrEqual(0);
  });

  it('says no longer a pause than until it is known that no more mail comes', () => {
    const one = throttled(0.5);
    one.accepted();
    one.started({ deliveries: 250, lagSeconds: 0 });
    expect(one.left()).toBe(50);
    at.now += 20;
    one.accepted();
    expect(one.left()).toBe(50);
    at.now += 50;
    expect(one.left()).toBeLessThanOrEqual(0);
  });
});

describe('the idle share', () => {
  it.each([
    [[0.5, 0.5], 0.5],
    [[0.1, 0.5], 0.1],
    [[0.5, 0.1], 0.1],
  ])('with idle parts of %j is %s', (idle, least) => {
    const state = { now: 0 };
    const idleShare = createIdleShare({
      now: () => state.now,
      clocks: () => idle.map((part) => ({ idle: part * state.now, total: state.now })),
    });
    expect(idleShare()).toBe(1);
    state.now += 250;
    expect(idleShare()).toBeCloseTo(least);
  });
});
