import { describe, expect, it } from '@jest/globals';
import { createRoom } from '../../src/temporal/room.js';

describe('room for deliveries', () => {
  const machine = () => {
    const state = { now: 0, idle: 0, total: 0 };
    return {
      state,
      room: createRoom({ now: () => state.now, clocks: () => [{ ...state }] }),
      /** Lets time pass in which the machine is idle for `idle` of it. */
      pass(milliseconds: number, idle: number) {
        state.now += milliseconds;
        state.total += milliseconds;
        state.idle += milliseconds * idle;
      },
    };
  };

  it('is there at once while no mail comes in', () => {
    const { room, pass } = machine();
    room.started(0);
    pass(1, 0);
    expect(room.left()).toBeLessThanOrEqual(0);
  });

  it.each([
    ['has time to spare', 0.5, 0, 100],
    ['is at its limit', 0.02, 0, 1_000],
    ['is at its limit, and deliveries have waited long', 0.02, 30, 100],
  ])('comes after a pause while mail comes in and the machine %s', (_when, idle, lag, pause) => {
    const { room, pass } = machine();
    pass(300, idle);
    room.accepted();
    room.started(lag);
    expect(room.left()).toBe(pause);
    pass(140, idle);
    expect(room.left()).toBe(pause - 140);
    pass(20, idle);
    // Quiet again.
    expect(room.left()).toBeLessThanOrEqual(0);
  });
});
