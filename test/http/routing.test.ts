import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { QUOTAS } from '../../src/operations/limits.js';
import { limitedKey } from '../resources/inboxes/api.js';
import { startMailApi, type MailApi, type TestInbox } from '../support/mail-api.js';
import type { Reply } from '../support/start-api.js';

const RULES = '/v1/routing-rules';

let api: MailApi;
let orgId: string;
let key: string;
let inbox: TestInbox;

beforeAll(async () => {
  api = await startMailApi();
});
beforeEach(async () => {
  ({ orgId, key } = await api.createOrg());
  inbox = await api.createInbox(orgId);
});
afterAll(() => api.close());

const RULE = { name: 'To support', target_agent_id: 'support' };
const post = (body: unknown, by = key) => api.call('POST', RULES, { key: by, body });
const get = (rest = '', by = key) => api.call('GET', `${RULES}${rest}`, { key: by });
const patch = (id: string, body: unknown, by = key) =>
  api.call('PATCH', `${RULES}/${id}`, { key: by, body });
const remove = (id: string, by = key) => api.call('DELETE', `${RULES}/${id}`, { key: by });
const test = (emailId: string, by = key) =>
  api.call('POST', `${RULES}/test`, { key: by, body: { email_id: emailId } });
const made = async (body: object = {}) => (await post({ ...RULE, ...body })).body.id as string;
const names = ({ body }: Reply) =>
  (body as { data: { name: string }[] }).data.map(({ name }) => name);
const status = async (reply: Promise<Reply>) => (await reply).status;

describe('POST /v1/routing-rules', () => {
  it('answers 201 with every field', async () => {
    const reply = await post(RULE);
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^rule_[0-9a-z]{20}$/),
      name: 'To support',
      conditions: {},
      target_agent_id: 'support',
      target_inbox_id: null,
      priority: 100,
      enabled: true,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('takes every field', async () => {
    const given = {
      name: 'Invoices',
      conditions: {
        category: 'transactional',
        from_pattern: '*@Shop.example',
        subject_pattern: '*inv\\oice%_? 🧾*',
      },
      target_agent_id: 'books',
      target_inbox_id: inbox.inboxId,
      priority: -5,
      enabled: false,
    };
    const { body } = await post(given);
    expect(body).toMatchObject(given);
    expect((await get(`/${body.id}`)).body).toEqual(body);
  });

  it.each([
    ['no name', { name: undefined }, 'name is required'],
    ['no target', { target_agent_id: undefined }, 'target_agent_id or target_inbox_id is required'],
    [
      'no target but null',
      { target_agent_id: null },
      'target_agent_id or target_inbox_id is required',
    ],
    ['an empty target', { target_agent_id: '' }, 'target_agent_id must not be empty'],
    [
      'an unknown category',
      { conditions: { category: 'invoice' } },
      'conditions.category must be one of verification, ',
    ],
    [
      'an empty pattern',
      { conditions: { from_pattern: '' } },
      'conditions.from_pattern must not be empty',
    ],
    [
      'a pattern with a line end',
      { conditions: { subject_pattern: 'a\r\nb' } },
      'conditions.subject_pattern must not hold control characters',
    ],
    [
      'a pattern with NUL',
      { conditions: { subject_pattern: 'a\0' } },
      'conditions must not hold NUL characters',
    ],
    [
      'a long pattern',
      { conditions: { from_pattern: '*'.repeat(201) } },
      'conditions.from_pattern must have at most 200 characters',
    ],
    [
      'a pattern that is none',
      { conditions: { from_pattern: 5 } },
      'conditions.from_pattern must be a string',
    ],
    ['a misspelt condition', { conditions: { from: '*' } }, 'conditions must not have from'],
    ['conditions that are none', { conditions: ['*'] }, 'conditions must be an object'],
    ['a priority that is not whole', { priority: 1.5 }, 'priority must be a whole number'],
    ['a priority out of range', { priority: 1e9 }, 'priority must be a whole number'],
    ['enabled that is neither', { enabled: 'maybe' }, 'enabled must be true or false'],
  ])('refuses %s with 400', async (_case, parts, error) => {
    const reply = await post({ ...RULE, ...parts });
    expect(reply.status).toBe(400);
    expect(reply.body.error).toContain(error);
  });

  it('refuses a target inbox of another organization with 403, and one that is not there with 404', async () => {
    const stranger = await api.createOrg();
    const foreign = await api.createInbox(stranger.orgId);
    expect(await status(post({ ...RULE, target_inbox_id: foreign.inboxId }))).toBe(403);
    expect(await status(post({ ...RULE, target_inbox_id: 'inb_none' }))).toBe(404);
    const id = await made();
    expect(await status(patch(id, { target_inbox_id: foreign.inboxId }))).toBe(403);
    expect(await status(patch(id, { target_inbox_id: 'inb_none' }))).toBe(404);
    expect((await get()).body.data).toMatchObject([{ target_inbox_id: null }]);
  });

  it('answers the same for the same Idempotency-Key', async () => {
    const sent = { key, body: RULE, headers: { 'Idempotency-Key': 'once' } };
    const first = await api.call('POST', RULES, sent);
    const second = await api.call('POST', RULES, sent);
    expect(second.body).toEqual(first.body);
    expect((await get()).body.data).toHaveLength(1);
  });

  it('makes as many rules as an organization may have, also at once', async () => {
    await made();
    await api.database.query(
      `INSERT INTO routing_rules (id, org_id, name, target_agent_id, priority, enabled)
       SELECT 'rule_' || $1 || n, $1, 'many', 'a', 1, true FROM generate_series(1, $2::int) AS n`,
      [orgId, QUOTAS.routing_rules - 4],
    );
    const replies = await Promise.all(Array.from({ length: 8 }, () => post(RULE)));
    expect(replies.map((reply) => reply.status).sort()).toEqual([
      ...Array<number>(3).fill(201),
      ...Array<number>(5).fill(400),
    ]);
    const refused = replies.find((reply) => reply.status === 400)!;
    expect(refused.body.error).toContain('at most 1000 routing rules');
  });
});

describe('GET /v1/routing-rules', () => {
  it('pages in the order in which rules are asked', async () => {
    await made({ name: 'c' });
    await made({ name: 'd' });
    await made({ name: 'e', priority: 101 });
    await made({ name: 'a', priority: -1 });
    await made({ name: 'b', priority: 0 });
    const first = await get('?limit=3');
    expect(names(first)).toEqual(['a', 'b', 'c']);
    const second = await get(`?limit=3&cursor=${first.body.cursor}`);
    expect(names(second)).toEqual(['d', 'e']);
    expect(second.body).toMatchObject({ cursor: null, has_more: false });
  });

  it.each(['limit=0', 'limit=101', 'cursor=x'])('refuses %s with 400', async (query) => {
    expect(await status(get(`?${query}`))).toBe(400);
  });
});

describe('PATCH /v1/routing-rules/{id}', () => {
  it('changes what is given and leaves the rest', async () => {
    const id = await made({ conditions: { from_pattern: '*@a.test', category: 'spam' } });
    const { body } = await patch(id, { enabled: false, priority: '7' });
    expect(body).toMatchObject({
      name: 'To support',
      conditions: { from_pattern: '*@a.test', category: 'spam' },
      enabled: false,
      priority: 7,
    });
    expect((await patch(id, { conditions: { category: null } })).body.conditions).toEqual({});
    const moved = await patch(id, { target_agent_id: null, target_inbox_id: inbox.inboxId });
    expect(moved.body).toMatchObject({ target_agent_id: null, target_inbox_id: inbox.inboxId });
    expect((await get(`/${id}`)).body).toEqual(moved.body);
    expect((await patch(id, {})).body).toMatchObject({ target_inbox_id: inbox.inboxId });
  });

  it.each([
    ['no target left', { target_agent_id: null }],
    ['an empty name', { name: ' ' }],
    ['no name', { name: null }],
    ['an unknown category', { conditions: { category: 'x' } }],
  ])('refuses %s with 400', async (_case, change) => {
    const id = await made();
    expect(await status(patch(id, change))).toBe(400);
    expect((await get(`/${id}`)).body).toMatchObject({ ...RULE, conditions: {} });
  });
});

describe('DELETE /v1/routing-rules/{id}', () => {
  it('deletes the rule; a second time it is 404', async () => {
    const id = await made();
    expect((await remove(id)).body).toEqual({ id, deleted: true });
    expect(await status(remove(id))).toBe(404);
    expect((await get()).body.data).toEqual([]);
  });
});

describe('routing rules', () => {
  const everything = (id: string, emailId: string, by?: string) => [
    post(RULE, by),
    get(`/${id}`, by),
    patch(id, { enabled: false }, by),
    remove(id, by),
    test(emailId, by),
  ];

  it('of another organization are 403, those that are not there 404', async () => {
    const id = await made();
    const { key: stranger } = await api.createOrg();
    const own = await api.deliver(inbox);
    const [created, ...others] = await Promise.all(everything(id, own, stranger).map(status));
    expect([created, ...others]).toEqual([201, 403, 403, 403, 403]);
    expect(names(await get('', stranger))).toEqual(['To support']);
    expect(await status(get('/rule_none'))).toBe(404);
    expect(await status(patch('rule_none', {}))).toBe(404);
    expect(await status(get(`/${id}`))).toBe(200);
  });

  it('are not for keys that are bound to inboxes, or without the scope', async () => {
    const id = await made({ target_inbox_id: inbox.inboxId });
    const emailId = await api.deliver(inbox);
    const bound = await limitedKey(api, key, { allowed_inbox_ids: [inbox.inboxId] });
    const reading = await limitedKey(api, key, { scopes: ['emails:read', 'inboxes:write'] });
    const routing = await limitedKey(api, key, { scopes: ['routing:manage'] });
    const forbidden = [403, 403, 403, 403, 403];
    expect(await Promise.all(everything(id, emailId, bound).map(status))).toEqual(forbidden);
    expect((await get('', bound)).body).toEqual({ data: [], cursor: null, has_more: false });
    expect(await Promise.all(everything(id, emailId, reading).map(status))).toEqual(forbidden);
    expect(await status(get('', reading))).toBe(403);
    expect(await status(get('', routing))).toBe(200);
    expect(await status(api.call('GET', RULES))).toBe(401);
  });
});
