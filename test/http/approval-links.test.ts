import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { simpleParser } from 'mailparser';
import { approvalLinksOf, APPROVERS, PUBLIC_URL } from '../support/approval-links.js';
import { startApprovalsApi, type ApprovalsApi, type SentMail } from '../support/approvals-api.js';
import { DOMAIN } from '../support/sending-api.js';

let api: ApprovalsApi;
beforeAll(async () => {
  api = await startApprovalsApi({
    settings: { publicUrl: () => PUBLIC_URL },
    config: { trustedProxies: ['127.0.0.1'] },
  });
  const operator = await api.createOrg();
  await api.createInbox(operator.key, { local_part: 'notices' });
  await api.database.query(`UPDATE inboxes SET address = $1 WHERE org_id = $2`, [
    `postmaster@${DOMAIN}`,
    operator.orgId,
  ]);
});
beforeEach(async () => {
  await api.begin();
  api.handed.length = 0;
});
afterAll(() => api.close());

const { visit, ask, notices, tell, pathIn, linkOf } = approvalLinksOf(() => api);

describe('Approvers', () => {
  it('get a mail each, which needs no approval, with a link of their own', async () => {
    const sent = await ask();
    await tell(sent);
    expect(
      notices()
        .flatMap(({ recipients }) => recipients)
        .sort(),
    ).toEqual(APPROVERS);
    const paths = await Promise.all(notices().map(({ raw }) => pathIn(raw)));
    expect(new Set(paths).size).toBe(2);
    const { subject, text } = await simpleParser(notices()[0]!.raw);
    expect(subject).toBe(`Mail of ${api.own.inbox.address} waits for your approval`);
    // Nothing that a program wrote is in it.
    expect(text).not.toContain('Hi Kim');
  });

  it('are told once however often it is tried, and reminded once after half the time', async () => {
    const sent = await ask();
    const { approvalRuns } = api.background;
    expect(await approvalRuns.look(sent.approval_id!)).toMatchObject({ next: 'tellApprovers' });
    await Promise.all([tell(sent), tell(sent)]);
    // As a worker does that died once it was done.
    await tell(sent);
    const told = 'SELECT notices FROM approvals WHERE id = $1';
    expect(await api.database.query(told, [sent.approval_id])).toEqual([{ notices: 1 }]);
    expect(notices()).toHaveLength(2);
    expect(await approvalRuns.look(sent.approval_id!)).toMatchObject({ next: null });
    await api.database.query(
      `UPDATE approvals SET requested_at = now() - interval '40 h',
         expires_at = now() + interval '32 h', notices = 1 WHERE id = $1`,
      [sent.approval_id],
    );
    expect(await approvalRuns.look(sent.approval_id!)).toMatchObject({ next: 'tellApprovers' });
    await tell(sent, 4);
    expect((await simpleParser(notices()[2]!.raw)).subject).toMatch(/^Reminder: /);
    expect(await approvalRuns.look(sent.approval_id!)).toMatchObject({ next: null });
  });

  it('are asked about uses of credentials, and what they decide holds', async () => {
    await api.setPolicy({ sends: 'never', approvers: [APPROVERS[0]!] });
    const { id } = await api.post('/v1/credentials', {
      ...{ service: 'site.test', identifier: 'ada', value: 'hunter2', requires_approval: true },
    });
    const waiting = await api.post<{ approval_id: string }>('/v1/browser/sessions', {
      credential_id: id,
    });
    await tell({ approval_id: waiting.approval_id } as SentMail, 1);
    const { subject } = await simpleParser(notices()[0]!.raw);
    expect(subject).toBe('The use of a credential waits for your approval');
    const path = await pathIn(notices()[0]!.raw);
    expect(await (await visit('GET', path)).text()).toMatch(/credential[^]*site\.test[^]*ada/);
    await visit('POST', path, { decision: 'approve' });
    expect(await api.approval(waiting.approval_id)).toMatchObject({
      ...{ kind: 'credential', status: 'APPROVED', decided_by: APPROVERS[0], decided_via: 'link' },
    });
  });

  it('have a link that is in no stored byte: who reads sent mail may not decide', async () => {
    const sent = await ask();
    const path = await linkOf(sent);
    const rows = await api.database.query<{ raw: Buffer; text_body: string }>(
      `SELECT m.raw, m.text_body FROM sends s JOIN emails e ON e.id = s.email_id
       JOIN stored_messages m ON m.id = e.stored_message_id WHERE s.notice_of = $1`,
      [sent.approval_id],
    );
    expect(rows).toHaveLength(2);
    for (const { raw, text_body: text } of rows) {
      expect(raw.toString() + text).not.toContain('/approvals/');
      expect(raw.toString()).not.toContain(path);
    }
  });

  it('are not told where the address became an inbox of the organization', async () => {
    const sent = await ask({}, { approvers: ['boss@example.net'] });
    await api.database.query(`UPDATE approvals SET approvers = $2 WHERE id = $1`, [
      sent.approval_id,
      [api.own.inbox.address, 'boss@example.net'],
    ]);
    await tell(sent, 1);
    expect(notices().flatMap(({ recipients }) => recipients)).toEqual(['boss@example.net']);
  });

  it('are told of so much a day that nobody floods them', async () => {
    const known = await ask();
    await api.database.query(
      `INSERT INTO approvals (id, org_id, kind, resource_id, requested_by, expires_at, approvers, notices)
       SELECT 'apr_' || n || $1, $1, 'send', 'eml_' || n, '', now(), $2, 2 FROM generate_series(1, 50) AS n`,
      [api.own.orgId, APPROVERS],
    );
    await api.background.approvalRuns.tellApprovers(known.approval_id!);
    expect(notices()).toEqual([]);
    expect(await api.background.approvalRuns.look(known.approval_id!)).toMatchObject({
      next: null,
    });
    expect((await api.decide(known.approval_id, 'approve')).status).toBe(200);
  });

  it('are told of tasks too, and decide about them by the same link', async () => {
    await api.setPolicy({ sends: 'never', approvers: APPROVERS });
    const task = await api.post('/v1/tasks', {
      type: 'custom',
      requires_approval: true,
      input: { pay: '<b>10</b>' },
    });
    const path = await linkOf(task);
    expect(await (await visit('GET', path)).text()).toContain('&lt;b&gt;10&lt;/b&gt;');
    expect((await visit('POST', path, { decision: 'approve' })).status).toBe(200);
    expect((await visit('POST', path, { decision: 'reject' })).status).toBe(409);
    const events = await api.database.query<{ kind: string }>(
      'SELECT kind FROM events WHERE resource_id = $1 ORDER BY seq',
      [task.approval_id],
    );
    expect(events.map(({ kind }) => kind)).toEqual(['approval.requested', 'approval.decided']);
    expect(await api.background.approvalRuns.look(task.approval_id!)).toMatchObject({
      status: 'APPROVED',
      next: null,
    });
  });

  it('are shown the call that an agent asks for', async () => {
    await api.setPolicy({ sends: 'never', approvers: APPROVERS });
    const task = await api.post('/v1/tasks', { type: 'custom', requires_approval: true });
    await api.database.query(
      `WITH of_tool AS (UPDATE approvals SET kind = 'tool' WHERE id = $2)
       INSERT INTO task_steps (task_id, name, position, status, attempt, started_at, approval_id, content)
       VALUES ($1, 'useTool:1.1', 0, 'WAITING', 1, now(), $2, $3)`,
      [task.id, task.approval_id, { tool: 'send_email', arguments: { to: ['<ann@example.org>'] } }],
    );
    const page = await (await visit('GET', await linkOf(task))).text();
    expect(page).toContain('A call of send_email');
    expect(page).toContain('&lt;ann@example.org&gt;');
  });

  it('decide nothing by an answer', async () => {
    const sent = await ask();
    await tell(sent);
    const { messageId } = await simpleParser(notices()[0]!.raw);
    await api.receive(
      { id: '', address: `postmaster@${DOMAIN}` },
      `From: boss@example.net\nTo: postmaster@${DOMAIN}\nSubject: Re: approve\nIn-Reply-To: ${messageId}\n\napprove\n`,
      'boss@example.net',
    );
    expect((await api.approval(sent.approval_id)).status).toBe('PENDING');
  });
});

describe('GET /approvals/{token}', () => {
  it('shows all that would leave as text, decides nothing, and is safe to open', async () => {
    const sent = await ask({
      cc: 'lea@example.com',
      bcc: 'secret@example.com',
      subject: '<script>alert(1)</script>',
      text: 'Pay <b>now</b> \u202Etxt.exe',
      html: '<p>Other <img src="https://evil.example/x"></p>',
      attachments: [{ filename: 'a.pdf', content: 'AAAA' }],
    });
    const path = await linkOf(sent);
    const answer = await visit('GET', path);
    const page = await answer.text();
    expect(answer.status).toBe(200);
    for (const shown of [
      'kim@example.com',
      'lea@example.com',
      'secret@example.com',
      '&lt;script&gt;alert(1)&lt;/script&gt;',
      'Pay &lt;b&gt;now&lt;/b&gt; [U+202E]txt.exe',
      '&lt;img src=&quot;https://evil.example/x&quot;&gt;',
      'a.pdf',
    ])
      expect(page).toContain(shown);
    expect(page).not.toMatch(/<script|<img|<b>now/);
    const { headers } = answer;
    const csp = headers.get('content-security-policy')!;
    expect(csp).toContain("default-src 'none'");
    expect(csp).toContain("frame-ancestors 'none'");
    expect(csp).toContain("form-action 'self'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    for (const method of ['GET', 'HEAD', 'GET']) await visit(method, path);
    expect((await api.approval(sent.approval_id)).status).toBe('PENDING');
  });

  it('shows each mail of a bulk send', async () => {
    await api.setPolicy({ sends: 'always', approvers: APPROVERS });
    const sent = await api.post('/v1/send/bulk', {
      inbox_id: api.own.inbox.id,
      messages: ['a', 'b'].map((to) => ({
        to: `${to}@example.com`,
        subject: to,
        text: `to ${to}`,
      })),
    });
    const page = await (await visit('GET', await linkOf(sent))).text();
    for (const shown of ['a@example.com', 'b@example.com', 'to a', 'to b'])
      expect(page).toContain(shown);
  });
});

describe('POST /approvals/{token}', () => {
  it.each([
    ['approve', 'APPROVED', 'sent'],
    ['reject', 'REJECTED', 'cancelled'],
  ])('decides once: %s', async (decision, status, becomes) => {
    const sent = await ask();
    const path = await linkOf(sent);
    const answers = [];
    for (const one of [decision, 'approve', 'reject'])
      answers.push((await visit('POST', path, { decision: one, comment: 'as said' })).status);
    expect(answers).toEqual([200, 409, 409]);
    await api.becomes(sent.id, becomes);
    expect(await api.approval(sent.approval_id)).toMatchObject({
      ...{ status, comment: 'as said', decided_by: APPROVERS[0], decided_via: 'link' },
    });
    expect(await (await visit('GET', path)).text()).not.toContain('<form');
  });

  it('decides nothing by the link of another approver afterwards, or when it is too late', async () => {
    const sent = await ask();
    const [first, second] = [await linkOf(sent), await linkOf(sent, APPROVERS[1])];
    await visit('POST', first, { decision: 'reject' });
    expect((await visit('POST', second, { decision: 'approve' })).status).toBe(409);
    const late = await ask();
    api.handed.length = 0;
    const path = await linkOf(late);
    await api.database.query('UPDATE approvals SET expires_at = now() WHERE id = $1', [
      late.approval_id,
    ]);
    expect((await visit('POST', path, { decision: 'approve' })).status).toBe(409);
    expect(await api.statusOf(late.id)).toBe('awaiting_approval');
  });

  /** With another character in the middle: of the last one not every bit counts. */
  const changed = (path: string) =>
    `${path.slice(0, -20)}${path.at(-20) === 'A' ? 'B' : 'A'}${path.slice(-19)}`;

  it.each([
    ['forged', (path: string) => changed(path)],
    ['cut', (path: string) => path.slice(0, -4)],
    ['made up', () => '/approvals/AAAA'],
    ['of no base64', () => '/approvals/..%2F..%2Fv1'],
    ['of another purpose', () => unsubscribing()],
  ])('answers 404 to a token that is %s', async (_how, change) => {
    const sent = await ask();
    const path = change(await linkOf(sent));
    expect((await visit('GET', path)).status).toBe(404);
    expect((await visit('POST', path, { decision: 'approve' })).status).toBe(404);
    expect(await api.statusOf(sent.id)).toBe('awaiting_approval');
  });

  const unsubscribing = () =>
    `/approvals/${api.tokens.make({ orgId: api.own.orgId, listId: 'cl_1', address: 'a@b.example' })}`;

  it('is the link of one who was asked, of this approval', async () => {
    const sent = await ask();
    await linkOf(sent);
    await api.database.query(`UPDATE approvals SET approvers = '{x@example.net}' WHERE id = $1`, [
      sent.approval_id,
    ]);
    const path = await pathIn(notices()[0]!.raw);
    expect((await visit('POST', path, { decision: 'approve' })).status).toBe(404);
  });

  it.each([{}, { decision: '' }, { decision: 'maybe' }])('refuses %j', async (form) => {
    const path = await linkOf(await ask());
    expect((await visit('POST', path, form)).status).toBe(400);
  });

  it('refuses what is larger than a form', async () => {
    const path = await linkOf(await ask());
    const comment = 'x'.repeat(20_000);
    expect((await visit('POST', path, { decision: 'approve', comment })).status).toBe(413);
  });
});
