import { describe, expect, it } from '@jest/globals';
import {
  advance,
  after,
  nextLook,
  type CareState,
  type LookResult,
  type StatusChange,
} from '../../../src/resources/domains/care.js';

const START = new Date('2026-01-31T12:00:00Z');
const MINUTE = 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;

const NEW: CareState = {
  status: 'PENDING',
  createdAt: START,
  verifiedAt: null,
  badLooks: 0,
  badSince: null,
  misses: 0,
  failingSince: null,
  degradedAt: null,
  failedAt: null,
};
const ACTIVE: CareState = { ...NEW, status: 'ACTIVE', verifiedAt: START };

interface Told {
  readonly at: number;
  readonly turn: StatusChange;
}

/** What becomes of a domain whose looks are made when they are due, in seconds from the start. */
function life(state: CareState, result: (at: number) => LookResult, until: number) {
  const told: Told[] = [];
  const looks: number[] = [];
  let at = 0;
  let now = state;
  for (;;) {
    const next = nextLook(now, after(START, at), 720);
    const due = next === null ? Infinity : (next.getTime() - START.getTime()) / 1_000;
    if (due > until) return { state: now, told, looks };
    at = due;
    const moved = advance(now, result(at), after(START, at));
    now = moved.state;
    looks.push(at);
    if (moved.turn !== null) told.push({ at, turn: moved.turn });
  }
}

describe('a domain that is PENDING', () => {
  it('is looked at after 1, 5, 15 and 30 minutes, hourly for three days, then every six hours', () => {
    const { looks } = life(NEW, () => 'bad', 14 * DAY - 1);
    expect(looks.slice(0, 6)).toEqual([60, 300, 900, 1_800, 5_400, 9_000]);
    const gaps = looks.map((at, index) => at - (looks[index - 1] ?? 0));
    expect(gaps.filter((gap, index) => looks[index]! > 3 * DAY + HOUR && gap !== 6 * HOUR)).toEqual(
      [],
    );
  });

  it('is ACTIVE by one good look', () => {
    expect(life(NEW, () => 'good', 5 * MINUTE).told).toEqual([{ at: 60, turn: 'verified' }]);
  });

  it('fails after 14 days, is looked at daily for 30 more, and then no more', () => {
    const { state, told, looks } = life(NEW, () => 'bad', 365 * DAY);
    expect(state.status).toBe('FAILED');
    expect(told.map(({ turn }) => turn)).toEqual(['failed']);
    expect(told[0]!.at).toBeGreaterThanOrEqual(14 * DAY);
    expect(looks.at(-1)! - told[0]!.at).toBe(30 * DAY);
  });

  it('does not fail because nobody answers', () => {
    expect(life(NEW, () => 'none', 60 * DAY)).toMatchObject({
      state: { status: 'PENDING' },
      told: [],
    });
  });
});

describe('a domain that is ACTIVE', () => {
  it('is looked at once a day, at its own minute', () => {
    const { looks } = life(ACTIVE, () => 'good', 10 * DAY);
    expect(looks).toEqual(Array.from({ length: 10 }, (_, day) => (day + 1) * DAY));
  });

  it('is told to fail after two bad looks, is DEGRADED after 72 hours, and FAILED 7 days later', () => {
    const { told } = life(ACTIVE, () => 'bad', 12 * DAY);
    const first = DAY;
    expect(told.map(({ turn }) => turn)).toEqual(['failing', 'degraded', 'failed']);
    expect(told[0]!.at).toBe(first + 10 * MINUTE);
    expect(told[1]!.at).toBeGreaterThanOrEqual(first + 72 * HOUR);
    expect(told[1]!.at).toBeLessThan(first + 79 * HOUR);
    expect(told[2]!.at - told[1]!.at).toBeGreaterThanOrEqual(7 * DAY);
  });

  it.each([
    ['is failing', 2 * DAY],
    ['is DEGRADED', 5 * DAY],
    ['is FAILED', 13 * DAY],
  ])('is brought back by one good look when it %s', (_state, until) => {
    const { told, state } = life(ACTIVE, (at) => (at < until ? 'bad' : 'good'), until + 2 * DAY);
    expect(told.at(-1)!.turn).toBe('recovered');
    expect(state).toMatchObject({ status: 'ACTIVE', failingSince: null, badLooks: 0 });
  });

  it('stays so while nobody answers for five days, and nothing is told', () => {
    const { told, state } = life(ACTIVE, (at) => (at < 6 * DAY ? 'none' : 'good'), 8 * DAY);
    expect(told).toEqual([]);
    expect(state.status).toBe('ACTIVE');
  });

  it('stays so while a record flaps for 30 days, and nothing is told', () => {
    let bad = false;
    const { told, state } = life(ACTIVE, () => ((bad = !bad) ? 'bad' : 'good'), 30 * DAY);
    expect(told).toEqual([]);
    expect(state.status).toBe('ACTIVE');
  });

  it('does not count looks without an answer between bad ones', () => {
    const results: LookResult[] = ['bad', 'none', 'bad'];
    let state = ACTIVE;
    const turns = results.map((result) => {
      const moved = advance(state, result, START);
      state = moved.state;
      return moved.turn;
    });
    expect(turns).toEqual([null, null, 'failing']);
  });
});
