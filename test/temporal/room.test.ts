import { describe, expect, it } from '@jest/globals';
import { createLimit } from '../../src/temporal/limit.js';
import { createRoom } from '../../src/temporal/room.js';

describe('room for deliveries', () => {
  const at = { now: 1_000 };
  const room = (isAtLimit: boolean) =>
    createRoom({ now: () => at.now, isAtLimit: () => isAtLimit });

  it('is there at once while no mail comes in', () => {
    const one = room(true);
    one.started({ deliveries: 200, lagSeconds: 0 });
    expect(one.left()).toBeLessThanOrEqual(0);
  });

  it.each([
    ['a few deliveries', { deliveries: 5, lagSeconds: 0 }, false, 100],
    ['many deliveries', { deliveries: 200, lagSeconds: 0 }, false, 1_000],
    ['many deliveries on a machine at its limit', { deliveries: 200, lagSeconds: 0 }, true, 2_000],
    ['deliveries that have waited long', { deliveries: 200, lagSeconds: 30 }, true, 500],
  ])('comes after a pause while mail comes in: after %s', (_what, run, limit, pause) => {
    const one = room(limit);
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

describe('the limit', () => {
  it.each([
    [[0.5, 0.5], false],
    [[0.1, 0.5], true],
    [[0.5, 0.1], true],
  ])('with idle parts of %j is reached: %s', (idle, reached) => {
    const state = { now: 0 };
    const isAtLimit = createLimit({
      now: () => state.now,
      clocks: () => idle.map((part) => ({ idle: part * state.now, total: state.now })),
    });
    expect(isAtLimit()).toBe(false);
    state.now += 250;
    expect(isAtLimit()).toBe(reached);
  });
});
