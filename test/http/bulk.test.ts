import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SendingTestInbox } from '../support/sending-api.js';
import { startBulkApi, TAKEN, type BulkApi } from '../support/bulk-api.js';

let api: BulkApi;
let key: string;
let orgId: string;
let inbox: SendingTestInbox;

beforeAll(async () => {
  api = await startBulkApi();
  api.startWorker();
  ({ key, orgId } = await api.createOrg());
  inbox = await api.createInbox(key);
});
afterAll(() => api.close());
beforeEach(() => {
  api.others.handed.length = 0;
  api.others.respond = async () => TAKEN;
});

const messages = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    to: `person-${i}@example.com`,
    client_ref: `ref-${i}`,
    variables: { name: `Person ${i}` },
  }));
const defaults = { subject: 'Hello {{name}}', text: 'Dear {{ name }}' };
const request = (count = 3) => ({ inbox_id: inbox.id, defaults, messages: messages(count) });
const recipients = () => api.others.handed.flatMap((mail) => mail.recipients).sort();
const rawOf = (address: string) =>
  api.others.handed.find((mail) => mail.recipients.includes(address))!.raw.toString();
const eventsOf = async (id: string) =>
  (
    await api.database.query<{ body: string }>(
      `SELECT body FROM events WHERE kind = 'bulk.completed' AND resource_id = $1`,
      [id],
    )
  ).map(({ body }) => (JSON.parse(body) as { data: object }).data);

describe('POST /v1/send/bulk', () => {
  it('sends a hundred messages, each once, and answers what became of each', async () => {
    const { status, body } = await api.bulk(key, request(100));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'COMPLETED',
      total: 100,
      accepted: 100,
      rejected: 0,
      has_more: false,
    });
    expect(body.results).toHaveLength(100);
    expect(body.results[7]).toEqual({
      index: 7,
      client_ref: 'ref-7',
      ok: true,
      email_id: expect.stringMatching(/^eml_/),
      message_id: expect.stringMatching(/^<.+>$/),
      provider_message_id: 'p-1',
      provider: 'SMTP',
      status: 'sent',
      error: null,
    });
    expect(recipients()).toEqual(
      messages(100)
        .map(({ to }) => to)
        .sort(),
    );
    expect(rawOf('person-42@example.com')).toMatch(/Subject: Hello Person 42\r\n/);
    expect(rawOf('person-42@example.com')).toContain('Dear Person 42');
    expect(await eventsOf(body.id)).toEqual([
      {
        bulk_id: body.id,
        total: 100,
        rejected: 0,
        sent: 100,
        failed: 0,
        unknown: 0,
        cancelled: 0,
      },
    ]);
    const run = await api.temporal.client.workflow.getHandle(`sendBulk:${body.id}`).describe();
    expect(run.priority?.priorityKey).toBe(4);
    const { body: again } = await api.read(key, body.id);
    expect(again).toEqual(body);
    const { body: page } = await api.read(key, body.id, '?limit=30');
    expect(page.results).toEqual(body.results.slice(0, 30));
    const next = `?limit=90&cursor=${encodeURIComponent(page.cursor!)}`;
    const { body: rest } = await api.read(key, body.id, next);
    expect(rest.results).toEqual(body.results.slice(30));
    expect(rest.has_more).toBe(false);
    expect((await api.read(key, body.id, '?cursor=x')).status).toBe(400);
  });

  it('does not wait with wait 0', async () => {
    let take!: () => void;
    const taken = new Promise<void>((resolve) => (take = resolve));
    api.others.respond = async () => {
      await taken;
      return TAKEN;
    };
    const { body } = await api.bulk(key, { ...request(), wait: 0 });
    expect(body).toMatchObject({ status: 'RUNNING', accepted: 3, completed_at: null });
    take();
    expect((await api.ended(key, body.id)).body.status).toBe('COMPLETED');
  });

  it('sends once for an Idempotency-Key, in parallel and later', async () => {
    const headers = { 'Idempotency-Key': 'bulk-1' };
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => api.bulk(key, request(10), headers)),
    );
    // One that comes while the first is running is told so.
    expect([...new Set(replies.map(({ status }) => status))].sort()).toEqual([200, 409]);
    const first = replies.find(({ status }) => status === 200)!.body;
    expect((await api.bulk(key, request(10), headers)).body).toEqual(first);
    expect((await api.bulk(key, request(9), headers)).status).toBe(409);
    // The answers are forgotten, as after a crash: the ledger knows.
    await api.database.query('DELETE FROM idempotent_answers');
    const late = await Promise.all([1, 2, 3].map(() => api.bulk(key, request(10), headers)));
    for (const { status, body } of late) if (status === 200) expect(body.id).toBe(first.id);
    await api.database.query('DELETE FROM idempotent_answers');
    expect((await api.bulk(key, request(9), headers)).status).toBe(409);
    expect(recipients()).toHaveLength(10);
  });

  it('stores once where requests with one key get past the kept answers together', async () => {
    const principal = { kind: 'key', id: 'key_1' };
    const caller = { orgId, principal, allowedInboxIds: null, plan: 'selfhost' } as never;
    const given = { idempotencyKey: 'bulk-2', signal: new AbortController().signal };
    const views = await Promise.all(
      Array.from({ length: 4 }, () =>
        api.services.bulk.send(
          caller,
          {
            inbox_id: inbox.id,
            mode: 'partial',
            wait: 5,
            messages: [
              {
                message: {
                  to: [{ address: 'one@example.com', name: null }],
                  subject: 'Once',
                  text: 'Once',
                },
              },
            ],
          },
          given,
        ),
      ),
    );
    expect(new Set(views.map(({ id }) => id)).size).toBe(1);
    expect(recipients()).toEqual(['one@example.com']);
  });

  it('retries what is deferred in a run of its own and ends after it', async () => {
    let refusals = 1;
    api.others.respond = async ({ recipients: [to] }) =>
      to === 'person-1@example.com' && refusals-- > 0
        ? { kind: 'deferred', response: '451 4.7.1 Greylisted' }
        : TAKEN;
    const { body } = await api.bulk(key, { ...request(), wait: 60 });
    expect(body.status).toBe('COMPLETED');
    expect(body.results.map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']);
    expect(recipients()).toEqual([0, 1, 1, 2].map((i) => `person-${i}@example.com`));
    const id = body.results[1]!.email_id!;
    const run = await api.temporal.client.workflow.getHandle(`sendEmail:${id}`).describe();
    expect(run.status.name).toBe('COMPLETED');
  });

  it('tells what failed and what nobody knows', async () => {
    api.others.respond = async ({ recipients: [to] }) => {
      if (to === 'person-0@example.com') return { kind: 'refused', response: '550 No' };
      if (to === 'person-1@example.com') return { kind: 'unknown', response: 'cut' };
      return TAKEN;
    };
    const { body } = await api.bulk(key, request());
    expect(body.status).toBe('COMPLETED');
    expect(body.results.map(({ status, ok, error }) => [status, ok, error])).toEqual([
      ['failed', false, '550 No'],
      ['unknown', false, 'cut'],
      ['sent', true, null],
    ]);
    expect(await eventsOf(body.id)).toMatchObject([{ sent: 1, failed: 1, unknown: 1 }]);
  });
});

describe('pausing, resuming and cancelling', () => {
  /** A bulk send of 60 that is stopped after a few of its mails are on their way. */
  async function inTheMiddle(stop: 'pause' | 'cancel') {
    let go!: () => void;
    const gate = new Promise<void>((resolve) => (go = resolve));
    api.others.respond = async () => {
      await gate;
      return TAKEN;
    };
    const { body } = await api.bulk(key, { ...request(60), wait: 0 });
    while (api.others.handed.length < 10) await new Promise((resolve) => setTimeout(resolve, 10));
    const stopped = await api.call('POST', `/v1/send/bulk/${body.id}/${stop}`, { key });
    go();
    return { id: body.id, stopped };
  }

  it('leaves out what had not left, and goes on later', async () => {
    const { id, stopped } = await inTheMiddle('pause');
    expect([stopped.status, stopped.body.status]).toEqual([200, 'PAUSED']);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const handed = api.others.handed.length;
    expect(handed).toBeGreaterThan(9);
    expect(handed).toBeLessThan(60);
    const { body: asked } = await api.read(key, id);
    expect(asked.status).toBe('PAUSED');
    const again = await api.call('POST', `/v1/send/bulk/${id}/pause`, { key });
    expect(again.body.status).toBe('PAUSED');
    const { body } = await api.call('POST', `/v1/send/bulk/${id}/resume`, { key });
    expect(body.status).toBe('RUNNING');
    expect((await api.ended(key, id)).body).toMatchObject({ status: 'COMPLETED', accepted: 60 });
    expect(recipients()).toEqual(
      messages(60)
        .map(({ to }) => to)
        .sort(),
    );
    const handle = api.temporal.client.workflow.getHandle(`sendBulk:${id}`);
    // The run learns that it is over a moment after the row says so.
    await handle.result();
    expect(await handle.query('progress')).toEqual({ done: 60, total: 60 });
    for (const action of ['pause', 'resume', 'cancel'])
      expect((await api.call('POST', `/v1/send/bulk/${id}/${action}`, { key })).status).toBe(409);
  });

  it('cancels what had not left, and tells of the end once', async () => {
    const { id, stopped } = await inTheMiddle('cancel');
    expect([stopped.status, stopped.body.status]).toEqual([200, 'CANCELLED']);
    const { body } = await api.ended(key, id);
    const statuses = body.results.map(({ status }) => status);
    const sent = statuses.filter((status) => status === 'sent').length;
    expect(sent).toBe(api.others.handed.length);
    expect(statuses.filter((status) => status === 'cancelled').length).toBe(60 - sent);
    expect(await eventsOf(id)).toMatchObject([{ total: 60, sent, cancelled: 60 - sent }]);
    const again = await api.call('POST', `/v1/send/bulk/${id}/cancel`, { key });
    expect(again.status).toBe(409);
  });

  it('does not try again what is not taken while it is cancelled', async () => {
    let go!: () => void;
    const gate = new Promise<void>((resolve) => (go = resolve));
    api.others.respond = async () => {
      await gate;
      return { kind: 'deferred', response: '451 Later' };
    };
    const { body } = await api.bulk(key, { ...request(3), wait: 0 });
    while (api.others.handed.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
    await api.call('POST', `/v1/send/bulk/${body.id}/cancel`, { key });
    go();
    const { body: ended } = await api.ended(key, body.id);
    expect(ended.status).toBe('CANCELLED');
    expect(ended.results.map(({ status }) => status)).toEqual(Array(3).fill('cancelled'));
    expect(api.others.handed).toHaveLength(3);
    expect(await eventsOf(body.id)).toMatchObject([{ cancelled: 3 }]);
  });

  it('wakes what waits for its next attempt when it goes on', async () => {
    let refusals = 1;
    api.others.respond = async () =>
      refusals-- > 0 ? { kind: 'deferred', response: '451 Later' } : TAKEN;
    const { body } = await api.bulk(key, { ...request(1), wait: 0 });
    while (api.others.handed.length < 1) await new Promise((resolve) => setTimeout(resolve, 10));
    await api.call('POST', `/v1/send/bulk/${body.id}/pause`, { key });
    // Beyond the time of its next attempt.
    await new Promise((resolve) => setTimeout(resolve, 6_500));
    expect(api.others.handed).toHaveLength(1);
    await api.call('POST', `/v1/send/bulk/${body.id}/resume`, { key });
    expect((await api.ended(key, body.id)).body.results[0]!.status).toBe('sent');
    expect(api.others.handed).toHaveLength(2);
  });

  it('is refused to others', async () => {
    const { body } = await api.bulk(key, request(1));
    const { key: foreign } = await api.createOrg();
    const { body: second } = await api.call('POST', '/v1/inboxes', { key, body: {} });
    const path = `/v1/inboxes/${second.id}/api-keys`;
    const { body: made } = await api.call('POST', path, { key, body: { name: 'bound' } });
    const bound = made.api_key as string;
    for (const [method, action] of [
      ['GET', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['POST', '/cancel'],
    ] as const) {
      const at = `/v1/send/bulk/${body.id}${action}`;
      expect((await api.call(method, at, { key: foreign })).status).toBe(403);
      expect((await api.call(method, at, { key: bound })).status).toBe(403);
      expect((await api.call(method, `/v1/send/bulk/blk_none${action}`, { key })).status).toBe(404);
    }
  });
});
