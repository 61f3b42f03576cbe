import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startSendingApi, type SendingApi, type SendingTestInbox } from '../support/sending-api.js';

let api: SendingApi;
let key: string;
let inbox: SendingTestInbox;

beforeAll(async () => {
  api = await startSendingApi();
});
beforeEach(async () => {
  ({ key } = await api.createOrg());
  inbox = await api.createInbox(key);
  api.handed.length = 0;
});
afterAll(() => api.close());

const message = { to: 'kim@example.com', subject: 'Hello', text: 'Hi Kim' };
const LATER = { send_at: new Date(Date.now() + 3_600_000).toISOString() };

const sendLater = async (more: object = {}) =>
  (await api.send(key, inbox, { ...message, ...LATER, ...more })).body as {
    id: string;
    wait_id: string;
  };
const remove = (id: string) => api.call('DELETE', `/v1/emails/${id}`, { key });
const read = (id: string) => api.call('GET', `/v1/emails/${id}`, { key });
const query = (text: string, id: string) => api.database.query(text, [id]);

describe('DELETE /v1/emails/{id}', () => {
  it('of a mail that is scheduled cancels it, and ends its run and its wait', async () => {
    const { id, wait_id: wait } = await sendLater({ await_reply: { timeout_seconds: 3_600 } });
    expect((await remove(id)).status).toBe(200);
    expect((await read(id)).status).toBe(404);
    expect(await api.attempts.attempt(id, 'test')).toMatchObject({ retryInSeconds: null });
    expect(api.handed).toEqual([]);
    expect(
      await query('SELECT op, workflow_id, signal FROM outbox WHERE resource_id = $1', id),
    ).toEqual([{ op: 'signal', workflow_id: `sendEmail:${id}`, signal: 'sendChanged' }]);
    expect((await api.call('GET', `/v1/waits/${wait}`, { key })).body.status).not.toBe('WAITING');
  });

  it.each([
    ['is being handed over', `INSERT INTO send_attempts (email_id, number) VALUES ($1, 1)`],
    ['waits for its next attempt', `UPDATE sends SET attempt_count = 1 WHERE email_id = $1`],
  ])('of a mail that %s is 409', async (_what, change) => {
    const { id } = await sendLater();
    await query(change, id);
    await query(`UPDATE sends SET status = 'sending' WHERE email_id = $1`, id);
    const refused = await remove(id);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'The email cannot be deleted: it is sending. Cancel it, or wait for its end',
    ]);
    expect((await read(id)).body).toMatchObject({ status: 'sending' });
  });

  it.each(['sent', 'cancelled'])('of a mail that is %s removes it', async (status) => {
    const { id } =
      status === 'sent'
        ? ((await api.send(key, inbox, message)).body as { id: string })
        : await sendLater();
    if (status === 'cancelled') await api.call('POST', `/v1/emails/${id}/cancel`, { key });
    expect((await read(id)).body).toMatchObject({ status });
    expect((await remove(id)).status).toBe(200);
    expect(await query('SELECT FROM sends WHERE email_id = $1', id)).toEqual([]);
  });
});
