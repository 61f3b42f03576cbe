import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { idsOf } from '../support/mail-api.js';
import { insertWaits, startWaitsApi, type WaitsApi } from '../support/waits-api.js';

let waits: WaitsApi;
beforeAll(async () => {
  waits = await startWaitsApi();
});
beforeEach(() => waits.renew());
afterAll(() => waits.close());

describe('POST /v1/waits', () => {
  it('answers the wait with what is waited for, and has its run started', async () => {
    const { status, body } = await waits.create({
      kind: 'otp',
      from: 'northwind',
      subject: 'Welcome',
      category: 'verification',
      has_otp: true,
      expires_in: 60,
      count: 2,
    });
    expect(status).toBe(201);
    const { id, created_at, expires_at } = body;
    expect(body).toEqual({
      id: expect.stringMatching(/^wt_\w{20}$/),
      inbox_id: waits.inbox.inboxId,
      kind: 'otp',
      from: 'northwind',
      subject: 'Welcome',
      category: 'verification',
      has_otp: true,
      since: null,
      status: 'waiting',
      count: 2,
      thread_id: null,
      reminders_sent: 0,
      matches: [],
      created_at: expect.any(String),
      expires_at: expect.any(String),
      ended_at: null,
      workflow_id: `waitForEmail:${id}`,
    });
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(60_000);
    expect(await waits.told(id)).toEqual([
      { op: 'start', workflow_id: `waitForEmail:${id}`, signal: null, again: false },
    ]);
  });

  it('waits an hour for one mail unless told otherwise', async () => {
    const { body } = await waits.create();
    expect(body.count).toBe(1);
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(3_600_000);
  });

  it('answers a repeated Idempotency-Key with the first wait', async () => {
    const headers = { 'Idempotency-Key': 'again' };
    const [one, again] = [await waits.create({}, headers), await waits.create({}, headers)];
    expect(again.body).toEqual(one.body);
    expect((await waits.api.call('GET', '/v1/waits', { key: waits.key })).body.data).toHaveLength(
      1,
    );
  });

  it.each([
    [{ kind: 'fax' }, /^kind must be one of email, otp, link/],
    [{ kind: undefined }, /^kind/],
    [{ inbox_id: undefined }, /^inbox_id/],
    [{ expires_in: 0 }, /^expires_in must be a whole number from 1 to 2592000/],
    [{ expires_in: 2_592_001 }, /^expires_in/],
    [{ count: 0 }, /^count must be a whole number from 1 to 100/],
    [{ count: 101 }, /^count/],
    [{ since: 'yesterday' }, /^since/],
    [{ category: 'nonsense' }, /^category must be one of/],
    [{ from: '' }, /^from/],
    [{ subject: 'x'.repeat(201) }, /^subject/],
    [{ has_otp: 'perhaps' }, /^has_otp/],
  ])('refuses %j', async (body, error) => {
    const reply = await waits.create(body);
    expect([reply.status, reply.body.error]).toEqual([400, expect.stringMatching(error)]);
  });

  it('is for inboxes the key may use', async () => {
    const other = await waits.api.createInbox((await waits.api.createOrg()).orgId);
    expect((await waits.create({ inbox_id: other.inboxId })).status).toBe(403);
    expect((await waits.create({ inbox_id: 'inb_none' })).status).toBe(404);
    expect((await waits.create({ since: 'eml_none' })).body).toEqual({ error: 'Email not found' });
  });

  it('works for a paused inbox', async () => {
    await waits.api.database.query(`UPDATE inboxes SET status = 'PAUSED' WHERE id = $1`, [
      waits.inbox.inboxId,
    ]);
    expect((await waits.create()).status).toBe(201);
  });

  it('refuses more than 10,000 open waits of an organization', async () => {
    await insertWaits(waits, 10_000);
    const { status, body } = await waits.create();
    expect([status, body.error]).toEqual([429, expect.stringMatching(/^At most 10000 durable/)]);
  });
});

describe('DELETE /v1/waits/{id}', () => {
  it('cancels a wait, which stays readable and finds nothing more', async () => {
    const id = await waits.created();
    expect((await waits.cancel(id)).body).toEqual({ id, deleted: true });
    expect((await waits.cancel(id)).status).toBe(404);
    await waits.deliver();
    expect((await waits.read(id)).body).toMatchObject({ status: 'cancelled', matches: [] });
    expect(await waits.told(id)).toMatchObject([{ op: 'start' }, { op: 'cancel' }]);
    expect(await waits.events(id)).toEqual([]);
  });

  it('leaves what an ended wait found, and takes it off the list', async () => {
    const id = await waits.created();
    await waits.deliver();
    await waits.read(id);
    expect((await waits.cancel(id)).status).toBe(200);
    expect((await waits.cancel(id)).status).toBe(404);
    expect((await waits.read(id)).body.status).toBe('matched');
    expect(idsOf(await waits.api.call('GET', '/v1/waits', { key: waits.key }))).toEqual([]);
  });

  it('is for the organization alone', async () => {
    const id = await waits.created();
    const { key: foreign } = await waits.api.createOrg();
    for (const method of ['GET', 'DELETE'])
      expect((await waits.api.call(method, `/v1/waits/${id}`, { key: foreign })).status).toBe(403);
    expect((await waits.read('wt_none')).body).toEqual({ error: 'Wait not found' });
  });
});

describe('GET /v1/waits', () => {
  const list = (query = '', as = waits.key) =>
    waits.api.call('GET', `/v1/waits?${query}`, { key: as });

  it('shows waits newest first, page by page', async () => {
    const ids = [];
    for (let i = 0; i < 5; i++) ids.unshift(await waits.created());
    const first = await list('limit=3');
    expect(idsOf(first)).toEqual(ids.slice(0, 3));
    const rest = await list(`limit=3&cursor=${first.body.cursor}`);
    expect(idsOf(rest)).toEqual(ids.slice(3));
    expect([first.body.has_more, rest.body.has_more, rest.body.cursor]).toEqual([
      true,
      false,
      null,
    ]);
    expect((await list(`status=waiting&cursor=${first.body.cursor}`)).status).toBe(400);
  });

  it('narrows them by status and inbox', async () => {
    const [open, cancelled] = [await waits.created(), await waits.created()];
    await waits.cancel(cancelled);
    const other = await waits.api.createInbox(waits.orgId);
    const elsewhere = await waits.created({ inbox_id: other.inboxId });
    expect(idsOf(await list('status=waiting'))).toEqual([elsewhere, open]);
    expect(idsOf(await list('status=cancelled'))).toEqual([cancelled]);
    expect(idsOf(await list(`inbox_id=${other.inboxId}`))).toEqual([elsewhere]);
    expect((await list('inbox_id=inb_none')).status).toBe(404);
    expect((await list('status=lost')).status).toBe(400);
  });

  it('shows a key that is bound to inboxes theirs alone', async () => {
    const other = await waits.api.createInbox(waits.orgId);
    const mine = await waits.created();
    const elsewhere = await waits.created({ inbox_id: other.inboxId });
    const { body } = await waits.api.call('POST', `/v1/inboxes/${waits.inbox.inboxId}/api-keys`, {
      key: waits.key,
      body: { name: 'bound' },
    });
    const bound = body.api_key as string;
    expect(idsOf(await list('', bound))).toEqual([mine]);
    expect((await waits.api.call('GET', `/v1/waits/${elsewhere}`, { key: bound })).status).toBe(
      403,
    );
    const wait = { inbox_id: other.inboxId, kind: 'email' };
    expect((await waits.api.call('POST', '/v1/waits', { key: bound, body: wait })).status).toBe(
      403,
    );
  });
});
