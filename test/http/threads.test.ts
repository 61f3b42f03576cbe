import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startMailApi, type MailApi, type TestInbox } from '../support/mail-api.js';
import { deliverThreaded, threaded, threadsOf, turnOutbound } from '../support/threads.js';

let api: MailApi;
let key: string;
let stranger: string;
let inbox: TestInbox;

beforeAll(async () => {
  api = await startMailApi();
});
beforeEach(async () => {
  const org = await api.createOrg();
  key = org.key;
  inbox = await api.createInbox(org.orgId);
  stranger = (await api.createOrg()).key;
});
afterAll(() => api.close());

const get = (path: string, by = key) => api.call('GET', path, { key: by });
const list = (query = '', by = key) => get(`/v1/threads?${query}`, by);
const deliver = (found = {}, to = inbox) => deliverThreaded(api, to, found);
const change = (emailId: string, what: string) =>
  api.database.query(`UPDATE emails SET ${what} WHERE id = $1`, [emailId]);

async function keyFor(bound: TestInbox): Promise<string> {
  const reply = await api.call('POST', `/v1/inboxes/${bound.inboxId}/api-keys`, {
    key,
    body: { name: 'bound' },
  });
  return reply.body.api_key as string;
}

describe('GET /v1/threads', () => {
  it('lists threads by their last mail, newest first', async () => {
    const first = await deliver({ ...threaded('<1@x.test>'), subject: 'Order', category: 'other' });
    const second = await deliver(threaded('<2@x.test>'));
    await deliver({
      ...threaded('<3@x.test>', '<1@x.test>'),
      subject: 'Re: Order',
      category: 'transactional',
      from: { name: null, address: 'shop@x.test' },
    });

    const reply = await list();

    expect(reply.status).toBe(200);
    expect(threadsOf(reply)).toEqual([first.threadId, second.threadId]);
    expect(reply.body).toMatchObject({ cursor: null, has_more: false });
    expect(reply.body.data[0]).toEqual({
      thread_id: first.threadId,
      subject: 'Order',
      last_from: 'shop@x.test',
      last_at: expect.stringMatching(/^\d{4}-.*Z$/),
      inbox_id: inbox.inboxId,
      category: 'transactional',
      message_count: 2,
    });
  });

  it('counts what was sent, and takes the category of what was received', async () => {
    const first = await deliver({ ...threaded('<1@x.test>'), category: 'support' });
    const other = await deliver(threaded('<2@x.test>'));
    const sent = await deliver(threaded('<3@x.test>', '<1@x.test>'));
    await turnOutbound(api, sent.emailId);

    const { body } = await list();

    expect(threadsOf({ body } as never)).toEqual([first.threadId, other.threadId]);
    expect(body.data[0]).toMatchObject({
      last_from: 'me@example.test',
      category: 'support',
      message_count: 2,
    });
  });

  it.each([
    ['spam', 'is_spam = true'],
    ['blocked mail', `status = 'blocked'`],
    ['quarantined mail', `status = 'quarantined'`],
  ])('leaves out %s', async (_what, spoiled) => {
    const first = await deliver(threaded('<1@x.test>'));
    const second = await deliver(threaded('<2@x.test>'));
    const bad = await deliver(threaded('<3@x.test>', '<1@x.test>'));
    const alone = await deliver(threaded('<4@x.test>'));
    await change(bad.emailId, spoiled);
    await change(alone.emailId, spoiled);

    const reply = await list();

    expect(threadsOf(reply)).toEqual([second.threadId, first.threadId]);
    expect(reply.body.data[1].message_count).toBe(1);
    const detail = await get(`/v1/threads/${first.threadId}`);
    expect(detail.body.messages).toHaveLength(1);
    expect((await get(`/v1/threads/${alone.threadId}`)).status).toBe(404);
  });

  it('lists held mail', async () => {
    const { emailId, threadId } = await deliver();
    await change(emailId, `status = 'held'`);
    expect(threadsOf(await list())).toEqual([threadId]);
  });

  it('narrows to an inbox', async () => {
    const other = await api.createInbox(inbox.orgId);
    const here = await deliver();
    const there = await deliver({}, other);
    expect(threadsOf(await list())).toEqual([there.threadId, here.threadId]);
    expect(threadsOf(await list(`inbox_id=${other.inboxId}`))).toEqual([there.threadId]);
  });

  it('shows a key bound to an inbox its threads alone', async () => {
    const other = await api.createInbox(inbox.orgId);
    await deliver();
    const { threadId } = await deliver({}, other);
    const bound = await keyFor(other);
    expect(threadsOf(await list('', bound))).toEqual([threadId]);
    expect((await list(`inbox_id=${inbox.inboxId}`, bound)).status).toBe(403);
  });

  it('leaves out deleted inboxes', async () => {
    await deliver();
    await api.database.query('UPDATE inboxes SET deleted_at = now() WHERE id = $1', [
      inbox.inboxId,
    ]);
    expect(threadsOf(await list())).toEqual([]);
    expect((await list(`inbox_id=${inbox.inboxId}`)).status).toBe(404);
  });

  it('answers 404 and 403 for inboxes of nobody and of others', async () => {
    expect((await list('inbox_id=inb_none')).status).toBe(404);
    const reply = await list(`inbox_id=${inbox.inboxId}`, stranger);
    expect(reply.status).toBe(403);
    expect(reply.body).toEqual({ error: 'Inbox belongs to another organization' });
    expect(threadsOf(await list('', stranger))).toEqual([]);
  });

  it.each([
    ['limit=0', /limit must be a whole number from 1 to 100/],
    ['limit=101', /limit/],
    ['cursor=x', /cursor is not one this list returned/],
  ])('refuses %s', async (query, error) => {
    const reply = await list(query);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatch(error);
  });

  it('refuses the cursor of another inbox, and that of another organization', async () => {
    for (let i = 0; i < 3; i++) await deliver();
    const { body } = await list(`limit=1&inbox_id=${inbox.inboxId}`);
    expect((await list(`limit=1&cursor=${body.cursor}`)).status).toBe(400);
    expect((await list(`limit=1&cursor=${body.cursor}`, stranger)).status).toBe(400);
  });

  it('needs emails:read', async () => {
    const { body } = await api.call('POST', '/v1/orgs/me/api-keys', {
      key,
      body: { name: 'k', scopes: ['threads:write'] },
    });
    const reply = await list('', body.api_key as string);
    expect(reply.status).toBe(403);
    expect(reply.body.error).toContain('emails:read');
  });
});

describe('GET /v1/threads/{id}', () => {
  it('shows emails of both directions, oldest first, and agents', async () => {
    const first = await deliver({ ...threaded('<1@x.test>'), textBody: 'Hello' });
    const sent = await deliver(threaded('<2@x.test>', '<1@x.test>'));
    await turnOutbound(api, sent.emailId);
    const last = await deliver(threaded('<3@x.test>', '<2@x.test>'));
    await api.call('POST', `/v1/threads/${first.threadId}/assign`, {
      key,
      body: { agent_id: 'bob' },
    });

    const { status, body } = await get(`/v1/threads/${first.threadId}`);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      thread_id: first.threadId,
      inbox_id: inbox.inboxId,
      message_count: 3,
      agents: [{ agent_id: 'bob', role: 'PARTICIPANT' }],
    });
    expect(body).not.toHaveProperty('truncated');
    expect(body.messages).toMatchObject([
      { id: first.emailId, direction: 'inbound', text_body: 'Hello' },
      { id: sent.emailId, direction: 'outbound' },
      { id: last.emailId, direction: 'inbound' },
    ]);
    expect(body.messages[0]).not.toHaveProperty('org_id');
  });

  it('is 404 once its last email is deleted, and loses its agents', async () => {
    const first = await deliver(threaded('<1@x.test>'));
    const second = await deliver(threaded('<2@x.test>', '<1@x.test>'));
    const path = `/v1/threads/${first.threadId}`;
    await api.call('POST', `${path}/assign`, { key, body: { agent_id: 'bob' } });

    await api.call('DELETE', `/v1/emails/${second.emailId}`, { key });
    expect((await get(path)).body).toMatchObject({ message_count: 1, agents: [{}] });

    await api.call('DELETE', `/v1/emails/${first.emailId}`, { key });
    expect((await get(path)).status).toBe(404);
    expect((await get(path)).body).toEqual({ error: 'Thread not found' });
    expect((await get(`${path}/agents`)).status).toBe(404);
    expect(threadsOf(await list())).toEqual([]);
    const left = await api.database.query('SELECT id FROM thread_agents WHERE thread_id = $1', [
      first.threadId,
    ]);
    expect(left).toEqual([]);
  });

  it('answers 404 and 403 for threads of nobody, of others and of other inboxes', async () => {
    const { threadId } = await deliver();
    const other = await api.createInbox(inbox.orgId);
    expect((await get('/v1/threads/thr_none')).status).toBe(404);
    expect((await get('/v1/threads/%00')).status).toBe(404);
    expect((await get(`/v1/threads/${threadId}`, stranger)).status).toBe(403);
    expect((await get(`/v1/threads/${threadId}`, await keyFor(other))).status).toBe(403);
    expect((await get(`/v1/threads/${threadId}`, await keyFor(inbox))).status).toBe(200);
  });

  it('leaves out the bodies of old emails when there are too many, and says so', async () => {
    const long = 'x'.repeat(9 * 1024 * 1024);
    const first = await deliver({ ...threaded('<1@x.test>'), textBody: 'Old' });
    for (const id of ['<2@x.test>', '<3@x.test>'])
      await deliver({ ...threaded(id, '<1@x.test>'), textBody: long });

    const { body } = await get(`/v1/threads/${first.threadId}`);

    const messages = body.messages as { text_body: string }[];
    const lengths = messages.map(({ text_body }) => text_body.length);
    expect(lengths).toEqual([0, long.length, long.length]);
    expect(body.truncated).toBe(true);
  });
});
