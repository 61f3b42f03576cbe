import { afterEach, describe, expect, it } from '@jest/globals';
import { KeyQueue, Watch } from '../../src/live/watch.js';
import { until } from '../support/mail-api.js';

describe('KeyQueue', () => {
  it('sees to what comes meanwhile in the next lot together', async () => {
    const lots: string[][] = [];
    const due = new KeyQueue<string>(async (keys) => {
      lots.push([...keys]);
      await Promise.resolve();
    });
    const done = due.add(['a', 'b']);
    void due.add(['c']);
    void due.add(['d', 'c']);
    await done;
    expect(lots).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(due.isBusy).toBe(false);
  });

  it('keeps a lot that failed until something is added', async () => {
    const lots: string[][] = [];
    const errors: unknown[] = [];
    const due = new KeyQueue<string>(
      (keys) => {
        lots.push([...keys]);
        return lots.length === 1 ? Promise.reject(new Error('away')) : Promise.resolve();
      },
      (error) => errors.push(error),
    );
    await due.add(['a']);
    expect(errors).toEqual([new Error('away')]);
    await due.add([]);
    expect(lots).toEqual([['a'], ['a']]);
    await due.add([]);
    expect(lots).toHaveLength(2);
  });
});

describe('Watch', () => {
  const watched = new Set<string>();
  let watch: Watch<string> | undefined;
  afterEach(() => {
    watch?.close();
    watched.clear();
  });

  /** A watch with a listener that can be lost. */
  function start(look: (keys: ReadonlySet<string>) => Promise<void>) {
    const caughtUp: true[] = [];
    const handlers = new Map<string, (payload: string) => void>();
    let reconnect = () => {};
    const listener = {
      on: (channel: string, hear: (payload: string) => void) => void handlers.set(channel, hear),
      onReconnect: (handle: () => void) => (reconnect = handle),
    };
    const heard: string[] = [];
    watch = new Watch<string>(listener, {
      hears: [['wait_ended', (payload) => heard.push(payload)]],
      keys: () => watched,
      look,
      catchUp: () => Promise.resolve(void caughtUp.push(true)),
      everyMs: 5,
    });
    return { watch, caughtUp, heard, handlers, reconnect: () => reconnect() };
  }

  it('hears what is told, and looks by itself at what is waited for alone', async () => {
    const looked: string[][] = [];
    const { handlers, heard, caughtUp } = start((keys) =>
      Promise.resolve(void looked.push([...keys])),
    );
    handlers.get('wait_ended')!('wt_1');
    expect(heard).toEqual(['wt_1']);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(looked).toEqual([]);
    watched.add('a').add('b');
    await until(() => looked.length > 1);
    expect(looked[0]).toEqual(['a', 'b']);
    expect(caughtUp).toEqual([]);
  });

  it('catches up once after the connection was lost, also where storage comes back later', async () => {
    let isAway = true;
    const { reconnect, caughtUp } = start(() =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve(),
    );
    watched.add('a');
    reconnect();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(caughtUp).toEqual([]);
    isAway = false;
    await until(() => caughtUp.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(caughtUp).toEqual([true]);
  });
});
