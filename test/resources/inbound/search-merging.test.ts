import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { createLog } from '../../../src/log.js';
import { SearchMerging } from '../../../src/resources/inbound/search-merging.js';
import { rawMail } from '../../support/mail.js';
import { startMailApi, until, type MailApi } from '../../support/mail-api.js';

const HOUR = 3_600_000;
const log = createLog('silent');

let api: MailApi;

beforeAll(async () => {
  api = await startMailApi();
});
afterAll(() => api.close());

/** Pages of the list of an index that were still to be merged. */
async function leftToMerge(): Promise<number> {
  const [row] = await api.database.query<{ pages: number }>(
    `SELECT gin_clean_pending_list('emails_search')::int AS pages`,
  );
  return row!.pages;
}

/** A merging that hears of batches as the test says. */
function createMerging(timing: { lateMs: number; soonMs: number }) {
  const told = new EventEmitter();
  let merged = 0;
  const query = async <Row extends object>(text: string): Promise<Row[]> => {
    const rows = await api.database.query<Row>(text);
    merged++;
    return rows;
  };
  const deps = { database: { query }, listener: { on: told.on.bind(told) }, log };
  new SearchMerging(deps, timing).start();
  const accepted = (batches: number) => {
    for (let i = 0; i < batches; i++) told.emit('outbox_ready', '');
  };
  return { accepted, merged: () => merged };
}

describe('what mail adds to the indexes for search', () => {
  it('is merged a while behind one mail', async () => {
    const inbox = await api.createInbox((await api.createOrg()).orgId);
    await api.deliver(inbox);
    expect(await leftToMerge()).toBeGreaterThan(0);
    await api.deliver(inbox, { subject: 'Another' }, rawMail({ Subject: 'Another' }));
    const { accepted, merged } = createMerging({ lateMs: 1, soonMs: HOUR });
    accepted(1);
    await until(() => merged() === 1);
    expect(await leftToMerge()).toBe(0);
    accepted(1);
    await until(() => merged() === 2);
  });

  it('is merged soon behind many', async () => {
    const { accepted, merged } = createMerging({ lateMs: HOUR, soonMs: 1 });
    accepted(60);
    await until(() => merged() === 1);
  });
});
