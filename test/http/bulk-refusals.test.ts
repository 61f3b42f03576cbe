import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SendingTestInbox } from '../support/sending-api.js';
import { startBulkApi, type BulkApi } from '../support/bulk-api.js';

let api: BulkApi;
let key: string;
let inbox: SendingTestInbox;

beforeAll(async () => {
  api = await startBulkApi();
  api.startWorker();
  ({ key } = await api.createOrg());
  inbox = await api.createInbox(key);
});
afterAll(() => api.close());
beforeEach(() => {
  api.others.handed.length = 0;
});

const good = { to: 'good@example.com', subject: 'Hi', text: 'Hi' };
const recipients = () => api.others.handed.flatMap((mail) => mail.recipients).sort();
const counts = async () => {
  const [row] = await api.database.query<{ sends: number; bulks: number }>(
    'SELECT (SELECT count(*)::int FROM sends) AS sends, (SELECT count(*)::int FROM bulks) AS bulks',
  );
  return row!;
};

/** What is wrong with messages, and how it is said. */
async function badMessages(): Promise<[name: string, message: unknown, error: RegExp][]> {
  const foreign = await api.createInbox((await api.createOrg()).key);
  const paused = await api.createInbox(key);
  await api.call('POST', `/v1/inboxes/${paused.id}/pause`, { key });
  await api.call('POST', '/v1/suppressions', {
    key,
    body: { address: 'gone@example.com', reason: 'manual' },
  });
  return [
    ['no object', 'text', /must be an object/],
    ['no recipient', { subject: 'Hi', text: 'Hi' }, /^to is required$/],
    [
      'two addresses in one',
      { ...good, to: 'a@example.com, b@example.com' },
      /^to must hold single/,
    ],
    ['no subject', { to: 'a@example.com', text: 'Hi' }, /^subject is missing/],
    ['no body', { to: 'a@example.com', subject: 'Hi' }, /^text or html is missing/],
    ['a line end in the subject', { ...good, subject: 'a\r\nBcc: b@example.com' }, /^subject must/],
    [
      'a line end in a value of the subject',
      { ...good, subject: '{{x}}', variables: { x: 'a\r\nBcc: b@example.com' } },
      /^subject must not hold line ends/,
    ],
    [
      'a subject that a value makes too long',
      { ...good, subject: '{{x}}', variables: { x: 'é'.repeat(600) } },
      /^subject must have at most 998 bytes/,
    ],
    ['an unknown variable', { ...good, text: '{{who}}' }, /^variables\.who is missing: text holds/],
    ['a lookup', { ...good, html: '{{a.b}}', variables: { a: '1' } }, /^html holds \{\{a\.b\}\}/],
    [
      'an inherited name',
      { ...good, text: '{{constructor}}' },
      /^variables\.constructor is missing/,
    ],
    ['a variable that is an object', { ...good, variables: { a: {} } }, /^variables\.a must be/],
    [
      'a suppressed address',
      { ...good, to: 'gone@example.com' },
      /^gone@example\.com is suppressed/,
    ],
    ['a foreign inbox', { ...good, inbox_id: foreign.id }, /belongs to another organization/],
    ['no such inbox', { ...good, inbox_id: 'inb_none' }, /^Inbox not found$/],
    ['a paused inbox', { ...good, inbox_id: paused.id }, /^Inbox is paused$/],
    [
      '51 recipients',
      { ...good, cc: Array.from({ length: 50 }, (_, i) => `c${i}@example.com`) },
      /at most 50 addresses/,
    ],
    ['a file that is no base64', { ...good, attachments: [{ content: '%' }] }, /attachments/],
  ];
}

describe('a message that may not be sent', () => {
  it('is a result, and the others are sent', async () => {
    const bad = await badMessages();
    const messages = bad.flatMap(([name, message]) => [
      typeof message === 'object' ? { ...message, client_ref: name } : message,
      good,
    ]);
    const { status, body } = await api.bulk(key, { inbox_id: inbox.id, messages });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'COMPLETED',
      total: messages.length,
      accepted: bad.length,
      rejected: bad.length,
    });
    const { results } = body;
    for (const [i, [name, message, error]] of bad.entries()) {
      const result = results[2 * i]!;
      expect([name, result.ok, result.status]).toEqual([name, false, 'rejected']);
      expect(`${name}: ${result.error}`).toMatch(
        new RegExp(`^${name}: .*${error.source.replace(/^\^/, '')}`),
      );
      expect(result.client_ref).toBe(typeof message === 'object' ? name : null);
      expect(results[2 * i + 1]).toMatchObject({ index: 2 * i + 1, ok: true, status: 'sent' });
    }
    expect(recipients()).toEqual(bad.map(() => 'good@example.com'));
  });

  it('keeps all back with all_or_nothing, and is named', async () => {
    const before = await counts();
    for (const [name, message] of await badMessages()) {
      const body = { inbox_id: inbox.id, mode: 'all_or_nothing', messages: [good, message, good] };
      const reply = await api.bulk(key, body);
      expect([name, reply.status]).toEqual([name, 400]);
      expect(reply.body.error).toMatch(/^messages\[1\]: .+; nothing was sent$/);
    }
    expect(await counts()).toEqual(before);
    expect(recipients()).toEqual([]);
  });

  it('ends the bulk send where there is no other', async () => {
    const { body } = await api.bulk(key, { inbox_id: inbox.id, messages: [{ to: 'x' }] });
    expect(body).toMatchObject({ status: 'COMPLETED', accepted: 0, rejected: 1 });
    expect((await api.read(key, body.id)).body).toEqual(body);
  });
});

describe('a request that is wrong as a whole', () => {
  it.each<[string, object, number, RegExp]>([
    ['no messages', {}, 400, /^messages is required/],
    ['an empty array', { messages: [] }, 400, /^messages must not be empty/],
    ['101 messages', { messages: Array(101).fill(good) }, 400, /^messages must have at most 100/],
    ['a wrong mode', { messages: [good], mode: 'some' }, 400, /^mode must be partial or/],
    ['too long a wait', { messages: [good], wait: 61 }, 400, /^wait must be a whole number from 0/],
    ['wrong defaults', { messages: [good], defaults: { text: 1 } }, 400, /^defaults\.text must be/],
    [
      'other headers',
      { messages: [good], defaults: { headers: { Subject: 'x' } } },
      400,
      /^defaults\.headers/,
    ],
    ['no such inbox', { inbox_id: 'inb_none', messages: [good] }, 404, /^Inbox not found/],
    [
      'too much together',
      {
        defaults: { text: 'x'.repeat(1024 * 1024) },
        messages: Array(40).fill({ to: 'a@example.com', subject: 'Hi' }),
      },
      413,
      /32 MiB together/,
    ],
    [
      'values that make very much of little',
      {
        messages: Array(100).fill({
          ...good,
          text: '{{a}}'.repeat(5_000),
          variables: { a: 'x'.repeat(10_000) },
        }),
      },
      413,
      /32 MiB together/,
    ],
  ])('%s: refused', async (_name, body, status, error) => {
    const before = await counts();
    const reply = await api.bulk(key, { inbox_id: inbox.id, ...body });
    expect([reply.status, reply.body.error]).toEqual([status, expect.stringMatching(error)]);
    expect(await counts()).toEqual(before);
  });

  it('refuses a paused and a foreign inbox that all would be sent from', async () => {
    const paused = await api.createInbox(key);
    await api.call('POST', `/v1/inboxes/${paused.id}/pause`, { key });
    expect((await api.bulk(key, { inbox_id: paused.id, messages: [good] })).status).toBe(503);
    const foreign = await api.createInbox((await api.createOrg()).key);
    expect((await api.bulk(key, { inbox_id: foreign.id, messages: [good] })).status).toBe(403);
  });

  it('takes all or none of the quota, also in parallel', async () => {
    const small = await api.createOrg('free');
    const own = await api.createInbox(small.key, { daily_send_limit: null });
    await api.call('PATCH', `/v1/inboxes/${own.id}`, {
      key: small.key,
      body: { daily_send_limit: 25 },
    });
    const body = { inbox_id: own.id, messages: Array(10).fill(good) };
    const replies = await Promise.all(Array.from({ length: 6 }, () => api.bulk(small.key, body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429]);
    expect(recipients()).toHaveLength(20);
    const one = await api.bulk(small.key, { ...body, messages: Array(5).fill(good) });
    expect(one.status).toBe(200);
  });
});
