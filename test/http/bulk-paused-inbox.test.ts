import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SendingTestInbox } from '../support/sending-api.js';
import { startBulkApi, TAKEN, type BulkApi } from '../support/bulk-api.js';
import { until } from '../temporal/rows.js';

let api: BulkApi;
let key: string;

beforeAll(async () => {
  api = await startBulkApi();
  api.startWorker();
});
beforeEach(async () => {
  ({ key } = await api.createOrg());
  api.others.handed.length = 0;
  api.others.respond = async () => TAKEN;
});
afterAll(() => api.close());

const change = (inbox: SendingTestInbox, status: string) =>
  api.call('PATCH', `/v1/inboxes/${inbox.id}`, { key, body: { status } });

/** A bulk send of more mails than are begun together, of which the first ones are under way; `go` has it taken. */
async function begun(inboxes: readonly SendingTestInbox[], each = 50) {
  let go!: () => void;
  const going = new Promise<void>((resolve) => (go = resolve));
  api.others.respond = async () => {
    await going;
    return TAKEN;
  };
  const messages = inboxes.flatMap(({ id }) =>
    Array.from({ length: each }, (_, i) => ({ inbox_id: id, to: `person-${i}@example.com` })),
  );
  const defaults = { subject: 'Hello', text: 'Hello' };
  const { body } = await api.bulk(key, { wait: 0, defaults, messages });
  await until(() => api.others.handed.length > 0);
  return { id: body.id, total: messages.length, go };
}

/** Resolves once nobody means to look at it for a long time. */
const rests = (id: string) =>
  until(async () => {
    const [row] = await api.database.query<{ rests: boolean }>(
      `SELECT coalesce(look_at > now() + interval '30 minutes', false) AS rests FROM bulks WHERE id = $1`,
      [id],
    );
    return row!.rests;
  });

const statuses = async (id: string) => {
  const { body } = await api.read(key, id, '?limit=100');
  return body.results.map(({ status }) => status);
};

describe('a bulk send whose inbox is paused', () => {
  it('rests, and goes on when the inbox does', async () => {
    const inbox = await api.createInbox(key);
    const bulk = await begun([inbox]);
    await change(inbox, 'PAUSED');
    bulk.go();
    await rests(bulk.id);
    const sent = (await statuses(bulk.id)).filter((status) => status === 'sent').length;
    expect(sent).toBeLessThan(bulk.total);
    expect(api.others.handed).toHaveLength(sent);

    await change(inbox, 'ACTIVE');
    expect((await api.ended(key, bulk.id)).body).toMatchObject({ status: 'COMPLETED' });
    expect(api.others.handed).toHaveLength(bulk.total);
  });

  it('goes on with the mail of other inboxes', async () => {
    const [paused, other] = [await api.createInbox(key), await api.createInbox(key)];
    const bulk = await begun([paused, other]);
    await change(paused, 'PAUSED');
    bulk.go();
    await rests(bulk.id);
    expect((await statuses(bulk.id)).slice(bulk.total / 2)).toEqual(
      Array.from({ length: bulk.total / 2 }, () => 'sent'),
    );
    await change(paused, 'ACTIVE');
    expect((await api.ended(key, bulk.id)).body.status).toBe('COMPLETED');
  });

  it('ends when the inbox is deleted', async () => {
    const inbox = await api.createInbox(key);
    const bulk = await begun([inbox]);
    await change(inbox, 'PAUSED');
    bulk.go();
    await rests(bulk.id);
    const sent = api.others.handed.length;
    await api.call('DELETE', `/v1/inboxes/${inbox.id}`, { key });
    expect((await api.ended(key, bulk.id)).body.status).toBe('COMPLETED');
    expect(api.others.handed).toHaveLength(sent);
  });
});
