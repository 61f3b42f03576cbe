import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import * as entities from '../../src/composition/entities.js';
import type { Database } from '../../src/db/database.js';
import { closeDatabases, openDatabases, type Databases } from '../../src/db/pools.js';
import { createLog } from '../../src/log.js';
import { eventually } from '../e2e/eventually.js';
import { testDatabases } from '../support/services.js';
import { startApi, type TestApi } from '../support/start-api.js';
import { startMailApi, type MailApi, type TestInbox } from '../support/mail-api.js';

interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

const FEW = 30;
let databases: Databases;
let api: MailApi;
let reader: TestApi;
let inbox: TestInbox;
let key: string;
const asked: Asked[] = [];

/** The same, which notes what it is asked for. */
const noting = (database: Database): Database =>
  Object.assign(Object.create(database) as Database, {
    queryRaw(text: string, values: readonly unknown[]) {
      asked.push({ text, values });
      return database.queryRaw(text, values);
    },
  });

beforeAll(async () => {
  api = await startMailApi();
  const { key: own, orgId } = await api.createOrg();
  [key, inbox] = [own, await api.createInbox(orgId)];
  // What Postgres then knows of inboxes is that they are small, and so it would sort them.
  for (let mails = 0; mails < FEW; mails++) await api.deliver(inbox);
  await api.database.query('ANALYZE emails');
  const { url, database } = api;
  const log = createLog('silent');
  databases = await openDatabases({ url, log, frontPool: 2, entities: Object.values(entities) });
  const parts = { databases: { ...testDatabases(database), keyed: noting(database) } };
  reader = await startApi({ beside: api, parts });
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(async () => {
  await reader.close();
  await closeDatabases(databases);
  await api.close();
});

it.each(['', '?view=summary', '?unread=true&limit=100', '?direction=all'])(
  'Lists of an inbox (%s) are read in the order of its index, whatever Postgres thinks how much mail it has',
  async (query) => {
    const path = `/v1/inboxes/${inbox.inboxId}/emails${query}`;
    const { status } = await reader.call('GET', path, { key });
    expect(status).toBe(200);
    const plans = await Promise.all(asked.map(explain));
    expect(plans).toEqual([expect.stringMatching(/Index Scan Backward using emails_by_uid/)]);
    expect(plans.join()).not.toMatch(/Bitmap|Seq Scan|inboxes_by_address/);
  },
);

it('A mail is read by its id, whatever Postgres thinks how many inboxes there are', async () => {
  const [email] = await api.database.query<{ id: string }>('SELECT id FROM emails LIMIT 1');
  const { status } = await reader.call('GET', `/v1/emails/${email!.id}`, { key });
  expect(status).toBe(200);
  const plans = await Promise.all(asked.map(explain));
  expect(plans).toEqual([expect.stringMatching(/Index Scan using emails_pkey/)]);
  expect(plans.join()).not.toMatch(/Bitmap|Seq Scan|emails_by_uid/);
});

it('Lists that are narrowed by a name are left to what Postgres estimates, also when they are asked for again', async () => {
  const path = `/v1/inboxes/${inbox.inboxId}/emails?from=northwind`;
  for (let times = 0; times < 3; times++) {
    const { status, body } = await reader.call('GET', path, { key });
    expect(status).toBe(200);
    expect(body.data).not.toEqual([]);
  }
  expect(asked).toEqual([]);
});

/** How the service's own pool reads it; that one gives up soon, which a busy machine may need once more for. */
async function explain({ text, values }: Asked): Promise<string> {
  const lines = await eventually(() =>
    databases.keyed.query<Record<string, string>>(`EXPLAIN ${text}`, values).catch(() => null),
  );
  return lines.flatMap((line) => Object.values(line)).join('\n');
}
