import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PLANS } from '../../src/auth/plans.js';
import { GTUBE } from '../../src/mail/topic/spam.js';
import { startSendingApi, type SendingApi, type SendingTestInbox } from '../support/sending-api.js';
import { INBOUND_SECRET } from '../support/start-api.js';

let api: SendingApi;
let orgId: string;
let key: string;
let inbox: SendingTestInbox;

beforeAll(async () => {
  api = await startSendingApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ({ orgId, key } = await api.createOrg('free'));
  inbox = await api.createInbox(key);
});

/** As if the organization had used so much of this month. */
const use = (kind: 'inbound' | 'outbound', used: number) =>
  api.database.query(
    `INSERT INTO monthly_usage (org_id, month, kind, shard, used)
     VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC')::date, $2, 0, $3)
     ON CONFLICT (org_id, month, kind, shard) DO UPDATE SET used = $3`,
    [orgId, kind, used],
  );

async function used(kind: 'inbound' | 'outbound'): Promise<number> {
  const [row] = await api.database.query<{ used: number }>(
    'SELECT coalesce(sum(used), 0)::int AS used FROM monthly_usage WHERE org_id = $1 AND kind = $2',
    [orgId, kind],
  );
  return row!.used;
}

describe('mail that comes in', () => {
  const postInbound = async (subject: string) => {
    const { body } = await api.call('POST', '/v1/inbound', {
      headers: { Authorization: `Bearer ${INBOUND_SECRET}` },
      body: { from: 'a@example.com', to: [inbox.address], subject, text: 'Hello' },
    });
    return api.call('GET', `/v1/emails/${body.ids[0]}`, { key });
  };

  it('is not counted where it is spam, so that strangers cannot use up a month', async () => {
    for (let i = 0; i < 3; i++)
      expect((await postInbound(GTUBE)).body).toMatchObject({ is_spam: true, status: 'received' });
    expect(await used('inbound')).toBe(0);

    expect((await postInbound('Hello')).body).toMatchObject({ is_spam: false, status: 'received' });
    expect(await used('inbound')).toBe(1);

    await use('inbound', PLANS.free.inboundPerMonth!);
    expect((await postInbound('More')).body.status).toBe('quarantined');
    expect((await postInbound(GTUBE)).body.status).toBe('received');
  });
});

describe('mail that leaves', () => {
  const to = (count: number) => Array.from({ length: count }, (_, i) => `a${i}@example.com`);
  const send = (more: object) => api.send(key, inbox, { subject: 'Hi', text: 'Hi', ...more });

  it('counts each recipient in the free plan, exactly, also at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send({ to: to(20), cc: to(30), bcc: ['x@example.com'] })),
    );
    // 31 each: three fit into a hundred.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
    expect(await used('outbound')).toBe(93);
    const { status, body } = await send({ to: to(8) });
    expect([status, body.error]).toEqual([429, expect.stringContaining('100 recipients')]);
    expect((await send({ to: to(7) })).status).toBe(200);
  });

  it('counts mails in other plans, and the limits say so', async () => {
    await api.database.query(`UPDATE orgs SET plan = 'starter' WHERE id = $1`, [orgId]);
    expect((await send({ to: to(50) })).status).toBe(200);
    expect(await used('outbound')).toBe(1);
    const { body } = await api.call('GET', '/v1/limits');
    expect([body.plans.free.outbound_counts, body.plans.starter.outbound_counts]).toEqual([
      'recipients',
      'emails',
    ]);
  });
});

describe('addresses', () => {
  const create = (localPart: string) =>
    api.call('POST', '/v1/inboxes', { key, body: { local_part: localPart } });
  const limit = PLANS.free.addressesPerDay!;

  it('are taken so many a day, deleted ones included', async () => {
    await api.database.query(
      `INSERT INTO addresses (address, org_id, taken_at)
       SELECT 'a' || n || $1, $1, now() - interval '23 hours' FROM generate_series(3, $2::int) n`,
      [orgId, limit],
    );
    const last = await create(`last-${orgId.slice(4)}`);
    expect(last.status).toBe(201);
    const refused = await create(`over-${orgId.slice(4)}`);
    expect([refused.status, refused.body.error]).toEqual([
      429,
      expect.stringContaining(`${limit} new addresses`),
    ]);
    expect(refused.body.retry_after_seconds).toBeLessThanOrEqual(3_600);

    // One that was taken before may be made anew, and an address that was refused is not taken.
    await api.call('DELETE', `/v1/inboxes/${last.body.id}`, { key });
    expect((await create(`last-${orgId.slice(4)}`)).status).toBe(201);
    const other = await api.createOrg('free');
    const { status } = await api.call('POST', '/v1/inboxes', {
      key: other.key,
      body: { local_part: `over-${orgId.slice(4)}` },
    });
    expect(status).toBe(201);
  });
});
