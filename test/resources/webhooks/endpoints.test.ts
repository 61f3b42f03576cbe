import { describe, expect, it } from '@jest/globals';
import { Endpoints, type Permit } from '../../../src/resources/webhooks/endpoints.js';

const never = new AbortController().signal;

/** Endpoints whose clock stands still but for `pass`. */
function endpointsAt() {
  const clock = { now: 1_000_000 };
  const endpoints = new Endpoints(() => clock.now);
  const acquire = (id: string, signal = never) => endpoints.acquire(id, signal);
  return {
    endpoints,
    acquire,
    pass: (milliseconds: number) => void (clock.now += milliseconds),
    many: (id: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => acquire(id))) as Promise<Permit[]>,
    /** One attempt that took so long. */
    async attempt(id: string, milliseconds: number) {
      const permit = await acquire(id);
      permit!.begin();
      clock.now += milliseconds;
      permit!.release();
    },
  };
}

const settled = async (promise: Promise<unknown>) => {
  let done = false;
  void promise.then(() => (done = true));
  await new Promise((resolve) => setImmediate(resolve));
  return done;
};

describe('endpoints', () => {
  it('let five attempts be under way at one, and others go on', async () => {
    const { acquire, many } = endpointsAt();
    const [first] = await many('a', 5);
    const sixth = acquire('a');
    expect(await settled(sixth)).toBe(false);
    expect(await settled(acquire('b'))).toBe(true);
    first!.release();
    expect(await settled(sixth)).toBe(true);
  });

  it('let more be under way at one that answers quickly, and fewer again once it does not', async () => {
    const { acquire, attempt, pass } = endpointsAt();
    for (let i = 0; i < 200; i++) await attempt('a', 20);
    const permits = await Promise.all(Array.from({ length: 20 }, () => acquire('a')));
    expect(await settled(acquire('a'))).toBe(false);
    for (const permit of permits) permit!.begin();
    pass(400);
    for (const permit of permits) permit!.release();
    for (let i = 0; i < 4; i++) await acquire('a');
    expect(await settled(acquire('a'))).toBe(false);
  });

  it('count the time of requests alone', async () => {
    const { endpoints, acquire, pass } = endpointsAt();
    const permit = (await acquire('a'))!;
    pass(1_000);
    permit.begin();
    pass(10);
    permit.release();
    (await acquire('b'))!.release();
    expect(endpoints.fast()).toEqual(['a']);
  });

  it('give turns in the order they were asked for', async () => {
    const { acquire, many } = endpointsAt();
    const permits = await many('a', 5);
    const order: number[] = [];
    const waiting = [1, 2, 3].map((number) => acquire('a').then(() => order.push(number)));
    for (const permit of permits.slice(0, 3)) permit.release();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
  });

  it('take a permit back once, however often it is given', async () => {
    const { acquire, many } = endpointsAt();
    const [first] = await many('a', 5);
    first!.release();
    first!.release();
    expect(await settled(acquire('a'))).toBe(true);
    expect(await settled(acquire('a'))).toBe(false);
  });

  it('let those who wait give up, without a turn getting lost', async () => {
    const { acquire, many } = endpointsAt();
    const [first] = await many('a', 5);
    const patience = new AbortController();
    const gaveUp = acquire('a', patience.signal);
    const next = acquire('a');
    patience.abort();
    expect(await gaveUp).toBeNull();
    first!.release();
    expect(await settled(next)).toBe(true);
    expect(await acquire('a', patience.signal)).toBeNull();
  });

  it('have a free place for who gave up long ago', async () => {
    const { acquire } = endpointsAt();
    expect(await acquire('a', AbortSignal.abort())).not.toBeNull();
  });

  it.each([
    ['nothing is known of', [], [], []],
    ['was fast', [100], [], ['a']],
    ['was slow', [400], [], []],
    ['was fast once and is slow', [100, 400], [], []],
    ['was slow once and is fast', [400, 100], [], ['a']],
  ])('call one fast that %s', async (_what, took, busy, fast) => {
    const { endpoints, attempt } = endpointsAt();
    for (const milliseconds of took) await attempt('a', milliseconds);
    expect([endpoints.busy(), endpoints.fast()]).toEqual([busy, fast]);
  });

  it('call one slow from when an attempt takes long, before it has ended', async () => {
    const { endpoints, acquire, attempt, pass } = endpointsAt();
    await attempt('a', 10);
    (await acquire('a'))!.begin();
    pass(299);
    expect(endpoints.fast()).toEqual(['a']);
    pass(1);
    expect(endpoints.fast()).toEqual([]);
  });

  it('call a slow one busy at five, and a fast one when fifty more wait', async () => {
    const { endpoints, acquire, many, attempt } = endpointsAt();
    await attempt('fast', 10);
    const permits = [...(await many('slow', 4)), ...(await many('fast', 5))];
    expect(endpoints.busy()).toEqual([]);
    await many('slow', 1);
    const waiting = Array.from({ length: 50 }, () => acquire('fast'));
    expect(endpoints.busy()).toEqual(['fast', 'slow']);
    permits.at(-1)!.release();
    await waiting[0];
    expect(endpoints.busy()).toEqual(['slow']);
  });

  it('tell once that a fast one that was busy has room for more', async () => {
    const { endpoints, acquire, attempt, many } = endpointsAt();
    let told = 0;
    endpoints.onRoom(() => told++);
    await attempt('a', 10);
    const permits = await many('a', 5);
    const waiting = Array.from({ length: 50 }, () => acquire('a'));
    for (const permit of permits) permit.release();
    // Nobody had asked.
    expect(told).toBe(0);
    waiting.push(...Array.from({ length: 5 }, () => acquire('a')));
    expect(endpoints.busy()).toEqual(['a']);

    for (let ended = 0; ended < 55 && told === 0; ended++) (await waiting[ended])!.release();
    expect(endpoints.busy()).toEqual([]);
    expect(told).toBe(1);
    for (const permit of waiting) (await permit)!.release();
    expect(told).toBe(1);
  });

  it('tell of room at a slow one as soon as another attempt may begin', async () => {
    const { endpoints, many } = endpointsAt();
    let told = 0;
    endpoints.onRoom(() => told++);
    const permits = await many('a', 5);
    expect(endpoints.busy()).toEqual(['a']);
    permits[0]!.release();
    permits[1]!.release();
    expect(told).toBe(1);
  });

  it('call one free again when nothing is under way', async () => {
    const { endpoints, many } = endpointsAt();
    for (const permit of await many('a', 5)) permit.release();
    expect(endpoints.busy()).toEqual([]);
  });

  it('forget those known longest, but none where something is under way', async () => {
    const { endpoints, acquire, attempt, many } = endpointsAt();
    await many('open', 5);
    await attempt('forgotten', 10);
    await attempt('kept', 10);
    for (let other = 0; other < 1_997; other++) await attempt(`other ${other}`, 400);
    expect(endpoints.fast()).toEqual(['forgotten', 'kept']);
    await attempt('one more', 400);
    expect(endpoints.fast()).toEqual(['kept']);
    expect(await settled(acquire('open'))).toBe(false);
  });
});
