import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { credentialsOf, SECRET } from '../support/credentials-api.js';
import { startMailApi, type MailApi } from '../support/mail-api.js';

let api: MailApi;
let key: string;
let orgId: string;
beforeAll(async () => {
  api = await startMailApi();
});
beforeEach(async () => {
  ({ key, orgId } = await api.createOrg());
});
afterAll(() => api.close());

const { call, store, keyWith, entries, verify } = credentialsOf(
  () => api,
  () => key,
);

describe('The audit log', () => {
  it('has every store, list, read, change and deletion, and no value', async () => {
    const { id } = (await store()).body;
    await call('GET', '');
    await call('GET', `/${id}`);
    await call('PATCH', `/${id}`, { value: 'new', label: 'L' });
    await call('DELETE', `/${id}`);
    await call('GET', `/${id}`);
    const log = await entries();
    expect(log.map(({ action, outcome }) => `${action} ${outcome}`).reverse()).toEqual([
      'store done',
      'list done',
      'read done',
      'change done',
      'delete done',
      'read refused',
    ]);
    expect(JSON.stringify(log)).not.toContain(SECRET);
    expect(await verify()).toMatchObject({ ok: true, entries: 6, problem: null });
  });

  it('of one credential stays when that is gone, and is of none of another organization', async () => {
    const { id } = (await store()).body;
    await call('DELETE', `/${id}`);
    expect(await entries(`?credential_id=${id}`)).toHaveLength(2);
    const { key: other } = await api.createOrg();
    const path = `/v1/credentials/audit?credential_id=${id}`;
    expect((await api.call('GET', path, { key: other })).status).toBe(404);
    const { id: kept } = (await store()).body;
    const reply = await api.call('GET', path.replace(id, kept), { key: other });
    expect(reply.status).toBe(403);
  });

  it('has what was refused to a request that may be repeated', async () => {
    const bound = await keyWith(['vault:manage'], {
      allowed_inbox_ids: [(await api.createInbox(orgId)).inboxId],
    });
    const body = { service: 'github.com', identifier: 'ada', value: SECRET };
    const headers = { 'Idempotency-Key': 'once' };
    const given = { key: bound, body, headers };
    expect((await api.call('POST', '/v1/credentials', given)).status).toBe(403);

    expect(await entries()).toMatchObject([{ action: 'store', outcome: 'refused' }]);
  });

  it('has one deletion of a credential, however many delete it at once', async () => {
    const { id } = (await store()).body;
    const replies = await Promise.all(Array.from({ length: 8 }, () => call('DELETE', `/${id}`)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(7);
    const deletions = (await entries()).filter(({ action }) => action === 'delete');
    expect(deletions.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
    expect(deletions.filter(({ outcome }) => outcome === 'refused')).toHaveLength(7);
  });

  it('is numbered without gaps, however many write at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => store()));
    expect(await verify()).toMatchObject({ ok: true, entries: 20 });
  });

  it('cannot be changed by statements', async () => {
    await store();
    for (const text of [
      `UPDATE audit_entries SET action = 'list'`,
      'DELETE FROM audit_entries',
      'TRUNCATE audit_entries',
    ])
      await expect(api.database.query(text)).rejects.toThrow();
  });

  it.each<[string, string, number, string]>([
    [
      'changed',
      `UPDATE audit_entries SET action = 'read' WHERE org_id = $1 AND seq = 2`,
      2,
      'changed',
    ],
    ['missing', 'DELETE FROM audit_entries WHERE org_id = $1 AND seq = 2', 3, 'missing'],
    ['cut off', 'DELETE FROM audit_entries WHERE org_id = $1 AND seq = 3', 3, 'cut-off'],
    [
      'moved',
      `UPDATE audit_entries SET seq = CASE seq WHEN 2 THEN 12 ELSE seq END WHERE org_id = $1`,
      3,
      'missing',
    ],
    [
      'forged with its hash',
      `UPDATE audit_entries SET mac = '\\x00' WHERE org_id = $1 AND seq = 3`,
      3,
      'forged',
    ],
  ])('names the first entry that was %s', async (_case, text, seq, what) => {
    for (let i = 0; i < 3; i++) await store();
    await api.database.query('ALTER TABLE audit_entries DISABLE TRIGGER USER');
    await api.database.query(text, [orgId]);
    await api.database.query('ALTER TABLE audit_entries ENABLE TRIGGER USER');
    expect(await verify()).toMatchObject({ ok: false, problem: { seq, what } });
  });

  it('that was cut off together with its head is known by a head that was kept elsewhere', async () => {
    for (let i = 0; i < 3; i++) await store();
    const { body: head } = await call<{ seq: number; hash: string }>('GET', '/audit/head');
    const { seq, hash } = head;
    expect(seq).toBe(3);
    await api.database.query('ALTER TABLE audit_entries DISABLE TRIGGER USER');
    await api.database.query('DELETE FROM audit_entries WHERE org_id = $1 AND seq = 3', [orgId]);
    await api.database.query('ALTER TABLE audit_entries ENABLE TRIGGER USER');
    await api.database.query(
      `UPDATE audit_heads SET seq = 2, hash = (
         SELECT hash FROM audit_entries WHERE org_id = $1 AND seq = 2) WHERE org_id = $1`,
      [orgId],
    );
    expect(await verify()).toMatchObject({ ok: true });
    expect(await verify(`?head=${seq}:${hash}`)).toMatchObject({
      ok: false,
      problem: { seq: 3, what: 'cut-off' },
    });
  });
});
