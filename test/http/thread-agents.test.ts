import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startMailApi, type MailApi, type TestInbox } from '../support/mail-api.js';
import { deliverThreaded, threaded } from '../support/threads.js';

let api: MailApi;
let key: string;
let stranger: string;
let inbox: TestInbox;
let threadId: string;

beforeAll(async () => {
  api = await startMailApi();
});
beforeEach(async () => {
  const org = await api.createOrg();
  key = org.key;
  inbox = await api.createInbox(org.orgId);
  stranger = (await api.createOrg()).key;
  ({ threadId } = await deliver(threaded('<1@x.test>')));
});
afterAll(() => api.close());

const deliver = (found = {}) => deliverThreaded(api, inbox, found);
const call = (method: string, path: string, body?: unknown, by = key) =>
  api.call(method, `/v1/threads/${threadId}${path}`, {
    key: by,
    ...(body !== undefined && { body }),
  });
const assign = (body: unknown, by = key) => call('POST', '/assign', body, by);
const agents = async () =>
  (await call('GET', '/agents')).body.data as { agent_id: string; role: string }[];

interface EventRow {
  readonly kind: string;
  readonly inbox_id: string;
  readonly data: Record<string, unknown>;
}

const events = (of = threadId) =>
  api.database.query<EventRow>(
    `SELECT kind, inbox_id, body::jsonb->'data' AS data FROM events
     WHERE resource_id = $1 ORDER BY seq`,
    [of],
  );

async function scoped(...scopes: string[]): Promise<string> {
  const reply = await api.call('POST', '/v1/orgs/me/api-keys', {
    key,
    body: { name: 'k', scopes },
  });
  return reply.body.api_key as string;
}

describe('assigning', () => {
  it.each(['/assign', '/agents'])('takes POST %s', async (path) => {
    const reply = await call('POST', path, { agent_id: 'bob', role: 'OWNER' });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^ta_/),
      thread_id: threadId,
      agent_id: 'bob',
      role: 'OWNER',
      assigned_at: expect.stringMatching(/Z$/),
    });
  });

  it('makes a participant of who is given no role', async () => {
    expect((await assign({ agent_id: 'bob' })).body.role).toBe('PARTICIPANT');
  });

  it('changes the role of who is assigned, and tells it', async () => {
    const first = await assign({ agent_id: 'bob' });
    const second = await assign({ agent_id: 'bob', role: 'OBSERVER' });
    expect(second.body).toEqual({ ...first.body, role: 'OBSERVER' });
    expect(await agents()).toMatchObject([{ agent_id: 'bob', role: 'OBSERVER' }]);
    const data = {
      thread_id: threadId,
      inbox_id: inbox.inboxId,
      agent_id: 'bob',
      assignment_id: first.body.id as string,
    };
    expect(await events()).toEqual([
      {
        kind: 'thread.assigned',
        inbox_id: inbox.inboxId,
        data: { ...data, role: 'PARTICIPANT' },
      },
      { kind: 'thread.assigned', inbox_id: inbox.inboxId, data: { ...data, role: 'OBSERVER' } },
    ]);
  });

  it('tells nothing when nothing changes', async () => {
    const first = await assign({ agent_id: 'bob', role: 'OWNER' });
    expect((await assign({ agent_id: 'bob', role: 'OWNER' })).body).toEqual(first.body);
    expect(await events()).toHaveLength(1);
  });

  it('makes one of many requests for the same agent at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => assign({ agent_id: 'bob', role: 'OWNER' })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(replies.map(({ body }) => body.id as string)).size).toBe(1);
    expect(await events()).toHaveLength(1);
  });

  it('repeats its answer for the same Idempotency-Key', async () => {
    const send = () =>
      api.call('POST', `/v1/threads/${threadId}/assign`, {
        key,
        body: { agent_id: 'bob' },
        headers: { 'Idempotency-Key': 'once' },
      });
    const first = await send();
    await call('POST', '/unassign', { agent_id: 'bob' });
    expect((await send()).body).toEqual(first.body);
    expect(await agents()).toEqual([]);
  });

  it.each([
    ['no agent', {}, /agent_id is required/],
    ['an empty agent', { agent_id: '' }, /agent_id/],
    ['a number', { agent_id: 5 }, /agent_id/],
    ['a long agent', { agent_id: 'a'.repeat(256) }, /agent_id/],
    ['a line break', { agent_id: 'a\r\nb' }, /agent_id must not hold control characters/],
    ['half a pair', { agent_id: '\ud800' }, /unpaired surrogates/],
    ['another role', { agent_id: 'bob', role: 'BOSS' }, /role must be one of OWNER/],
    ['no text as role', { agent_id: 'bob', role: null }, /role/],
  ])('refuses %s', async (_what, body, error) => {
    const reply = await assign(body);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatch(error);
    expect(await events()).toEqual([]);
  });

  it('is for threads of the caller alone', async () => {
    expect((await assign({ agent_id: 'bob' }, stranger)).status).toBe(403);
    const reply = await api.call('POST', '/v1/threads/thr_none/assign', {
      key,
      body: { agent_id: 'bob' },
    });
    expect(reply.status).toBe(404);
    expect(await agents()).toEqual([]);
  });

  it('needs threads:write, reading emails:read', async () => {
    const reader = await scoped('emails:read');
    const writer = await scoped('threads:write');
    expect((await assign({ agent_id: 'bob' }, reader)).status).toBe(403);
    expect((await assign({ agent_id: 'bob' }, writer)).status).toBe(200);
    expect((await call('POST', '/unassign', { agent_id: 'bob' }, reader)).status).toBe(403);
    expect((await call('GET', '/agents', undefined, writer)).status).toBe(403);
    expect((await call('GET', '/agents', undefined, reader)).status).toBe(200);
  });
});

describe('unassigning', () => {
  it.each([
    ['POST', '/unassign', { agent_id: 'a b/ü' }],
    ['DELETE', `/agents/${encodeURIComponent('a b/ü')}`, undefined],
  ])('takes %s %s, and tells it', async (method, path, body) => {
    const { body: assignment } = await assign({ agent_id: 'a b/ü', role: 'OWNER' });
    const reply = await call(method, path, body);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      id: assignment.id as string,
      deleted: true,
      thread_id: threadId,
      agent_id: 'a b/ü',
    });
    expect(await agents()).toEqual([]);
    expect((await events()).at(-1)).toEqual({
      kind: 'thread.unassigned',
      inbox_id: inbox.inboxId,
      data: {
        thread_id: threadId,
        inbox_id: inbox.inboxId,
        agent_id: 'a b/ü',
        role: 'OWNER',
        assignment_id: assignment.id as string,
      },
    });
  });

  it('answers 404 for an agent that is not there, and tells nothing', async () => {
    await assign({ agent_id: 'bob' });
    expect((await call('POST', '/unassign', { agent_id: 'eve' })).status).toBe(404);
    expect((await call('DELETE', '/agents/bob')).status).toBe(200);
    const again = await call('DELETE', '/agents/bob');
    expect(again.status).toBe(404);
    expect(again.body).toEqual({ error: 'Agent not found' });
    expect(await events()).toHaveLength(2);
  });

  it('is for threads of the caller alone', async () => {
    await assign({ agent_id: 'bob' });
    expect((await call('DELETE', '/agents/bob', undefined, stranger)).status).toBe(403);
    expect(await agents()).toHaveLength(1);
  });
});

describe('listing agents', () => {
  it('pages through them in the order they came', async () => {
    const names = ['d', 'a', 'c', 'b', 'e'];
    for (const agent_id of names) await assign({ agent_id });
    const seen: string[] = [];
    let query = '?limit=2';
    for (;;) {
      const { body } = await call('GET', `/agents${query}`);
      seen.push(...(body.data as { agent_id: string }[]).map(({ agent_id }) => agent_id));
      if (!body.has_more) break;
      query = `?limit=2&cursor=${body.cursor as string}`;
    }
    expect(seen).toEqual(names);
  });
});

describe('threads that become one', () => {
  /** Two replies to a mail that is not there yet, and to one each, are threads of their own until it comes. */
  async function twoThreads(): Promise<[string, string]> {
    const one = await deliver({ ...threaded('<r1@x.test>'), references: ['<a@x.test>'] });
    const two = await deliver({ ...threaded('<r2@x.test>'), references: ['<b@x.test>'] });
    return [one.threadId, two.threadId];
  }
  const assignIn = (thread: string, agent_id: string, role: string) =>
    api.call('POST', `/v1/threads/${thread}/assign`, { key, body: { agent_id, role } });
  const agentsIn = async (thread: string) => {
    const { body } = await api.call('GET', `/v1/threads/${thread}`, { key });
    return (body.agents as { agent_id: string; role: string }[])
      .map(({ agent_id, role }) => `${agent_id} ${role}`)
      .sort();
  };

  it('have the agents of both, each with the stronger role', async () => {
    const [one, two] = await twoThreads();
    expect(one).not.toBe(two);
    await assignIn(one, 'both', 'OBSERVER');
    await assignIn(two, 'both', 'OWNER');
    await assignIn(one, 'also', 'PARTICIPANT');
    await assignIn(two, 'also', 'OBSERVER');
    await assignIn(one, 'first', 'OWNER');
    const { body: second } = await assignIn(two, 'second', 'OBSERVER');

    await deliver({ ...threaded('<a@x.test>'), references: ['<b@x.test>'] });

    const left = [];
    for (const thread of [one, two]) {
      const reply = await api.call('GET', `/v1/threads/${thread}`, { key });
      if (reply.status === 200) left.push(thread);
    }
    expect(left).toHaveLength(1);
    expect(await agentsIn(left[0]!)).toEqual([
      'also PARTICIPANT',
      'both OWNER',
      'first OWNER',
      'second OBSERVER',
    ]);
    const rows = await api.database.query<{ id: string; thread_id: string }>(
      'SELECT id, thread_id FROM thread_agents WHERE thread_id = ANY ($1)',
      [[one, two]],
    );
    expect(new Set(rows.map(({ thread_id }) => thread_id))).toEqual(new Set(left));
    expect(rows.map(({ id }) => id)).toContain(second.id);
  });

  it('lose no agent that is assigned while they become one', async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b] = [`<a${round}@x.test>`, `<b${round}@x.test>`];
      const one = await deliver({ ...threaded(`<r1-${round}@x.test>`), references: [a] });
      const two = await deliver({ ...threaded(`<r2-${round}@x.test>`), references: [b] });
      const threads = [one.threadId, two.threadId];

      const [replies] = await Promise.all([
        Promise.all(threads.map((thread, i) => assignIn(thread, `agent-${i}`, 'OWNER'))),
        deliver({ ...threaded(a), references: [b] }),
      ]);

      const accepted = replies.filter(({ status }) => status === 200).length;
      expect(replies.every(({ status }) => status === 200 || status === 404)).toBe(true);
      const rows = await api.database.query(
        `SELECT a.id FROM thread_agents a WHERE a.inbox_id = $1 AND a.agent_id LIKE 'agent-%'
           AND EXISTS (SELECT FROM emails e WHERE e.thread_id = a.thread_id)`,
        [inbox.inboxId],
      );
      expect(rows).toHaveLength(accepted);
      await api.database.query('DELETE FROM thread_agents WHERE inbox_id = $1', [inbox.inboxId]);
    }
  });
});
