import { describe, expect, it } from '@jest/globals';
import {
  RETRY_SCHEDULE,
  nextDelay,
  ONCE,
  retryAfter,
} from '../../../src/resources/webhooks/retry-schedule.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

describe('the schedule', () => {
  it('is what the interface promises', () => {
    const hours = [2, 5, 10, 10].map((count) => count * HOUR);
    expect(RETRY_SCHEDULE).toEqual([0, 5, 5 * MINUTE, 30 * MINUTE, ...hours]);
  });

  it.each(RETRY_SCHEDULE.slice(1).map((delay, index) => [index + 1, delay] as const))(
    'waits after attempt %i for %i seconds, and up to a tenth more',
    (made, delay) => {
      expect(nextDelay(RETRY_SCHEDULE, made, { chance: 0 })).toBe(delay);
      expect(nextDelay(RETRY_SCHEDULE, made, { chance: 1 })).toBeCloseTo(delay * 1.1);
    },
  );

  it('leaves the delay between those to chance', () => {
    const delays = Array.from({ length: 50 }, () => nextDelay(RETRY_SCHEDULE, 2)!);
    expect(new Set(delays).size).toBeGreaterThan(40);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(300);
    expect(Math.max(...delays)).toBeLessThanOrEqual(330);
  });

  it.each([
    ['the last attempt', RETRY_SCHEDULE, RETRY_SCHEDULE.length, {}],
    ['an attempt beyond the last', RETRY_SCHEDULE, 40, {}],
    ['the only attempt', ONCE, 1, {}],
    ['the last attempt, whatever is wished', RETRY_SCHEDULE, RETRY_SCHEDULE.length, { wished: 5 }],
  ])('has nothing after %s', (_what, schedule, made, options) => {
    expect(nextDelay(schedule, made, options)).toBeNull();
  });

  it.each([0, 7, 3_600])('gives way to the %i seconds that a receiver asks for', (wished) => {
    expect(nextDelay(RETRY_SCHEDULE, 1, { wished })).toBe(wished);
  });

  it('goes on for a day, however soon a receiver asks for the next attempt', () => {
    const delays = RETRY_SCHEDULE.map((_delay, made) =>
      nextDelay(RETRY_SCHEDULE, made, { wished: 1 }),
    );
    expect(delays.slice(1, 4)).toEqual([1, 1, 1]);
    expect(delays.reduce<number>((sum, delay) => sum + (delay ?? 0), 0)).toBeGreaterThan(24 * HOUR);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-31T12:00:00Z');

  it.each([
    ['120', 120],
    [' 7 ', 7],
    ['0', 0],
    ['3600', 3_600],
    ['3601', 3_600],
    ['99999999999999999999', 3_600],
    ['Sat, 31 Jan 2026 12:02:00 GMT', 120],
    ['Saturday, 31-Jan-26 12:00:30 GMT', 30],
    ['Sat, 31 Jan 2026 11:00:00 GMT', 0],
    ['Sun, 01 Feb 2026 12:00:00 GMT', 3_600],
  ])('%j asks for %i seconds', (header, seconds) => {
    expect(retryAfter(header, now)).toBe(seconds);
  });

  it.each([[undefined], [''], ['soon'], ['12 seconds'], ['-5 s'], ['NaN'], ['\u0663']])(
    '%j asks for nothing',
    (header) => {
      expect(retryAfter(header, now)).toBeNull();
    },
  );
});
