import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startSendingApi, type SendingApi, type SendingTestInbox } from '../support/sending-api.js';

let api: SendingApi;
let key: string;
let inbox: SendingTestInbox;

beforeAll(async () => {
  api = await startSendingApi();
  ({ key } = await api.createOrg());
});
afterAll(() => api.close());
beforeEach(async () => {
  api.handed.length = 0;
  api.outcomes.length = 0;
  api.worker.running = true;
  inbox = await api.createInbox(key);
});

const message = { to: 'kim@example.com', subject: 'Hello', text: 'Hi Kim' };

describe('an attempt to send', () => {
  it('reports a refusal in the words of the provider', async () => {
    api.outcomes.push({ kind: 'refused', response: '550 5.7.1 We do not like you' });
    const { status, body } = await api.send(key, inbox, message);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: false,
      status: 'failed',
      error: '550 5.7.1 We do not like you',
      sent_at: null,
    });
  });

  it('is done with those that were taken when others were refused', async () => {
    api.outcomes.push({
      kind: 'accepted',
      providerMessageId: null,
      response: '250 ok',
      refused: [{ address: 'bad@example.com', response: '550 no such user', temporary: false }],
    });
    const { body } = await api.send(key, inbox, {
      ...message,
      to: ['good@example.com', 'bad@example.com'],
    });
    expect(body).toMatchObject({ ok: true, status: 'sent' });
    expect(body.error).toContain('bad@example.com: 550 no such user');
  });

  it('tries again what was deferred, for those alone that were', async () => {
    api.outcomes.push({
      kind: 'accepted',
      providerMessageId: 'first',
      response: '250 ok',
      refused: [{ address: 'later@example.com', response: '451 greylisted', temporary: true }],
    });
    const sent = api.send(key, inbox, { ...message, to: ['now@example.com', 'later@example.com'] });
    const id = await firstAttempt();
    expect(await stateOf(id)).toMatchObject({ status: 'sending', due: true });
    await api.database.query(`UPDATE sends SET next_attempt_at = now() WHERE email_id = $1`, [id]);
    await api.attempts.attempt(id, 'test');
    expect((await sent).body).toMatchObject({ status: 'sent', error: null });
    expect(api.handed.map(({ recipients }) => recipients)).toEqual([
      ['now@example.com', 'later@example.com'],
      ['later@example.com'],
    ]);
  });

  it('does not try again before the pause that was asked for is over', async () => {
    api.outcomes.push({ kind: 'deferred', response: '421 4.7.28 too much', pause: 300 });
    const sent = api.send(key, inbox, message);
    const id = await firstAttempt();
    const [row] = await api.database.query<{ wait: number }>(
      `SELECT extract(epoch FROM next_attempt_at - now())::float8 AS wait FROM sends WHERE email_id = $1`,
      [id],
    );
    expect(row!.wait).toBeGreaterThan(280);
    await api.database.query(`UPDATE sends SET next_attempt_at = now() WHERE email_id = $1`, [id]);
    await api.attempts.attempt(id, 'test');
    expect((await sent).body).toMatchObject({ status: 'sent' });
  });

  it('never sends blindly again what may have been taken, and lets it be settled', async () => {
    api.outcomes.push({ kind: 'unknown', response: 'connection lost after the end of data' });
    const { body } = await api.send(key, inbox, message);
    expect(body).toMatchObject({ ok: false, status: 'unknown' });
    await api.attempts.attempt(body.id as string, 'test');
    expect(api.handed).toHaveLength(1);
    const resolve = (given: object) =>
      api.call('POST', `/v1/emails/${body.id}/resolve`, { key, body: given });
    expect((await resolve({})).status).toBe(400);
    expect((await resolve({ outcome: 'perhaps' })).status).toBe(400);
    expect((await resolve({ provider_message_id: 'found-it' })).body).toMatchObject({
      ok: true,
      status: 'sent',
      provider_message_id: 'found-it',
    });
    expect((await resolve({ outcome: 'failed' })).status).toBe(409);
  });

  it('says unknown of an attempt whose process ended, and sends what stays here again', async () => {
    const friend = await api.createInbox(key);
    for (const [to, status, turns] of [
      ['out@example.com', 'unknown', 1],
      [friend.address, 'sent', 0],
    ] as const) {
      api.worker.running = false;
      api.handed.length = 0;
      const sent = api.send(key, inbox, { ...message, to });
      const id = await queued();
      api.outcomes.push(new Error('killed'));
      const attempt = api.attempts.attempt(id, 'test').catch(() => undefined);
      if (turns > 0) await attempt;
      else {
        await attempt;
        // As if it had ended before it wrote down what came of it.
        await api.database.query(
          `WITH a AS (UPDATE send_attempts SET outcome = NULL, duration_ms = NULL WHERE email_id = $1)
           UPDATE sends SET status = 'sending', attempt_count = 0, completed_at = NULL,
             recipients = jsonb_set(recipients, '{0,status}', '"queued"') WHERE email_id = $1`,
          [id],
        );
      }
      expect(await api.attempts.attempt(id, 'test')).toMatchObject({ summary: 'under way' });
      await api.database.query(
        `UPDATE send_attempts SET started_at = now() - interval '2 minutes' WHERE email_id = $1`,
        [id],
      );
      await api.attempts.attempt(id, 'test');
      await api.database.query(`UPDATE sends SET next_attempt_at = now() WHERE email_id = $1`, [
        id,
      ]);
      await api.attempts.attempt(id, 'test');
      await sent;
      expect(await stateOf(id)).toMatchObject({ status });
      const read = await api.call('GET', `/v1/emails/${id}`, { key });
      expect(read.body.sending.provider).toBe(turns > 0 ? 'SMTP' : 'local');
      expect(api.handed).toHaveLength(turns);
      api.outcomes.length = 0;
    }
    const listed = await api.call('GET', `/v1/inboxes/${friend.id}/emails`, { key });
    expect(listed.body.data).toHaveLength(1);
  });
});

async function firstAttempt(): Promise<string> {
  for (;;) {
    const id = await queued();
    const state = await stateOf(id);
    if (state.attempts > 0) return id;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function queued(): Promise<string> {
  const open = 'SELECT email_id FROM sends WHERE inbox_id = $1 AND completed_at IS NULL';
  for (;;) {
    const [row] = await api.database.query<{ email_id: string }>(open, [inbox.id]);
    if (row) return row.email_id;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function stateOf(id: string) {
  const [row] = await api.database.query<{ status: string; due: boolean; attempts: number }>(
    `SELECT status, next_attempt_at BETWEEN now() AND now() + interval '45 seconds' AS due,
       attempt_count AS attempts FROM sends WHERE email_id = $1`,
    [id],
  );
  return row!;
}
