import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BulkStep } from '../../src/resources/bulk/runs.js';
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
  retryInSeconds: 0,
  done: 0,
  total: 100,
  ...given,
});
const END = step({ done: 100 });

describe('sendBulk', () => {
  it('sends until nothing is left', async () => {
    const steps = [
      step({ next: 'send' }),
      step({ next: 'send', done: 60 }),
      step({ next: 'wait', retryInSeconds: 0.2 }),
      END,
    ];
    expect(
      await temporal.run('sendBulk', [INPUT], { advanceBulk: async () => steps.shift()! }),
    ).toBe('ended: 100 of 100 done');
    expect(steps).toEqual([]);
  });

  it('looks when it is told to, and says how far it is', async () => {
    const handle = await temporal.start('sendBulk', [INPUT]);
    const steps = [
      step({ next: 'wait', retryInSeconds: 3_600, done: 40 }),
      step({ next: 'wait', retryInSeconds: 3_600, done: 40 }),
      END,
    ];
    const activities = { advanceBulk: async () => steps.shift()! };
    const left = async (count: number) => {
      while (steps.length > count) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await temporal.withWorker(activities, async () => {
      await left(2);
      await handle.signal('pause');
      await left(1);
      expect(await handle.query('progress')).toEqual({ done: 40, total: 100 });
      await handle.signal('resume');
      expect(await handle.result()).toBe('ended: 100 of 100 done');
    });
  });

  it('goes on until storage is back', async () => {
    const steps = [step({ next: 'send' }), END];
    let failures = 4;
    await temporal.run('sendBulk', [INPUT], {
      async advanceBulk() {
        if (failures-- > 0) throw new Error('storage is away');
        return steps.shift()!;
      },
    });
    expect(steps).toEqual([]);
  });

  it('waits for what goes on before it sends more', async () => {
    const steps = [step({ next: 'settle', from: 20, to: 60 }), END];
    const said: unknown[] = [];
    await temporal.run('sendBulk', [INPUT], {
      async advanceBulk(id) {
        said.push(`advance ${id}`);
        return steps.shift()!;
      },
      async settleBulk(...given) {
        said.push(given);
      },
    });
    expect(said).toEqual(['advance blk_1', ['blk_1', 20, 60], 'advance blk_1']);
  });
});
