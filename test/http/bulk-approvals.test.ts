import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MESSAGE, startApprovalsApi, type ApprovalsApi } from '../support/approvals-api.js';
import type { BulkBody } from '../support/bulk-api.js';
import { until } from '../support/mail-api.js';

// The first and the last of them wait where mail to example.com does.
const MIXED = ['a@example.com', 'b@example.org', 'c@example.com'];

let api: ApprovalsApi;
beforeAll(async () => {
  api = await startApprovalsApi();
});
beforeEach(() => api.begin());
afterAll(() => api.close());

const always = (more: object = {}) => api.setPolicy({ sends: 'always', ...more });

describe('A bulk send', () => {
  const bulk = (to: readonly string[]) =>
    api.post<{ id: string; approval_id: string }>('/v1/send/bulk', {
      inbox_id: api.own.inbox.id,
      wait: 0,
      messages: to.map((one) => ({ ...MESSAGE, to: one })),
    });
  const mailsOf = (id: string) =>
    api.database.query<{ id: string; status: string; approval_id: string | null }>(
      'SELECT email_id AS id, status, approval_id FROM sends WHERE bulk_id = $1 ORDER BY bulk_index',
      [id],
    );

  it('is asked about once, for those of its mails that need it', async () => {
    await api.setPolicy({ sends: 'never', always_for: ['example.com'] });
    const { id, approval_id } = await bulk(['a@example.com', 'b@example.org', 'c@example.com']);
    await api.becomes((await mailsOf(id))[1]!.id, 'sent');
    const mails = await mailsOf(id);
    expect(mails.map(({ status }) => status)).toEqual([
      'awaiting_approval',
      'sent',
      'awaiting_approval',
    ]);
    for (const mail of [mails[0]!, mails[2]!]) expect(mail.approval_id).toBe(approval_id);
    expect(await api.approval(mails[0]!.approval_id)).toMatchObject({
      kind: 'send',
      resource_id: id,
    });
    await api.decide(mails[0]!.approval_id, 'approve');
    for (const mail of mails) await api.becomes(mail.id, 'sent');
  });

  it('answers once all that is left waits for a person, and what else there is has left', async () => {
    await api.setPolicy({ sends: 'never', always_for: ['example.com'] });
    const begun = Date.now();
    const { status, results } = await api.post<BulkBody>('/v1/send/bulk', {
      inbox_id: api.own.inbox.id,
      wait: 20,
      messages: MIXED.map((to) => ({ ...MESSAGE, to })),
    });
    expect(Date.now() - begun).toBeLessThan(10_000);
    expect([status, ...results.map((one) => one.status)]).toEqual([
      ...['RUNNING', 'awaiting_approval', 'sent', 'awaiting_approval'],
    ]);
  });

  it('tells those who wait for it when all that is left waits for a person', async () => {
    await api.setPolicy({ sends: 'never', always_for: ['example.com'] });
    api.worker.running = false;
    const told: string[] = [];
    api.listener.on('bulk_ended', (ids) => void told.push(...ids.split(',')));
    const { id } = await bulk(MIXED);
    const run = { workflowId: `sendBulk:${id}`, sending: 2_000, answerWithin: 2_000 };
    await api.background.bulks.advance(id, run);
    expect((await mailsOf(id))[1]!.status).toBe('sent');
    await until(() => told.includes(id));
  });

  it('is cancelled when it is rejected, and counted no more', async () => {
    await api.database.query(`UPDATE orgs SET plan = 'free' WHERE id = $1`, [api.own.orgId]);
    await always();
    const { id } = await bulk(['a@example.com', 'b@example.com']);
    expect((await api.used()).month).toBe(2);
    const [mail] = await mailsOf(id);
    await api.decide(mail!.approval_id, 'reject');
    const { body } = await api.call('GET', `/v1/send/bulk/${id}`, { key: api.own.key });
    expect(body).toMatchObject({ status: 'CANCELLED' });
    expect((await mailsOf(id)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    expect((await api.used()).month).toBe(0);
  });

  it('waits where the policy came after it was asked for', async () => {
    api.worker.running = false;
    const { id } = await bulk(['a@example.com', 'b@example.com']);
    await always();
    for (const mail of await mailsOf(id)) await api.attempts.attempt(mail.id, `sendBulk:${id}`);
    const mails = await mailsOf(id);
    expect(mails.map(({ status }) => status)).toEqual(['awaiting_approval', 'awaiting_approval']);
    expect(mails[0]!.approval_id).toBe(mails[1]!.approval_id);
    await api.decide(mails[0]!.approval_id, 'approve');
    for (const mail of await mailsOf(id)) await api.attempts.attempt(mail.id, `sendBulk:${id}`);
    expect((await mailsOf(id)).map(({ status }) => status)).toEqual(['sent', 'sent']);
    expect(api.left()).toHaveLength(2);
  });

  it('to a list is approved when all its mails are made, and each was seen', async () => {
    await always();
    const list = await api.post<{ id: string }>('/v1/contact-lists', { name: 'Readers' });
    const contacts = Array.from({ length: 120 }, (_, n) => ({ address: `a${n}@example.com` }));
    for (const from of [0, 100])
      await api.post(`/v1/contact-lists/${list.id}/contacts`, {
        contacts: contacts.slice(from, from + 100),
      });
    const { id } = await api.post('/v1/send/bulk', {
      ...{ inbox_id: api.own.inbox.id, contact_list_id: list.id, wait: 0 },
      defaults: { subject: 'News', text: 'Hello' },
    });
    const advance = () =>
      api.background.bulks.advance(id, {
        workflowId: `sendBulk:${id}`,
        sending: 0,
        answerWithin: 2_000,
      });
    await advance();
    const [first] = await mailsOf(id);
    const early = await api.decide(first!.approval_id, 'approve');
    expect([early.status, early.body.error]).toEqual([409, expect.stringContaining('being made')]);
    while ((await mailsOf(id)).length < 120) await advance();
    await advance();
    const mails = await mailsOf(id);
    expect(new Set(mails.map((mail) => `${mail.status} ${mail.approval_id}`)).size).toBe(1);
    expect((await api.decide(first!.approval_id, 'approve')).status).toBe(200);
    for (const mail of mails) await api.becomes(mail.id, 'sent');
  });

  it('closes its approval when it is cancelled', async () => {
    await always();
    const { id } = await bulk(['a@example.com', 'b@example.com']);
    const [first, second] = await mailsOf(id);
    await api.post(`/v1/emails/${first!.id}/cancel`, {});
    expect((await api.approval(first!.approval_id)).status).toBe('PENDING');
    await api.post(`/v1/send/bulk/${id}/cancel`, {});
    expect((await api.approval(second!.approval_id)).status).toBe('EXPIRED');
  });
});
