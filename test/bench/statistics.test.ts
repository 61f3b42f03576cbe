import { describe, expect, it } from '@jest/globals';
import { spreadOf } from '../../bench/statistics.js';

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
