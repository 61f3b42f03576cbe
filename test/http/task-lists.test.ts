import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { idsOf, startMailApi, type MailApi, type TestInbox } from '../support/mail-api.js';
import type { Reply } from '../support/start-api.js';

interface ShownTask {
  readonly id: string;
}

let api: MailApi;
let key: string;
let inbox: TestInbox;
beforeAll(async () => {
  api = await startMailApi();
});
beforeEach(async () => {
  const org = await api.createOrg();
  ({ key } = org);
  inbox = await api.createInbox(org.orgId);
});
afterAll(() => api.close());

const create = (body: object = {}): Promise<Reply<ShownTask>> =>
  api.call('POST', '/v1/tasks', { key, body: { type: 'custom', ...body } });

describe('GET /v1/tasks', () => {
  it('filters, and shows bound keys those of their inboxes alone', async () => {
    const own = (await create({ inbox_id: inbox.inboxId })).body.id;
    const other = (await create({ type: 'custom:other', agent_id: 'ada' })).body.id;
    const listed = async (query: string, by = key) =>
      idsOf(await api.call('GET', `/v1/tasks${query}`, { key: by }));
    expect(await listed('')).toEqual([other, own]);
    expect(await listed(`?inbox_id=${inbox.inboxId}`)).toEqual([own]);
    expect(await listed('?type=custom:other')).toEqual([other]);
    expect(await listed('?agent_id=ada&status=PENDING')).toEqual([other]);
    const bound = await api.call<{ api_key: string }>(
      'POST',
      `/v1/inboxes/${inbox.inboxId}/api-keys`,
      { key, body: { name: 'bound' } },
    );
    expect(await listed('', bound.body.api_key)).toEqual([own]);
  });

  it('shows a key no task that tells of mail it may not read', async () => {
    const wait = await create({ type: 'wait_for_email', inbox_id: inbox.inboxId });
    const own = (await create()).body.id;
    const made = await api.call<{ api_key: string }>('POST', '/v1/orgs/me/api-keys', {
      key,
      body: { name: 'weak', scopes: ['tasks:write'] },
    });
    const by = (weak: string) => api.call('GET', '/v1/tasks', { key: weak });
    expect(idsOf(await by(made.body.api_key))).toEqual([own]);
    expect(idsOf(await by(key))).toEqual([own, wait.body.id]);
  });

  it('ends a page where its tasks pass 8 MiB together, and shows all of them page by page', async () => {
    // As long as an input may be.
    const input = { text: 'x'.repeat(256 * 1024 - 100) };
    const created: string[] = [];
    for (let task = 0; task < 40; task++) created.unshift((await create({ input })).body.id);
    const first = await api.call<{ cursor: string; has_more: boolean }>(
      'GET',
      '/v1/tasks?limit=100',
      { key },
    );
    const cursor = encodeURIComponent(first.body.cursor);
    const second = await api.call('GET', `/v1/tasks?limit=100&cursor=${cursor}`, { key });
    expect([first.body.has_more, second.body.has_more]).toEqual([true, false]);
    expect(idsOf(first)).toHaveLength(32);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(created);
  });

  it('takes no input that is larger', async () => {
    const { status, body } = await api.call<{ error: string }>('POST', '/v1/tasks', {
      key,
      body: { type: 'custom', input: { text: 'x'.repeat(256 * 1024) } },
    });
    expect([status, body.error]).toEqual([400, 'input must have at most 262144 bytes as JSON']);
  });
});
