import { describe, expect, it } from '@jest/globals';
import { slopeOf, spreadOf } from '../../bench/statistics.js';

const upTo = (n: number) => Array.from({ length: n }, (_, i) => n - i);

describe('the spread of measurements', () => {
  it.each([
    ['one', [7], { n: 1, p50: 7, p99: 7, max: 7 }],
    ['a hundred, in any order', upTo(100), { n: 100, p50: 50, p99: 99, max: 100 }],
    ['a thousand', upTo(1_000), { n: 1_000, p50: 500, p99: 990, max: 1_000 }],
    ['none', [], { n: 0, p50: NaN, p99: NaN, max: NaN }],
  ])('of %s is the nearest rank', (_what, values, spread) => {
    expect(spreadOf(values)).toEqual(spread);
  });
});

it.each([
  ['grow evenly', [1, 3, 5, 7], 2],
  ['stay', [4, 4, 4], 0],
  ['are off the line now and then', [0, 20, 0, 20], 4],
])('the slope of readings that %s', (_what, readings, slope) => {
  expect(slopeOf(readings)).toBe(slope);
});
