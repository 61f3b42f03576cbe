import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WaitReport } from '../../activities/waits.js';
import { createTestTemporal, type TestTemporal } from '../support/temporal.js';

let temporal: TestTemporal;
beforeAll(async () => {
  temporal = await createTestTemporal();
});
afterAll(() => temporal.close());

const INPUT = { waitId: 'wt_1' };
const until = (milliseconds: number, found = 0): WaitReport => ({
  expiresAt: new Date(Date.now() + milliseconds).toISOString(),
  found,
  count: 2,
});

describe('waitForEmail', () => {
  it('ends at once when the wait has ended', async () => {
    let looks = 0;
    await temporal.run('waitForEmail', [INPUT], {
      async collectMatches() {
        looks++;
        return null;
      },
    });
    expect(looks).toBe(1);
  });

  it.each([
    ['matched', 2],
    ['expired', 1],
  ] as const)('says how it ended: %s', async (ended, found) => {
    const result = await temporal.run('waitForEmail', [INPUT], {
      collectMatches: async () => ({ ...until(600_000, found), ended }),
    });
    expect(result).toBe(`${ended}: found ${found} of 2`);
  });

  it('looks again whenever a mail arrived, until the wait has ended', async () => {
    const answers = [until(600_000), until(600_000, 1), null];
    let looks = 0;
    const activities = {
      async collectMatches(waitId: string) {
        expect(waitId).toBe('wt_1');
        const answer = answers[looks++]!;
        // A signal that arrives while the look is under way has it look once more.
        if (answer) await handle.signal('emailArrived');
        return answer;
      },
    };
    const handle = await temporal.start('waitForEmail', [INPUT]);
    await temporal.withWorker(activities, () => handle.result());
    expect(looks).toBe(3);
  });

  it('looks once more when the time is up, and again where the clock of the database is behind', async () => {
    const answers = [until(300), until(0), null];
    let looks = 0;
    const began = performance.now();
    await temporal.run('waitForEmail', [INPUT], {
      collectMatches: async () => answers[looks++]!,
    });
    expect(looks).toBe(3);
    expect(performance.now() - began).toBeGreaterThan(1_200);
  });

  it('looks until storage is back', async () => {
    let looks = 0;
    await temporal.run('waitForEmail', [INPUT], {
      async collectMatches() {
        if (++looks < 3) throw new Error('storage is away');
        return null;
      },
    });
    expect(looks).toBe(3);
  });

  it('ends when it is cancelled', async () => {
    const handle = await temporal.start('waitForEmail', [INPUT]);
    const activities = { collectMatches: async () => until(600_000) };
    await temporal.withWorker(activities, async () => {
      await handle.cancel();
      await expect(handle.result()).rejects.toThrow();
    });
    expect((await handle.describe()).status.name).toBe('CANCELLED');
  });
});

describe('waitForEmail with reminders', () => {
  const remindIn = (milliseconds: number): WaitReport => ({
    ...until(600_000),
    remindAt: new Date(Date.now() + milliseconds).toISOString(),
  });

  it('has each sent when it is due, and looks again', async () => {
    const did: string[] = [];
    const answers = [() => remindIn(0), () => remindIn(600), () => until(200), () => null];
    let looks = 0;
    await temporal.run('waitForEmail', [INPUT], {
      async collectMatches() {
        did.push('look');
        return answers[looks++]!();
      },
      async sendReminder(waitId) {
        did.push(`remind ${waitId}`);
        return 'sent';
      },
    });
    expect(did).toEqual(['look', 'remind wt_1', 'look', 'remind wt_1', 'look', 'look']);
  });

  it('has none sent when a reply arrived first, nor after the end', async () => {
    let looks = 0;
    const answers = [
      () => remindIn(600_000),
      () => ({ ...until(100), remindAt: new Date(Date.now() + 200).toISOString() }),
      () => null,
    ];
    const handle = await temporal.start('waitForEmail', [INPUT]);
    await temporal.withWorker(
      {
        async collectMatches() {
          const answer = answers[looks++]!();
          if (looks === 1) await handle.signal('emailArrived');
          return answer;
        },
        async sendReminder() {
          throw new Error('nothing is due');
        },
      },
      () => handle.result(),
    );
    expect(looks).toBe(3);
  });

  it('is sent although storage was away', async () => {
    let tries = 0;
    const answers = [remindIn(0), null];
    let looks = 0;
    await temporal.run('waitForEmail', [INPUT], {
      collectMatches: async () => answers[looks++]!,
      async sendReminder() {
        if (++tries === 1) throw new Error('storage is away');
        return 'sent';
      },
    });
    expect([tries, looks]).toEqual([2, 2]);
  });
});
