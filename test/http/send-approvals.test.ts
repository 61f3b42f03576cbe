import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { together, toolCaller } from '../mcp/tools/tool-caller.js';
import {
  startApprovalsApi,
  MESSAGE,
  type ApprovalsApi,
  type SentMail,
} from '../support/approvals-api.js';

let api: ApprovalsApi;
beforeAll(async () => {
  api = await startApprovalsApi();
});
beforeEach(() => api.begin());
afterAll(() => api.close());

const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toISOString();
const always = (more: object = {}) => api.setPolicy({ sends: 'always', ...more });
const inInbox = (what: string, body: object) =>
  api.post(`/v1/inboxes/${api.own.inbox.id}/${what}`, body);
const receive = () =>
  api.receive(
    api.own.inbox,
    `From: kim@example.com\nTo: ${api.own.inbox.address}\nSubject: Hi\n\nHello\n`,
  );
const bytesOf = async (id: string) =>
  (
    await fetch(new URL(`/v1/emails/${id}/raw`, api.baseUrl), {
      headers: { 'X-API-Key': api.own.key },
    })
  ).text();
const expire = (id: string | null) =>
  api.database.query(`UPDATE approvals SET expires_at = now() WHERE id = $1`, [id]);

describe('Whichever way a mail takes, it waits, and leaves with the bytes it had', () => {
  it.each<[string, () => Promise<Pick<SentMail, 'id' | 'approval_id'>>]>([
    ['send', () => inInbox('send', MESSAGE)],
    ['schedule', () => inInbox('send', { ...MESSAGE, send_at: IN_AN_HOUR })],
    ['reply', async () => inInbox('reply', { email_id: await receive(), text: 'Yes' })],
    [
      'forward',
      async () => inInbox('forward', { email_id: await receive(), to: 'lea@example.com' }),
    ],
    [
      'draft',
      async () => {
        const draft = await api.post<{ id: string }>('/v1/drafts', {
          inbox_id: api.own.inbox.id,
          ...MESSAGE,
        });
        return api.post(`/v1/drafts/${draft.id}/send`, {});
      },
    ],
    [
      'tool',
      async () => {
        const given = { inbox_id: api.own.inbox.id, ...MESSAGE };
        const { content } = await toolCaller(api, api.own.key)('send_email', given);
        const sent = together(content) as { email_id: string; approval_id: string };
        return { ...sent, id: sent.email_id };
      },
    ],
  ])('%s', async (way, send) => {
    await always();
    const sent = await send();
    expect(sent).toMatchObject({ ok: true, status: 'awaiting_approval' });
    const bytes = await bytesOf(sent.id);
    await api.database.query('UPDATE sends SET send_at = NULL WHERE email_id = $1', [sent.id]);
    await api.attempts.attempt(sent.id, 'test');
    expect([way, api.left()]).toEqual([way, []]);
    expect((await api.decide(sent.approval_id, 'approve')).status).toBe(200);
    await api.becomes(sent.id, 'sent');
    expect(api.left()).toEqual([bytes]);
  });

  it.each(['a reminder', 'a follow-up of a task'])('%s', async (what) => {
    const reminders = [{ after_seconds: 60, text: 'Well?' }];
    const isTask = what.includes('task');
    const sent = await api.sendMail(
      isTask ? {} : { await_reply: { timeout_seconds: 3_600, reminders } },
    );
    await api.becomes(sent.id, 'sent');
    const maker = await api.keyWith(undefined);
    const waitId = isTask ? await followUp(sent.id, maker) : sent.wait_id!;
    await always({ separate: true });
    await api.database.query(
      `UPDATE durable_waits SET created_at = created_at - interval '61 s' WHERE id = $1`,
      [waitId],
    );
    expect(await api.background.reminding.remind(waitId)).toBe('sent reminder 1');
    const [held] = await api.database.query<{ id: string; approval_id: string }>(
      `SELECT email_id AS id, approval_id FROM sends
       WHERE org_id = $1 AND status = 'awaiting_approval'`,
      [api.own.orgId],
    );
    // The key that asked is known, also where a run sends.
    const [asked, another] = isTask ? [maker, api.own.key] : [api.own.key, maker];
    expect((await api.decide(held!.approval_id, 'approve', asked)).status).toBe(403);
    expect((await api.decide(held!.approval_id, 'approve', another)).status).toBe(200);
    await api.becomes(held!.id, 'sent');
    expect(api.left()).toHaveLength(2);
  });

  async function followUp(emailId: string, key: string): Promise<string> {
    const input = { email_id: emailId, text: 'Well?', after_seconds: 60 };
    const body = { type: 'follow_up', input };
    const { body: task } = await api.call<{ id: string }>('POST', '/v1/tasks', { key, body });
    await api.background.taskRuns.runStep(task.id, 'startWaiting', 1);
    const [wait] = await api.database.query<{ id: string }>(
      'SELECT id FROM durable_waits WHERE task_id = $1',
      [task.id],
    );
    return wait!.id;
  }
});

const dataOf = (body: string) => (JSON.parse(body) as { data: object }).data;

describe('A mail that waits', () => {
  it('is counted, and no more once it was rejected, or nobody decided', async () => {
    await api.begin('free');
    await api.call('PATCH', `/v1/inboxes/${api.own.inbox.id}`, {
      key: api.own.key,
      body: { daily_send_limit: 5 },
    });
    await always();
    const first = await api.sendMail({ to: ['a@example.com', 'b@example.com'] });
    const second = await api.sendMail();
    expect(await api.used()).toEqual({ month: 3, day: 2 });
    await api.decide(first.approval_id, 'reject', api.own.key, { comment: 'no' });
    expect(await api.used()).toEqual({ month: 1, day: 1 });
    await expire(second.approval_id);
    expect((await api.decide(second.approval_id, 'approve')).status).toBe(409);
    await api.background.approvalRuns.expire(second.approval_id!);
    expect(await api.used()).toEqual({ month: 0, day: 0 });
    expect(await api.statusOf(second.id)).toBe('cancelled');
    const { body } = await api.call('GET', `/v1/emails/${second.id}`, { key: api.own.key });
    expect(body.sending.error).toBe('Nobody approved it in time');
  });

  it.each([
    ['cancelled', (id: string) => api.post(`/v1/emails/${id}/cancel`)],
    ['deleted', (id: string) => api.call('DELETE', `/v1/emails/${id}`, { key: api.own.key })],
  ])('takes its question back when it is %s, and its count', async (_what, end) => {
    await api.begin('free');
    await always();
    const sent = await api.sendMail();
    await end(sent.id);
    expect(await api.approval(sent.approval_id)).toMatchObject({ status: 'EXPIRED' });
    expect((await api.used()).month).toBe(0);
    expect((await api.decide(sent.approval_id, 'approve')).status).toBe(409);
    expect(api.left()).toEqual([]);
  });

  it('is one mail and one approval for one Idempotency-Key', async () => {
    await always();
    const headers = { 'Idempotency-Key': 'once' };
    const first = await api.sendMail({}, headers);
    const second = await api.sendMail({}, headers);
    expect(second.id).toBe(first.id);
    expect(second.approval_id).toBe(first.approval_id);
    const { body } = await api.call('GET', '/v1/approvals?status=PENDING', { key: api.own.key });
    expect(body.data).toHaveLength(1);
  });

  it('leaves once, however many approve at once', async () => {
    await always();
    const { id, approval_id } = await api.sendMail();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api.decide(approval_id, 'approve')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    await api.becomes(id, 'sent');
    await api.attempts.attempt(id, 'test');
    expect(api.left()).toHaveLength(1);
  });

  it('has its reply awaited from when it leaves', async () => {
    await always({ expires_in: 3_600 });
    const sent = await api.sendMail({ await_reply: { timeout_seconds: 600 } });
    const left = async () => {
      const path = `/v1/waits/${sent.wait_id}`;
      const { body } = await api.call<{ expires_at: string }>('GET', path, { key: api.own.key });
      return Math.round((Date.parse(body.expires_at) - Date.now()) / 600_000);
    };
    expect(await left()).toBe(7);
    await api.decide(sent.approval_id, 'approve');
    expect(await left()).toBe(1);
  });

  it('is told of, when it asks and when it is decided', async () => {
    await always();
    const { id, approval_id } = await api.sendMail();
    await api.decide(approval_id, 'approve', api.own.key, { comment: 'fine' });
    const { decided_by } = await api.approval(approval_id);
    const events = await api.database.query<{ kind: string; body: string }>(
      'SELECT kind, body FROM events WHERE resource_id = $1 ORDER BY seq',
      [approval_id],
    );
    expect(events.map((event) => [event.kind, dataOf(event.body)])).toEqual([
      ['approval.requested', expect.objectContaining({ resource_id: id, status: 'PENDING' })],
      [
        'approval.decided',
        {
          ...{ approval_id, kind: 'send', resource_id: id, inbox_id: api.own.inbox.id },
          ...{ status: 'APPROVED', decided_by, decided_via: 'api' },
          comment: 'fine',
        },
      ],
    ]);
  });

  it('says in its timeline who decided, how and when', async () => {
    await always();
    const { id, approval_id } = await api.sendMail();
    const step = async () => {
      const path = `/v1/emails/${id}/timeline`;
      const { body } = await api.call<{ data: { step: string; outcome: string }[] }>('GET', path, {
        key: api.own.key,
      });
      return body.data.find((one) => one.step === 'approval');
    };
    expect(await step()).toMatchObject({ at: null, outcome: 'waiting' });
    await api.decide(approval_id, 'reject', api.own.key, { comment: 'no' });
    expect(await step()).toMatchObject({
      at: expect.any(String),
      outcome: expect.stringMatching(/^rejected by key_\w+: no$/),
    });
  });

  it('is in no mailbox, and goes on waiting when its policy is gone', async () => {
    await always();
    const { id } = await api.sendMail();
    await api.call('DELETE', '/v1/approval-policy', { key: api.own.key });
    await api.attempts.attempt(id, 'test');
    expect(await api.statusOf(id)).toBe('awaiting_approval');
    const [row] = await api.database.query('SELECT mailbox FROM emails WHERE id = $1', [id]);
    expect(row).toEqual({ mailbox: null });
  });
});
