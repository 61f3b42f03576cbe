import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startMailApi, type MailApi, type TestInbox } from '../support/mail-api.js';
import type { Reply } from '../support/start-api.js';

interface ShownTask {
  readonly id: string;
  readonly status: string;
  readonly approval_id: string | null;
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
const claim = (): Promise<Reply<ShownTask>> =>
  api.call('POST', '/v1/tasks/claim', { key, body: { agent_id: 'agent' } });
const act = (id: string, what: string, body: object = {}): Promise<Reply<ShownTask>> =>
  api.call('POST', `/v1/tasks/${id}/${what}`, { key, body });
const read = async (id: string): Promise<ShownTask> =>
  (await api.call<ShownTask>('GET', `/v1/tasks/${id}`, { key })).body;

describe('A task that requires approval', () => {
  const waiting = async () => (await create({ requires_approval: true })).body;

  it('cannot be claimed before it is approved, once', async () => {
    const { id, status, approval_id } = await waiting();
    expect([status, approval_id]).toEqual(['WAITING_APPROVAL', expect.stringMatching(/^apr_/)]);
    expect((await claim()).status).toBe(204);
    const { body } = await api.call('POST', `/v1/approvals/${approval_id}/approve`, {
      key,
      body: { comment: 'go' },
    });
    expect(body).toMatchObject({ status: 'APPROVED', comment: 'go', resource_id: id });
    expect((await act(id, 'approve')).status).toBe(409);
    expect((await act(id, 'reject')).status).toBe(409);
    expect((await claim()).body.id).toBe(id);
  });

  it('fails when it is rejected, and is not tried again', async () => {
    const { id } = await waiting();
    const { body } = await act(id, 'reject', { comment: 'too dear' });
    expect(body).toMatchObject({ status: 'FAILED', error: 'Rejected: too dear' });
    expect((await act(id, 'retry')).status).toBe(409);
    expect((await claim()).status).toBe(204);
  });

  it('takes its question back when it is cancelled', async () => {
    const { id, approval_id } = await waiting();
    await act(id, 'cancel');
    const { body } = await api.call('GET', `/v1/approvals/${approval_id}`, { key });
    expect(body).toMatchObject({ status: 'EXPIRED' });
  });

  it('is told of, and ends the wait of who asked', async () => {
    const { id } = await waiting();
    expect((await read(id)).status).toBe('WAITING_APPROVAL');
    const events = await api.database.query('SELECT kind FROM events WHERE resource_id = $1', [id]);
    expect(events).toEqual([{ kind: 'task.approval_requested' }]);
  });

  it('is not decided by keys without the scope or bound to inboxes, nor by tools', async () => {
    const { id } = await waiting();
    const weak = await api.call<{ api_key: string }>('POST', '/v1/orgs/me/api-keys', {
      key,
      body: { name: 'weak', scopes: ['tasks:write'] },
    });
    const bound = await api.call<{ api_key: string }>(
      'POST',
      `/v1/inboxes/${inbox.inboxId}/api-keys`,
      { key, body: { name: 'bound' } },
    );
    for (const { body } of [weak, bound]) {
      const path = `/v1/tasks/${id}/approve`;
      expect((await api.call('POST', path, { key: body.api_key, body: {} })).status).toBe(403);
    }
  });
});
