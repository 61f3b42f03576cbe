import { describe, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createActivities } from '../../activities/index.js';
import { NOTHING_LEFT } from '../../src/store/retention/purged.js';
import { IDLE_SERVICES } from '../support/all-facts.js';

const at = new Date('2026-12-24T18:00:00Z');
const purged: [string, number | undefined][] = [];
const activities = createActivities({
  ...IDLE_SERVICES,
  inboxes: {
    expiry: async (inboxId) => (inboxId === 'inb_ends' ? at : null),
    expire: async (inboxId) => inboxId === 'inb_ends',
    async purgeChunk(inboxId, limit) {
      purged.push([inboxId, limit]);
      return { ...NOTHING_LEFT, emails: 3 };
    },
  },
  retention: { purgeChunk: async (rows) => ({ ...NOTHING_LEFT, rows }) },
});

const run = new MockActivityEnvironment();

describe('the end of an inbox', () => {
  it.each([
    ['inb_ends', at.toISOString()],
    ['inb_stays', null],
  ])('of %s is read as %s', async (inboxId, expected) => {
    expect(await run.run(() => activities.readExpiry(inboxId))).toBe(expected);
  });

  it('comes when the service says so', async () => {
    expect(await run.run(() => activities.expireInbox('inb_ends'))).toBe(true);
    expect(await run.run(() => activities.expireInbox('inb_stays'))).toBe(false);
  });
});

describe('purges', () => {
  it('go in chunks of 1,000', async () => {
    expect(await run.run(() => activities.purgeInbox('inb_1'))).toMatchObject({ emails: 3 });
    expect(purged).toEqual([['inb_1', 1_000]]);
    expect(await run.run(() => activities.purgeExpiredRows())).toMatchObject({ rows: 1_000 });
  });
});
