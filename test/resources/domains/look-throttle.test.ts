import { describe, expect, it } from '@jest/globals';
import { LookThrottle, type PutOffLook } from '../../../src/resources/domains/look-throttle.js';

const look = async () => 'seen';
/** What so many looks come to, one after the other. */
async function looks(turns: LookThrottle, count: number, isAsked = false): Promise<Set<unknown>> {
  const answers = new Set<unknown>();
  for (let i = 0; i < count; i++) answers.add(await turns.take(isAsked, look));
  return answers;
}

it('lets looks begin while the machine is idle', async () => {
  expect(await looks(new LookThrottle(() => false), 50)).toEqual(new Set(['seen']));
});

describe('while the machine is busy', () => {
  /** Turns of a machine that is busy at a time that stands still, after as many looks as begin at once. */
  async function busyTurns(looked = 10) {
    const turns = new LookThrottle(
      () => true,
      () => 0,
    );
    expect(await looks(turns, looked)).toEqual(new Set(['seen']));
    return turns;
  }

  it('gives looks a turn each, two a second, and has those made whose turn has come', async () => {
    const turns = await busyTurns();
    const given = [];
    for (let i = 0; i < 3; i++) given.push(await turns.take(false, look));
    expect(given).toEqual([0.5, 1, 1.5].map((laterInSeconds) => ({ laterInSeconds })));
    expect(await looks(turns, 5, true)).toEqual(new Set(['seen']));
  });

  it('puts none off for longer than nine minutes, however many are due', async () => {
    const turns = await busyTurns();
    for (let i = 0; i < 2_000; i++) {
      const { laterInSeconds } = (await turns.take(false, look)) as PutOffLook;
      expect(laterInSeconds).toBeGreaterThanOrEqual(0);
      expect(laterInSeconds).toBeLessThanOrEqual(540);
    }
  });

  it('lets looks begin again as time goes by', async () => {
    let now = 0;
    const turns = new LookThrottle(
      () => true,
      () => now,
    );
    await looks(turns, 10);
    now = 1_000;
    expect(await looks(turns, 2)).toEqual(new Set(['seen']));
    expect(await turns.take(false, look)).toEqual({ laterInSeconds: 0.5 });
  });
});

it('lets eight be under way, and others once one has ended', async () => {
  const turns = new LookThrottle(() => false);
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const underWay = Array.from({ length: 8 }, () => turns.take(true, () => ended));
  expect(await turns.take(true, look)).toEqual({ laterInSeconds: 1 });
  end();
  await Promise.all(underWay);
  expect(await turns.take(true, look)).toBe('seen');
});
