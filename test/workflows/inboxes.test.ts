import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NOTHING_LEFT } from '../../src/store/retention/purged.js';
import { createTestTemporal, type TestTemporal } from '../support/temporal.js';

let temporal: TestTemporal;
beforeAll(async () => {
  temporal = await createTestTemporal();
});
afterAll(() => temporal.close());

const inAMoment = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

describe('deleteInbox', () => {
  it('purges in chunks until nothing is left, and tells how much that was', async () => {
    let left = 3;
    const result = await temporal.run('deleteInbox', [{ inboxId: randomUUID() }], {
      purgeInbox: async () => ({ done: --left === 0, emails: 10, rows: 1, bytes: 5_000 }),
    });
    expect(result).toEqual({ chunks: 3, emails: 30, rows: 3, bytes: 15_000 });
  });

  it('ends the run that waits for the end of the inbox', async () => {
    const inboxId = randomUUID();
    const activities = {
      readExpiry: async () => inAMoment(3_600_000),
      purgeInbox: async () => NOTHING_LEFT,
    };
    await temporal.withWorker(activities, async () => {
      const waiting = await temporal.start('expireInbox', [{ inboxId }], `expireInbox:${inboxId}`);
      await (await temporal.start('deleteInbox', [{ inboxId }])).result();
      await expect(waiting.result()).rejects.toThrow('Workflow execution cancelled');
    });
  });
});

describe('expireInbox', () => {
  it('ends an inbox at its time', async () => {
    const expiresAt = inAMoment(300);
    let ended = '';
    await temporal.run('expireInbox', [{ inboxId: 'inb_1' }], {
      readExpiry: async () => expiresAt,
      async expireInbox() {
        ended = new Date().toISOString();
        return true;
      },
    });
    expect(ended >= expiresAt).toBe(true);
  });

  it('leaves an inbox alone that has no end any more', async () => {
    await temporal.run('expireInbox', [{ inboxId: 'inb_1' }], { readExpiry: async () => null });
  });

  it('asks again when the database says that the time has not come', async () => {
    let asked = 0;
    await temporal.run('expireInbox', [{ inboxId: 'inb_1' }], {
      readExpiry: async () => inAMoment(-1),
      expireInbox: async () => ++asked === 2,
    });
    expect(asked).toBe(2);
  });

  it('follows a changed time', async () => {
    let expiresAt = inAMoment(3_600_000);
    let reads = 0;
    const activities = {
      async readExpiry() {
        reads++;
        return expiresAt;
      },
      expireInbox: async () => true,
    };
    await temporal.withWorker(activities, async () => {
      const run = await temporal.start('expireInbox', [{ inboxId: 'inb_1' }]);
      while (reads === 0) await new Promise((resolve) => setImmediate(resolve));
      expiresAt = inAMoment(0);
      await run.signal('expiryChanged');
      await run.result();
    });
    expect(reads).toBe(2);
  });
});

describe('releaseMail', () => {
  it('goes on until nothing is withheld', async () => {
    let left = 3;
    const result = await temporal.run('releaseMail', [{ inboxId: 'inb_1' }], {
      releaseChunk: async () => ({ done: --left === 0, count: 100 }),
    });
    expect(left).toBe(0);
    expect(result).toEqual({ chunks: 3, count: 300 });
  });

  it('looks once more when asked during its last chunk', async () => {
    let chunks = 0;
    let goOn = () => {};
    const asked = new Promise<void>((resolve) => (goOn = resolve));
    const activities = {
      async releaseChunk() {
        chunks++;
        await asked;
        return { done: true, count: 1 };
      },
    };
    await temporal.withWorker(activities, async () => {
      const run = await temporal.start('releaseMail', [{ inboxId: 'inb_1' }]);
      while (chunks === 0) await new Promise((resolve) => setImmediate(resolve));
      await run.signal('releaseRequested');
      goOn();
      await run.result();
    });
    expect(chunks).toBe(2);
  });
});

describe('what schedules start', () => {
  it('purgeExpired goes on until nothing is left, and tells how much that was', async () => {
    let left = 3;
    const result = await temporal.run('purgeExpired', [], {
      purgeExpiredRows: async () => ({ done: --left === 0, emails: 0, rows: 2, bytes: 8 }),
    });
    expect(result).toEqual({ chunks: 3, emails: 0, rows: 6, bytes: 24 });
  });

  it('upgradeEmails goes on until no mail of an earlier version is left', async () => {
    let left = 3;
    const result = await temporal.run('upgradeEmails', [], {
      upgradeStoredEmails: async () => ({ done: --left === 0, messages: 5 }),
    });
    expect(result).toEqual({ chunks: 3, messages: 15 });
  });

  it('releaseQuarantined answers how many releases it queued', async () => {
    const started = await temporal.run('releaseQuarantined', [], { startReleases: async () => 4 });
    expect(started).toBe(4);
  });
});
