import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { createBatcher } from '../../src/batcher.js';
import { invalid, OutcomeUnknown, unavailable } from '../../src/errors.js';

const databaseError = (code: string) =>
  new QueryFailedError('SELECT', [], Object.assign(new Error('refused'), { code }));

describe('a batch that is refused together', () => {
  it.each([
    ['a value that storage does not take', databaseError('22P05')],
    ['a request that is wrong', invalid('no')],
    ['a lock that somebody else has', unavailable(databaseError('55P03'))],
    ['a transaction that met another one', unavailable(databaseError('40P01'))],
  ])('is tried one by one when it may be one for all: %s', async (_why, refusal) => {
    const batches: string[][] = [];
    const ask = createBatcher<string, string>(
      async (items) => {
        batches.push([...items]);
        if (items.includes('bad')) throw refusal;
        return items.map((item) => item.toUpperCase());
      },
      { maxItems: 10 },
    );

    const answers = await Promise.allSettled(['a', 'bad', 'b'].map(ask));

    expect(answers).toEqual([
      { status: 'fulfilled', value: 'A' },
      { status: 'rejected', reason: refusal },
      { status: 'fulfilled', value: 'B' },
    ]);
    expect(batches).toEqual([['a', 'bad', 'b'], ['a'], ['bad'], ['b']]);
  });

  it.each([
    ['storage is away', unavailable(databaseError('08006'))],
    ['storage is full', databaseError('53100')],
    ['nobody knows what became of it', new OutcomeUnknown(new Error('Query read timeout'))],
  ])('is not tried again when %s', async (_why, refusal) => {
    let runs = 0;
    const ask = createBatcher<string, string>(
      async () => {
        runs++;
        throw refusal;
      },
      { maxItems: 10 },
    );

    const answers = await Promise.allSettled(['a', 'b'].map(ask));

    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(runs).toBe(1);
  });
});

describe('items that share a key', () => {
  it('are never in two batches at once, stay in order and hold up no others', async () => {
    const open: { items: readonly string[]; end: () => void }[] = [];
    const ended: string[] = [];
    const ask = createBatcher<string, null>(
      (items) =>
        new Promise((resolve) => {
          open.push({ items, end: () => resolve(items.map(() => null)) });
        }),
      { maxItems: 2, concurrency: 3, keysOf: (item) => [...item.slice(0, -1)] },
    );
    const asked = ['a1', 'b1', 'a2', 'ac2', 'c3', 'd1'].map(async (item) => {
      await ask(item);
      ended.push(item);
    });
    const begun = () => open.map(({ items }) => items);
    await Promise.resolve();
    await Promise.resolve();

    expect(begun()).toEqual([['a1', 'b1'], ['d1']]);
    open[0]!.end();
    await Promise.all([asked[0]]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun().slice(2)).toEqual([['a2', 'ac2']]);
    open[2]!.end();
    await Promise.all([asked[2], asked[3]]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun().slice(3)).toEqual([['c3']]);
    for (const { end } of open) end();
    await Promise.all(asked);
    expect(ended.toSorted()).toEqual(['a1', 'a2', 'ac2', 'b1', 'c3', 'd1']);
  });
});

describe('company', () => {
  const HOUR = 3_600_000;

  /** A batcher whose batches end when the test says so. */
  function createHeld() {
    const open: { items: readonly string[]; end: () => void }[] = [];
    const ask = createBatcher<string, null>(
      (items) =>
        new Promise((resolve) => {
          open.push({ items, end: () => resolve(items.map(() => null)) });
        }),
      { maxItems: 3, concurrency: 2, companyMs: HOUR },
    );
    return { ask, open, begun: () => open.map(({ items }) => items) };
  }

  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

  it('is waited for beside another batch, and not when that ends', async () => {
    const { ask, open, begun } = createHeld();
    const first = ask('a');
    await nextTurn();
    void ask('b');
    await nextTurn();
    void ask('c');
    await nextTurn();
    expect(begun()).toEqual([['a']]);

    open[0]!.end();
    await first;
    await nextTurn();

    expect(begun()).toEqual([['a'], ['b', 'c']]);
  });

  it('is not waited for once a batch is full', async () => {
    const { ask, begun } = createHeld();
    void ask('a');
    await nextTurn();
    void ask('b');
    void ask('c');
    void ask('d');
    await nextTurn();

    expect(begun()).toEqual([['a'], ['b', 'c', 'd']]);
  });
});
