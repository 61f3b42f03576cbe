import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startBulkApi, type BulkApi } from '../support/bulk-api.js';
import { eventually } from '../e2e/eventually.js';
import type { SendingTestInbox } from '../support/sending-api.js';

let api: BulkApi;
let key: string;
let inbox: SendingTestInbox;

beforeAll(async () => {
  api = await startBulkApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ({ key } = await api.createOrg());
  inbox = await api.createInbox(key);
  api.handed.length = 0;
});

const TOMORROW = () => new Date(Date.now() + 86_400_000).toISOString();

async function post(path: string, body: object): Promise<void> {
  const { status } = await api.call('POST', path, { key, body });
  expect(status).toBe(201);
}
const suppress = (address: string) => post('/v1/suppressions', { address });
const list = (kind: 'allow' | 'block', address: string, more: object = {}) =>
  post(`/v1/lists/send/${kind}`, { address, ...more });

/** A mail that leaves tomorrow. */
async function schedule(to: string | string[]): Promise<string> {
  const message = { to, subject: 'Hello', text: 'Hi', send_at: TOMORROW() };
  const { body } = await api.send(key, inbox, message);
  expect(body.error ?? null).toBeNull();
  return body.id as string;
}

/** What comes of its attempt, as if it were due. */
async function leave(id: string) {
  await api.database.query(
    `UPDATE sends SET send_at = now(), next_attempt_at = now() WHERE email_id = $1`,
    [id],
  );
  await api.attempts.attempt(id, 'test');
  const { body } = await api.call('GET', `/v1/emails/${id}`, { key });
  return { status: body.status, ...body.sending } as {
    status: string;
    error: string | null;
    recipients: { address: string; status: string; response: string | null }[];
  };
}

const TO = 'Kim@example.com';

describe('a scheduled mail', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    ['a suppressed address', () => suppress('kim@example.com'), 'is suppressed: it was put on'],
    ['a blocked address', () => list('block', 'kim@example.com'), 'is on a send block list'],
    ['a blocked domain', () => list('block', 'example.com'), 'is on a send block list'],
    ['a domain above it', () => list('block', 'com'), 'is on a send block list'],
    [
      'an address that its inbox blocks',
      () => list('block', 'kim@example.com', { inbox_id: inbox.id }),
      'is on a send block list',
    ],
    [
      'an address that is not allowed',
      () => list('allow', 'other@example.com'),
      'is not on the send allow list',
    ],
  ])('fails when it leaves to %s', async (_what, refuse, reason) => {
    const id = await schedule(TO);
    await refuse();
    const { status, error, recipients } = await leave(id);
    expect({ status, error }).toEqual({
      status: 'failed',
      error: expect.stringContaining(`${TO} ${reason}`),
    });
    expect(recipients).toMatchObject([{ address: TO, status: 'failed', response: error }]);
    expect(api.handed).toEqual([]);
    const events = await api.database.query<{ body: string }>(
      `SELECT body FROM events WHERE kind = 'email.failed' AND resource_id = $1`,
      [id],
    );
    expect(events.map(({ body }) => (JSON.parse(body) as { data: object }).data)).toMatchObject([
      { error },
    ]);
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ['lists of others', TO, async () => api.createOrg().then(({ key: other }) => block(other))],
    ['a domain like it', TO, () => list('block', 'ample.com')],
    [
      'an inbox that allows it',
      TO,
      async () => {
        await list('block', 'example.com');
        await list('allow', 'kim@example.com', { inbox_id: inbox.id });
      },
    ],
    ['an allow list with its domain', 'kim@bücher.example', () => list('allow', 'bücher.example')],
  ])('leaves for all %s', async (_what, to, change) => {
    const id = await schedule(to);
    await change();
    expect((await leave(id)).status).toBe('sent');
    expect(api.handed).toHaveLength(1);
  });

  const block = (by: string) =>
    api.call('POST', '/v1/lists/send/block', { key: by, body: { address: 'example.com' } });

  it('knows a domain in either spelling', async () => {
    const id = await schedule('Kim@Bücher.example');
    await list('block', 'xn--bcher-kva.example');
    expect((await leave(id)).status).toBe('failed');
    expect(api.handed).toEqual([]);
  });

  it('goes to all recipients but those that are refused', async () => {
    const id = await schedule(['kim@example.com', 'sam@example.com', 'lou@other.example']);
    await suppress('sam@example.com');
    await list('block', 'other.example');
    const { status, error, recipients } = await leave(id);
    expect(status).toBe('sent');
    expect(recipients.map((one) => one.status)).toEqual(['sent', 'failed', 'failed']);
    expect(api.handed.map((mail) => mail.recipients)).toEqual([['kim@example.com']]);
    expect(error).toMatch(
      /^sam@example\.com is suppressed: .*; lou@other\.example is on a send block list$/,
    );
  });
});

describe('a retry', () => {
  it('does not go to who was suppressed since', async () => {
    api.outcomes.push({ kind: 'deferred', response: '451 later' });
    const id = await schedule('kim@example.com');
    expect((await leave(id)).status).toBe('sending');
    await suppress('kim@example.com');
    expect(await leave(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('kim@example.com is suppressed'),
    });
    expect(api.handed).toHaveLength(1);
  });
});

describe('a bulk send', () => {
  it('does not go to who was suppressed or blocked since', async () => {
    const { body } = await api.bulk(key, {
      inbox_id: inbox.id,
      wait: 0,
      defaults: { subject: 'Hello', text: 'Hi' },
      messages: ['kim@a.example', 'sam@b.example', 'lou@c.example'].map((to) => ({ to })),
    });
    await suppress('kim@a.example');
    await list('block', 'b.example');
    const worker = api.startWorker();
    const ended = await api.ended(key, body.id);
    expect(ended.body.results.map(({ status, error }) => [status, error])).toEqual([
      ['failed', expect.stringContaining('kim@a.example is suppressed')],
      ['failed', 'sam@b.example is on a send block list'],
      ['sent', null],
    ]);
    await eventually(() => api.handed.length === 1);
    expect(api.handed[0]!.recipients).toEqual(['lou@c.example']);
    // Mail of other tests is left to them.
    await worker.shutdown();
  });
});
