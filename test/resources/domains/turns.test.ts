import { expect, it } from '@jest/globals';
import { LookTurns } from '../../../src/resources/domains/turns.js';

const look = async () => 'seen';
/** What so many looks come to, one after the other. */
async function looks(turns: LookTurns, count: number, isAsked = false): Promise<Set<string>> {
  const answers = new Set<string>();
  for (let i = 0; i < count; i++) answers.add(await turns.take(isAsked, look));
  return answers;
}

it('lets looks begin while the machine is idle', async () => {
  expect(await looks(new LookTurns(() => false), 50)).toEqual(new Set(['seen']));
});

it('lets two a second begin while it is busy, and what somebody asked for', async () => {
  let now = 0;
  const turns = new LookTurns(
    () => true,
    () => now,
  );
  expect(await looks(turns, 10)).toEqual(new Set(['seen']));
  expect(await turns.take(false, look)).toBe('later');
  now += 500;
  expect(await turns.take(false, look)).toBe('seen');
  expect(await turns.take(false, look)).toBe('later');
  expect(await looks(turns, 5, true)).toEqual(new Set(['seen']));
});

it('lets eight be under way, and others once one has ended', async () => {
  const turns = new LookTurns(() => false);
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const underWay = Array.from({ length: 8 }, () => turns.take(true, () => ended));
  expect(await turns.take(true, look)).toBe('later');
  end();
  await Promise.all(underWay);
  expect(await turns.take(true, look)).toBe('seen');
});
