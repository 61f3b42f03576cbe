import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { idsOf } from '../support/mail-api.js';
import { startTasksApi, type TasksApi } from '../support/tasks-api.js';

let api: TasksApi;
beforeAll(async () => {
  api = await startTasksApi();
});
beforeEach(() => api.begin());
afterAll(() => api.close());

describe('GET /v1/tasks', () => {
  it('filters, and shows bound keys those of their inboxes alone', async () => {
    const own = (await api.create({ inbox_id: api.own.inbox.inboxId })).body.id;
    const other = (await api.create({ type: 'custom:other', agent_id: 'ada' })).body.id;
    const listed = async (query: string, by = api.own.key) =>
      idsOf(await api.call('GET', `/v1/tasks${query}`, { key: by }));
    expect(await listed('')).toEqual([other, own]);
    expect(await listed(`?inbox_id=${api.own.inbox.inboxId}`)).toEqual([own]);
    expect(await listed('?type=custom:other')).toEqual([other]);
    expect(await listed('?agent_id=ada&status=PENDING')).toEqual([other]);
    expect(await listed('', await api.boundKey())).toEqual([own]);
  });

  it('shows a key no task that tells of mail it may not read', async () => {
    const wait = await api.create({ type: 'wait_for_email', inbox_id: api.own.inbox.inboxId });
    const own = (await api.create()).body.id;
    const weak = await api.keyWith(['tasks:write']);
    const by = (key: string) => api.call('GET', '/v1/tasks', { key });
    expect(idsOf(await by(weak))).toEqual([own]);
    expect(idsOf(await by(api.own.key))).toEqual([own, wait.body.id]);
  });

  it('ends a page where its tasks pass 8 MiB together, and shows all of them page by page', async () => {
    // As long as an input may be.
    const input = { text: 'x'.repeat(256 * 1024 - 100) };
    const created: string[] = [];
    for (let task = 0; task < 40; task++) created.unshift((await api.create({ input })).body.id);
    const first = await api.call<{ cursor: string; has_more: boolean }>(
      'GET',
      '/v1/tasks?limit=100',
      { key: api.own.key },
    );
    const cursor = encodeURIComponent(first.body.cursor);
    const second = await api.call('GET', `/v1/tasks?limit=100&cursor=${cursor}`, {
      key: api.own.key,
    });
    expect([first.body.has_more, second.body.has_more]).toEqual([true, false]);
    expect(idsOf(first)).toHaveLength(32);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(created);
  });

  it('takes no input that is larger', async () => {
    const { status, body } = await api.create({ input: { text: 'x'.repeat(256 * 1024) } });
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ error: 'input must have at most 262144 bytes as JSON' }),
    ]);
  });
});
