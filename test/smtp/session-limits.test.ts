import { describe, expect, it } from '@jest/globals';
import { ConnectionCounter } from '../../src/connection-counter.js';
import { Deadlines, SessionClock } from '../../src/smtp/session-limits.js';

const limits = {
  sessionMs: 10_000,
  firstMailMs: 5_000,
  commandMs: 1_000,
  dataBytesPerSecond: 500,
  dataWindowMs: 2_000,
};

describe('a session clock', () => {
  it.each([
    [1_000, null],
    [1_001, 'commandTooSlow'],
    [10_001, 'sessionTooLong'],
  ])('after %d ms without a command says %s', (now, late) => {
    expect(new SessionClock(0).late(now, 0, limits)).toBe(late);
  });

  it('wants a first mail in time, whatever else is said', () => {
    const [idle, busy] = [new SessionClock(0), new SessionClock(0)];
    busy.begin();
    for (const clock of [idle, busy]) clock.awaitCommand(5_000);
    expect([idle.late(5_000, 0, limits), idle.late(5_001, 0, limits)]).toEqual([
      null,
      'mailTooLate',
    ]);
    expect(busy.late(5_001, 0, limits)).toBeNull();
  });

  it('gives every command its time, but not the session', () => {
    const clock = new SessionClock(0);
    clock.begin();
    for (let now = 900; now <= 9_900; now += 900) {
      expect(clock.late(now, 0, limits)).toBeNull();
      clock.awaitCommand(now);
    }
    expect(clock.late(10_100, 0, limits)).toBe('sessionTooLong');
  });

  it.each([
    ['nothing', [0], 'dataTooSlow'],
    ['a byte too few', [999], 'dataTooSlow'],
    ['enough', [1000], null],
    ['enough at first, then nothing', [5000, 5000], 'dataTooSlow'],
    ['enough all the time', [1000, 2000, 3000], null],
  ])('judges %s in windows of DATA', (_case, received, late) => {
    const clock = new SessionClock(0);
    clock.begin();
    clock.awaitData(0);
    expect(clock.late(1_999, 0, limits)).toBeNull();
    const verdicts = received.map((bytes, index) => clock.late(2_000 * (index + 1), bytes, limits));
    expect(verdicts.at(-1)).toBe(late);
  });

  it.each([
    [999_999, 'dataTooSlow'],
    [1_000_000, null],
  ])(
    'wants half the speed at which what was announced comes in time: %d bytes',
    (received, late) => {
      const clock = new SessionClock(0);
      clock.begin();
      clock.awaitData(0, 10_000_000);
      expect(clock.late(2_000, received, limits)).toBe(late);
    },
  );

  it('never blames the client while storage works', () => {
    const clock = new SessionClock(0);
    clock.awaitStorage();
    expect(clock.late(100_000, 0, limits)).toBeNull();
  });
});

describe('a connection counter', () => {
  it('limits each address and all together, and lets others in again', () => {
    const counter = new ConnectionCounter({ connections: 3, connectionsPerAddress: 2 });
    expect(['a', 'a', 'a', 'b', 'c'].map((address) => counter.open(address))).toEqual([
      true,
      true,
      false,
      true,
      false,
    ]);
    counter.close('a');
    expect(counter.open('a')).toBe(true);
    counter.close('b');
    expect([counter.open('a'), counter.open('c')]).toEqual([false, true]);
  });

  it('takes a /64 for one address, and lets a /48 have ten times as many', () => {
    const counter = new ConnectionCounter({ connections: 1_000, connectionsPerAddress: 2 });
    const open = (address: string) => counter.open(address);
    expect(['2001:db8::1', '2001:db8::2', '2001:db8:0:0:f::3'].map(open)).toEqual([
      true,
      true,
      false,
    ]);
    const hosts = Array.from({ length: 20 }, (_, i) => `2001:db8:0:${i + 1}::1`);
    expect(hosts.map(open).filter(Boolean)).toHaveLength(18);
    expect(open('2001:db8:1::1')).toBe(true);
    counter.close('2001:db8::2');
    expect(open('2001:db8:0:99::1')).toBe(true);
    expect(['::ffff:192.0.2.1', '192.0.2.1', '::ffff:192.0.2.1'].map(open)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('deadlines', () => {
  it('pass on what comes in time and reject what does not', async () => {
    let now = 0;
    const deadlines = new Deadlines(100, () => now);
    await expect(deadlines.withTimeout(Promise.resolve('in time'))).resolves.toBe('in time');
    await expect(deadlines.withTimeout(Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    const early = deadlines.withTimeout(new Promise(() => {}));
    now = 50;
    let finish = () => {};
    const late = deadlines.withTimeout(
      new Promise<string>((resolve) => (finish = () => resolve('ok'))),
    );
    now = 120;
    deadlines.sweep();
    await expect(early).rejects.toThrow('No answer within 100 ms');
    finish();
    await expect(late).resolves.toBe('ok');
  });
});
