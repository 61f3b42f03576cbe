import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startMailApi, until, type MailApi, type TestInbox } from '../support/mail-api.js';

let api: MailApi;
let key: string;
let inbox: TestInbox;
beforeAll(async () => {
  api = await startMailApi();
});
beforeEach(async () => {
  const org = await api.createOrg();
  key = org.key;
  inbox = await api.createInbox(org.orgId);
});
afterAll(() => api.close());

const wait = () => api.call('GET', `/v1/inboxes/${inbox.inboxId}/wait`, { key });
const opened = (count: number) => until(() => api.open.waits.size >= count);

describe('A wait', () => {
  it('is ended by pausing with 503, by deleting with 404, by revoking with 401', async () => {
    const answers = [];
    const notices = [`paused ${inbox.inboxId}`, `deleted ${inbox.inboxId}`];
    for (const notice of notices) {
      answers.push(wait());
      await opened(1);
      await api.database.query(`SELECT pg_notify('inbox_changed', $1)`, [notice]);
      await until(() => api.open.waits.size === 0);
    }
    answers.push(wait());
    await opened(1);
    const [row] = await api.database.query<{ id: string }>(
      'SELECT id FROM api_keys WHERE org_id = $1',
      [inbox.orgId],
    );
    await api.database.query(`SELECT pg_notify('key_revoked', $1)`, [row!.id]);

    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toEqual([503, 404, 401]);
  });

  it('answers 503 at once for a paused inbox', async () => {
    await api.database.query(`UPDATE inboxes SET status = 'PAUSED' WHERE id = $1`, [inbox.inboxId]);

    const reply = await wait();

    expect(reply.status).toBe(503);
    expect(reply.body).toEqual({ error: 'Inbox is paused' });
  });

  it.each([
    [503, `UPDATE inboxes SET status = 'PAUSED' WHERE id = $1`],
    [404, 'UPDATE inboxes SET deleted_at = now() WHERE id = $1'],
    [401, 'DELETE FROM api_keys WHERE org_id = (SELECT org_id FROM inboxes WHERE id = $1)'],
  ])('is ended with %d by what happened while nobody could say so', async (status, change) => {
    const answer = wait();
    await opened(1);
    await api.database.query(change, [inbox.inboxId]);
    await api.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'restante listener'`,
    );
    expect((await answer).status).toBe(status);
  });
});
