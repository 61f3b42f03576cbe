import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startTasksApi, type TasksApi } from '../support/tasks-api.js';

let api: TasksApi;
beforeAll(async () => {
  api = await startTasksApi();
});
beforeEach(() => api.begin());
afterAll(() => api.close());

describe('A task that requires approval', () => {
  const waiting = async () => (await api.create({ requires_approval: true })).body;

  it('cannot be claimed before it is approved, once', async () => {
    const { id, status, approval_id } = await waiting();
    expect([status, approval_id]).toEqual(['WAITING_APPROVAL', expect.stringMatching(/^apr_/)]);
    expect((await api.claim()).status).toBe(204);
    const { body } = await api.call('POST', `/v1/approvals/${approval_id}/approve`, {
      key: api.own.key,
      body: { comment: 'go' },
    });
    expect(body).toMatchObject({ status: 'APPROVED', comment: 'go', resource_id: id });
    expect((await api.act(id, 'approve')).status).toBe(409);
    expect((await api.act(id, 'reject')).status).toBe(409);
    expect((await api.claim()).body.id).toBe(id);
  });

  it('fails when it is rejected, and is not tried again', async () => {
    const { id } = await waiting();
    const { body } = await api.act(id, 'reject', { comment: 'too dear' });
    expect(body).toMatchObject({ status: 'FAILED', error: 'Rejected: too dear' });
    expect((await api.act(id, 'retry')).status).toBe(409);
    expect((await api.claim()).status).toBe(204);
  });

  it('takes its question back when it is cancelled', async () => {
    const { id, approval_id } = await waiting();
    await api.act(id, 'cancel');
    const { body } = await api.call('GET', `/v1/approvals/${approval_id}`, { key: api.own.key });
    expect(body).toMatchObject({ status: 'EXPIRED' });
  });

  it('is told of, and ends the wait of who asked', async () => {
    const { id } = await waiting();
    const { body } = await api.call('GET', `/v1/tasks/${id}`, { key: api.own.key });
    expect(body).toMatchObject({ status: 'WAITING_APPROVAL' });
    const events = await api.database.query(
      'SELECT kind FROM events WHERE resource_id = $1 ORDER BY seq',
      [id],
    );
    expect(events).toEqual([{ kind: 'task.approval_requested' }]);
  });

  it('is not decided by keys without the scope or bound to inboxes, nor by tools', async () => {
    const { id } = await waiting();
    const keys = [await api.keyWith(['tasks:write']), await api.boundKey()];
    for (const key of keys) {
      const path = `/v1/tasks/${id}/approve`;
      expect((await api.call('POST', path, { key, body: {} })).status).toBe(403);
    }
  });
});
