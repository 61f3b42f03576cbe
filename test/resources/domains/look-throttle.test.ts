import { beforeEach, describe, expect, it } from '@jest/globals';
import { LookThrottle, type PutOffLook } from '../../../src/resources/domains/look-throttle.js';

const look = async () => 'seen';
let isBusy: boolean;
let putOff: string[];
let turns: LookThrottle;

beforeEach(() => {
  isBusy = false;
  putOff = [];
  turns = new LookThrottle(
    () => isBusy,
    (domainId) => putOff.push(domainId),
  );
});

it('has looks made while the machine is idle', async () => {
  expect(await turns.take('dom_1', false, look)).toBe('seen');
  expect(putOff).toEqual([]);
});

describe('while the machine is busy', () => {
  beforeEach(() => {
    isBusy = true;
  });

  it('puts off what nobody asked for; runs ask again when it is made for certain, not all together', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `dom_${index}`);
    const answers = await Promise.all(ids.map((id) => turns.take(id, false, look)));
    expect(putOff).toEqual(ids);
    const waits = answers.map((answer) => (answer as PutOffLook).laterInSeconds);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(660);
    expect(Math.max(...waits)).toBeLessThan(12 * 3_600);
    expect(new Set(waits).size).toBeGreaterThan(90);
  });

  it('has those made that somebody asked for', async () => {
    expect(await turns.take('dom_1', true, look)).toBe('seen');
    expect(putOff).toEqual([]);
  });
});

it('has eight made at once: others are put off, or tried again in a second where somebody asked', async () => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const underWay = Array.from({ length: 8 }, () => turns.take('dom_1', true, () => ended));
  expect(await turns.take('dom_2', true, look)).toEqual({ laterInSeconds: 1 });
  expect(await turns.take('dom_3', false, look)).toMatchObject({
    laterInSeconds: expect.any(Number),
  });
  expect(putOff).toEqual(['dom_3']);
  end();
  await Promise.all(underWay);
  expect(await turns.take('dom_2', true, look)).toBe('seen');
});
