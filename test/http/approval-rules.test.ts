import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApprovalsApi, type ApprovalsApi } from '../support/approvals-api.js';

let api: ApprovalsApi;
beforeAll(async () => {
  api = await startApprovalsApi();
});
beforeEach(() => api.begin());
afterAll(() => api.close());

const STRANGER = 'kim@example.com';
const statusWith = async (message: object) => (await api.sendMail(message)).status;
/** Mail to somebody, who is known from then on. */
const writeTo = async (to: string) => {
  const { id, approval_id } = await api.sendMail({ to });
  if (approval_id !== null) await api.decide(approval_id, 'approve');
  await api.becomes(id, 'sent');
};

describe('Mail needs approval', () => {
  it.each([
    ['never', { sends: 'never' }, false],
    ['always', { sends: 'always' }, true],
    ['external', { sends: 'external' }, true],
    ['new_recipients', { sends: 'new_recipients' }, true],
    ['never, but always for the address', { sends: 'never', always_for: [STRANGER] }, true],
    ['never, but always for the domain', { sends: 'never', always_for: ['example.com'] }, true],
    ['always, but never for the address', { sends: 'always', never_for: [STRANGER] }, false],
    ['always, but never for the domain', { sends: 'always', never_for: ['EXAMPLE.com'] }, false],
    ['both', { sends: 'never', always_for: ['example.com'], never_for: [STRANGER] }, true],
  ])('by %s', async (_name, policy, needs) => {
    expect((await api.setPolicy(policy)).status).toBe(200);
    const own = api.own.inbox.address;
    // To, cc and bcc count alike.
    for (const message of [
      { to: STRANGER },
      { to: own, cc: STRANGER },
      { to: own, bcc: STRANGER },
    ]) {
      const status = await statusWith({ ...message, subject: JSON.stringify(message) });
      const expected = policy.sends === 'always' && 'to' in message && message.to === own;
      expect(status).toBe(needs || expected ? 'awaiting_approval' : 'sent');
    }
  });

  it('not by external where it stays in the organization, tags and own domains included', async () => {
    await api.setPolicy({ sends: 'external' });
    const second = await api.createInbox(api.own.key);
    const tagged = second.address.replace('@', '+tag@');
    expect(await statusWith({ to: second.address, cc: [tagged] })).toBe('sent');
    await api.database.query(
      `INSERT INTO domains (id, org_id, domain, status, token, created_at)
       VALUES ('dom_' || $1, $1, 'own.example', 'ACTIVE', 't', now())`,
      [api.own.orgId],
    );
    expect(await statusWith({ to: 'boss@own.example' })).toBe('sent');
    const other = await api.createOrg();
    const foreign = await api.createInbox(other.key);
    expect(await statusWith({ to: foreign.address })).toBe('awaiting_approval');
  });

  it('by always_for also with a tag, and by no other spelling past it', async () => {
    await api.setPolicy({ sends: 'never', always_for: [STRANGER, 'bücher.example'] });
    for (const to of ['Kim@Example.com', 'kim+x@example.com', 'a@xn--bcher-kva.example'])
      expect([to, await statusWith({ to })]).toEqual([to, 'awaiting_approval']);
    expect(await statusWith({ to: 'kim@example.org' })).toBe('sent');
  });

  it('by new_recipients until somebody here wrote to it, whatever it wrote', async () => {
    await writeTo('old@example.com');
    await api.setPolicy({ sends: 'new_recipients' });
    // Known from before there was a policy.
    expect(await statusWith({ to: 'old@example.com' })).toBe('sent');
    const raw = `From: ${STRANGER}\nTo: ${api.own.inbox.address}\nSubject: Hi\n\nI know you\n`;
    const received = await api.receive(api.own.inbox, raw, STRANGER);
    const answer = await api.post(`/v1/inboxes/${api.own.inbox.id}/reply`, {
      email_id: received,
      text: 'Do I know you?',
    });
    expect(answer.status).toBe('awaiting_approval');
    // What waits, or was rejected, was not written.
    await api.decide(answer.approval_id, 'reject');
    expect(await statusWith({ to: STRANGER })).toBe('awaiting_approval');
    await writeTo(STRANGER);
    expect(await statusWith({ to: STRANGER })).toBe('sent');
    expect(await statusWith({ to: STRANGER, bcc: 'new@example.com' })).toBe('awaiting_approval');
  });

  it('where it answers or passes on mail of a category', async () => {
    await api.setPolicy({ sends: 'never', reply_to_categories: ['transactional'] });
    const raw = `From: shop@example.com\nTo: ${api.own.inbox.address}\nSubject: Invoice\n\nPay.\n`;
    const id = await api.receive(api.own.inbox, raw);
    const act = async (what: string, body: object) =>
      (await api.post(`/v1/inboxes/${api.own.inbox.id}/${what}`, { email_id: id, ...body })).status;
    await api.database.query(`UPDATE emails SET category = 'other' WHERE id = $1`, [id]);
    expect(await act('reply', { text: 'ok' })).toBe('sent');
    await api.database.query(`UPDATE emails SET category = 'transactional' WHERE id = $1`, [id]);
    expect(await act('reply', { text: 'ok' })).toBe('awaiting_approval');
    expect(await act('forward', { to: 'boss@example.com' })).toBe('awaiting_approval');
    // No model takes it out of the category.
    const described = `'{"category": "other", "analysed": "transactional"}'`;
    await api.database.query(
      `UPDATE emails SET category = 'other', described = ${described} WHERE id = $1`,
      [id],
    );
    expect(await act('reply', { text: 'ok' })).toBe('awaiting_approval');
  });

  it('by the policy of its inbox, which takes the place of that of the organization', async () => {
    await api.setPolicy({ sends: 'always' });
    await api.setPolicy({ sends: 'never' }, `?inbox_id=${api.own.inbox.id}`);
    expect(await statusWith({})).toBe('sent');
    const path = `/v1/approval-policy?inbox_id=${api.own.inbox.id}`;
    await api.call('DELETE', path, { key: api.own.key });
    expect(await statusWith({})).toBe('awaiting_approval');
  });

  it('by a policy that came after it was scheduled, and not where it was approved before', async () => {
    const send_at = new Date(Date.now() + 3_600_000).toISOString();
    const scheduled = await api.sendMail({ send_at });
    expect(scheduled.status).toBe('queued');
    await api.setPolicy({ sends: 'always' });
    const due = 'UPDATE sends SET send_at = now() WHERE email_id = $1';
    await api.database.query(due, [scheduled.id]);
    await api.attempts.attempt(scheduled.id, 'test');
    await api.becomes(scheduled.id, 'awaiting_approval');
    const later = await api.sendMail({ send_at });
    await api.decide(later.approval_id, 'approve');
    await api.setPolicy({ sends: 'always', always_for: [STRANGER] });
    await api.database.query(due, [later.id]);
    await api.attempts.attempt(later.id, 'test');
    await api.becomes(later.id, 'sent');
  });
});

describe('PUT /v1/approval-policy', () => {
  const get = (query = '', key = api.own.key) =>
    api.call('GET', `/v1/approval-policy${query}`, { key });

  it('takes what is missing as usual, and shows it as it binds', async () => {
    expect((await get()).status).toBe(404);
    const { body } = await api.setPolicy({ sends: 'external', never_for: ['Example.COM'] });
    expect(body).toEqual({
      inbox_id: null,
      sends: 'external',
      always_for: [],
      never_for: ['example.com'],
      reply_to_categories: [],
      approvers: [],
      expires_in: 259_200,
      separate: false,
      updated_at: expect.any(String),
    });
    expect((await get(`?inbox_id=${api.own.inbox.id}`)).body).toEqual(body);
  });

  it('means the inbox that the query or the body names', async () => {
    await api.setPolicy({ sends: 'always', inbox_id: api.own.inbox.id });
    expect((await get()).status).toBe(404);
    expect((await get(`?inbox_id=${api.own.inbox.id}`)).body.inbox_id).toBe(api.own.inbox.id);
  });

  it.each([
    [{}, 'sends'],
    [{ sends: 'maybe' }, 'sends'],
    [{ sends: 'always', always_for: ['a b'] }, 'always_for[0]'],
    [{ sends: 'always', reply_to_categories: ['nice'] }, 'reply_to_categories'],
    [{ sends: 'always', approvers: Array(11).fill('a@example.com') }, 'approvers'],
    [{ sends: 'always', approvers: ['nobody'] }, 'approvers[0]'],
    [{ sends: 'always', expires_in: 59 }, 'expires_in'],
    [{ sends: 'always', separate: 'x' }, 'separate'],
  ])('refuses %j and names what is wrong', async (policy, named) => {
    const { status, body } = await api.setPolicy(policy);
    expect([status, body.error]).toEqual([400, expect.stringContaining(named)]);
  });

  it('refuses an approver that is an inbox of the organization', async () => {
    const approvers = [api.own.inbox.address.replace('@', '+boss@')];
    const { status, body } = await api.setPolicy({ sends: 'always', approvers });
    expect([status, body.error]).toEqual([400, expect.stringContaining('approvers[0]')]);
  });

  it('is for keys that manage the organization, and for its own inboxes', async () => {
    const body = { sends: 'never' };
    const put = (key: string, query = '') =>
      api.call('PUT', `/v1/approval-policy${query}`, { key, body });
    expect((await put(await api.keyWith(['approvals:decide', 'emails:send']))).status).toBe(403);
    const other = await api.createOrg();
    const foreign = await api.createInbox(other.key);
    expect((await put(api.own.key, `?inbox_id=${foreign.id}`)).status).toBe(403);
    expect((await put(api.own.key, '?inbox_id=inb_0')).status).toBe(404);
  });
});
