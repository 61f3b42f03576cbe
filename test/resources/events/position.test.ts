import { describe, expect, it } from '@jest/globals';
import { earlier, isAfter, parseSnapshot, wasOver } from '../../../src/store/events/position.js';

describe('positions', () => {
  it.each([
    [{ xid: 2, seq: 1 }, { xid: 1, seq: 9 }, true],
    [{ xid: 1, seq: 9 }, { xid: 2, seq: 1 }, false],
    [{ xid: 1, seq: 2 }, { xid: 1, seq: 1 }, true],
    [{ xid: 1, seq: 1 }, { xid: 1, seq: 1 }, false],
  ])('%j stands behind %j: %j', (one, other, expected) => {
    expect(isAfter(one, other)).toBe(expected);
    expect(earlier(one, other)).toBe(expected ? other : one);
  });
});

describe('snapshots', () => {
  it.each([
    ['700:700:', 699, true],
    ['700:700:', 700, false],
    ['700:705:700,703', 700, false],
    ['700:705:700,703', 701, true],
    ['700:705:700,703', 703, false],
    ['700:705:700,703', 705, false],
  ])('%s: %d was over: %j', (text, xid, expected) => {
    expect(wasOver(parseSnapshot(text), xid)).toBe(expected);
  });
});
