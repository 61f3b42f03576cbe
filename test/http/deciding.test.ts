import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ALL_TOOLS } from '../mcp/tools/tool-caller.js';
import { startApprovalsApi, type ApprovalsApi } from '../support/approvals-api.js';
import { idsOf } from '../support/mail-api.js';

let api: ApprovalsApi;
beforeAll(async () => {
  api = await startApprovalsApi();
});
beforeEach(() => api.begin());
afterAll(() => api.close());

const always = (more: object = {}) => api.setPolicy({ sends: 'always', ...more });

describe('Who decides', () => {
  it('is a key without scopes or with approvals:decide, and sees what waits', async () => {
    await always();
    const { approval_id } = await api.sendMail();
    const decider = await api.keyWith(['approvals:decide']);
    const list = await api.call('GET', '/v1/approvals', { key: decider });
    expect(idsOf(list)).toEqual([approval_id]);
    await api.decide(approval_id, 'approve', decider);
    expect((await api.approval(approval_id)).decided_by).toMatch(/^key_/);
  });

  it.each([
    ['without the scope', () => api.keyWith(['emails:send', 'org:manage'])],
    [
      'bound to the inbox',
      async () =>
        (
          await api.post<{ api_key: string }>(`/v1/inboxes/${api.own.inbox.id}/api-keys`, {
            name: 'bound',
          })
        ).api_key,
    ],
    ['of another organization', async () => (await api.createOrg()).key],
  ])('is no key %s', async (_which, keyOf) => {
    await always();
    const { id, approval_id } = await api.sendMail();
    const key = await keyOf();
    for (const what of ['approve', 'reject'] as const)
      expect((await api.decide(approval_id, what, key)).status).toBe(403);
    expect(await api.statusOf(id)).toBe('awaiting_approval');
  });

  it('is no tool, and none changes the policy', () => {
    const names = ALL_TOOLS.list.map(({ name }) => name);
    expect(
      names.filter((name) => /approve|reject|decide|(put|delete)_.*policy/.test(name)),
    ).toEqual([]);
  });

  it('is not the key that asked, where decisions are separate', async () => {
    await always({ separate: true });
    const { id, approval_id } = await api.sendMail();
    expect((await api.decide(approval_id, 'approve')).status).toBe(403);
    expect((await api.decide(approval_id, 'reject')).status).toBe(403);
    expect(await api.statusOf(id)).toBe('awaiting_approval');
    const another = await api.keyWith(undefined);
    expect((await api.decide(approval_id, 'approve', another)).status).toBe(200);
  });

  it('is not the key that asked for a task either, by whichever route', async () => {
    await always({ separate: true });
    const given = { type: 'custom', requires_approval: true };
    const task = await api.post<{ id: string; approval_id: string }>('/v1/tasks', given);
    const another = await api.keyWith(undefined);
    const decide = (what: string, key: string) =>
      api.call('POST', `/v1/tasks/${task.id}/${what}`, { key, body: {} });
    for (const what of ['approve', 'reject'] as const) {
      expect((await decide(what, api.own.key)).status).toBe(403);
      expect((await api.decide(task.approval_id, what)).status).toBe(403);
    }
    expect((await api.approval(task.approval_id)).status).toBe('PENDING');
    expect((await decide('approve', another)).status).toBe(200);
    expect((await decide('approve', api.own.key)).status).toBe(409);
  });

  it('lists only what a key sees that neither decides nor asks: nothing', async () => {
    const key = await api.keyWith(['emails:read']);
    expect((await api.call('GET', '/v1/approvals', { key })).status).toBe(403);
  });
});
