import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BulkStep } from '../../activities/bulks.js';
import { createTestTemporal, type TestTemporal } from '../support/temporal.js';

let temporal: TestTemporal;
beforeAll(async () => {
  temporal = await createTestTemporal();
});
afterAll(() => temporal.close());

const INPUT = { bulkId: 'blk_1', orgId: 'org_1' };
const step = (given: Partial<BulkStep>): BulkStep => ({
  next: 'end',
  from: 0,
  to: 0,
  lookIn: 0,
  done: 0,
  total: 100,
  ...given,
});
const END = step({ done: 100 });

describe('sendBulk', () => {
  it('sends in chunks of twenty, two at a time', async () => {
    const steps = [step({ next: 'send', from: 0, to: 100 }), END];
    const chunks: number[][] = [];
    let underWay = 0;
    let most = 0;
    await temporal.run('sendBulk', [INPUT], {
      advanceBulk: async () => steps.shift()!,
      async attemptBulk(_bulkId, from, to) {
        chunks.push([from, to]);
        most = Math.max(most, ++underWay);
        await new Promise((resolve) => setTimeout(resolve, 30));
        underWay--;
        return false;
      },
    });
    expect(chunks.sort(([a], [b]) => a! - b!)).toEqual(
      Array.from({ length: 5 }, (_, i) => [20 * i, 20 * i + 20]),
    );
    expect(most).toBe(2);
  });

  it('does what is left where others were before, and looks again', async () => {
    const steps = [
      step({ next: 'send', from: 37, to: 62 }),
      step({ next: 'wait', lookIn: 0.2 }),
      END,
    ];
    const chunks: number[][] = [];
    await temporal.run('sendBulk', [INPUT], {
      advanceBulk: async () => steps.shift()!,
      async attemptBulk(_bulkId, from, to) {
        chunks.push([from, to]);
        return false;
      },
    });
    expect(chunks).toEqual([
      [37, 57],
      [57, 62],
    ]);
    expect(steps).toEqual([]);
  });

  it('looks when it is told to, and says how far it is', async () => {
    const handle = await temporal.start('sendBulk', [INPUT]);
    const steps = [
      step({ next: 'wait', lookIn: 3_600, done: 40 }),
      step({ next: 'wait', lookIn: 3_600, done: 40 }),
      step({ next: 'send', from: 40, to: 50, done: 40 }),
      END,
    ];
    const chunks: number[] = [];
    const activities = {
      advanceBulk: async () => steps.shift()!,
      async attemptBulk(_bulkId: string, from: number) {
        chunks.push(from);
        return false;
      },
    };
    const left = async (count: number) => {
      while (steps.length > count) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await temporal.withWorker(activities, async () => {
      await left(3);
      await handle.signal('pause');
      await left(2);
      expect(await handle.query('progress')).toEqual({ done: 40, total: 100 });
      await handle.signal('resume');
      expect(await handle.result()).toBe('ended');
    });
    expect(chunks).toEqual([40]);
  });

  it('goes on until storage is back', async () => {
    const steps = [step({ next: 'send', from: 0, to: 40 }), END];
    let failures = 4;
    const chunks: number[] = [];
    const away = () => {
      if (failures-- > 0) throw new Error('storage is away');
    };
    await temporal.run('sendBulk', [INPUT], {
      async advanceBulk() {
        away();
        return steps.shift()!;
      },
      async attemptBulk(_bulkId, from) {
        away();
        chunks.push(from);
        return false;
      },
    });
    expect(chunks.sort((a, b) => a - b)).toEqual([0, 20]);
  });

  it('waits for a chunk that goes on before it begins another one', async () => {
    const steps = [step({ next: 'send', from: 0, to: 60 }), END];
    const said: string[] = [];
    await temporal.run('sendBulk', [INPUT], {
      advanceBulk: async () => steps.shift()!,
      async attemptBulk(_bulkId, from) {
        said.push(`attempt ${from}`);
        return from === 0;
      },
      async settleBulk(_bulkId, from, to) {
        said.push(`settle ${from}-${to}`);
      },
    });
    expect(said.filter((one) => one.startsWith('settle'))).toEqual(['settle 0-20']);
    expect(said.filter((one) => one.startsWith('attempt')).toSorted()).toEqual([
      'attempt 0',
      'attempt 20',
      'attempt 40',
    ]);
  });
});
