import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { withCode } from '../support/mail.js';
import { startMailApi, until, type MailApi, type TestInbox } from '../support/mail-api.js';

let api: MailApi;
let second: MailApi;
let key: string;
let inbox: TestInbox;

beforeAll(async () => {
  api = await startMailApi();
  second = await startMailApi({ beside: api });
});
beforeEach(async () => {
  const org = await api.createOrg();
  key = org.key;
  inbox = await api.createInbox(org.orgId);
});
afterAll(async () => {
  await second.close();
  await api.close();
});

const wait = (query = '', options: { key?: string; headers?: Record<string, string> } = {}) =>
  api.call('GET', `/v1/inboxes/${inbox.inboxId}/wait?${query}`, { key, ...options });
const otp = (query = '', options: { key?: string; headers?: Record<string, string> } = {}) =>
  api.call('GET', `/v1/inboxes/${inbox.inboxId}/otp?${query}`, { key, ...options });

/** Resolves once `count` more waits are open in `at`. */
const opened = (count: number, at = api) => until(() => at.open.waits.size >= count);

describe('GET /v1/inboxes/{id}/otp', () => {
  it('answers with a code that is there already, with all that belongs to it', async () => {
    const codeExpiry = new Date(Date.now() + 600_000).toISOString();
    const id = await api.deliver(inbox, {
      ...withCode('482913'),
      codeExpiry,
      expiryAfterReceipt: codeExpiry,
    });

    const reply = await otp();

    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      code: '482913',
      otp: '482913',
      all_codes: ['482913'],
      from: 'no-reply@northwind.example',
      subject: 'Welcome',
      expires: codeExpiry,
      email_id: id,
      inbox_id: inbox.inboxId,
      received_at: expect.stringMatching(/Z$/),
      confidence: expect.closeTo(0.95),
      auth: null,
    });
  });

  it('waits for a code that arrives later, in either process', async () => {
    const answers = [
      otp('since=2020-01-01T00:00:00Z'),
      second.call('GET', `/v1/inboxes/${inbox.inboxId}/otp?since=2020-01-01T00:00:00Z`, { key }),
    ];
    await opened(1);
    await opened(1, second);

    await api.deliver(inbox, withCode('111111'));

    for (const answer of answers) expect((await answer).body.code).toBe('111111');
  });

  it('hands a code out once per key, then waits for the next one', async () => {
    await api.deliver(inbox, withCode('111111'));
    expect((await otp()).body.code).toBe('111111');

    const next = otp();
    await opened(1);
    await api.deliver(inbox, withCode('222222'));

    expect((await next).body.code).toBe('222222');
  });

  it('does not fall back to an older code after the newest one was handed out', async () => {
    await api.deliver(inbox, withCode('111111'));
    await api.deliver(inbox, withCode('222222'));
    expect((await otp()).body.code).toBe('222222');

    expect((await otp('timeout=1')).status).toBe(204);
  });

  it('hands each of many codes to one of the waits of a key, over two processes', async () => {
    const path = `/v1/inboxes/${inbox.inboxId}/otp?timeout=20`;
    const waits = Array.from({ length: 10 }, (_, i) =>
      (i % 2 ? api : second).call('GET', path, { key }),
    );
    await opened(5);
    await opened(5, second);
    const codes = Array.from({ length: 10 }, (_, i) => String(100_000 + i));

    for (const code of codes) await api.deliver(inbox, withCode(code));

    const got = (await Promise.all(waits)).map(({ body }) => body.code as string);
    expect(got.sort()).toEqual(codes);
  });

  it('passes over a code that has outlived its time', async () => {
    const past = new Date(Date.now() - 1_000).toISOString();
    await api.deliver(inbox, {
      ...withCode('111111'),
      codeExpiry: past,
      expiryAfterReceipt: past,
    });

    expect((await otp('timeout=1')).status).toBe(204);
  });

  it('leaves out codes below min_confidence', async () => {
    await api.deliver(inbox, withCode('111111'));

    expect((await otp('timeout=1&min_confidence=0.99')).status).toBe(204);
    expect((await otp('timeout=1&min_confidence=0.9')).body.code).toBe('111111');
  });
});

describe('GET /v1/inboxes/{id}/wait', () => {
  it('answers with the whole email, and keeps a mark apart from that of /otp', async () => {
    const id = await api.deliver(inbox, withCode('111111'));

    const reply = await wait();

    expect(reply.body).toMatchObject({ id, text_body: 'Welcome aboard.', attachments: [] });
    expect((await otp()).body.email_id).toBe(id);
    expect((await wait('timeout=1')).status).toBe(204);
  });

  it.each([
    ['from', 'from=NORTHWIND', { from: { name: null, address: 'x@northwind.example' } }],
    ['from, by display name', 'from=north', { from: { name: 'North', address: 'x@y.test' } }],
    ['subject', 'subject=CONFIRM', { subject: 'Please confirm' }],
    ['category', 'category=financial', { category: 'financial' as const }],
    ['has_otp', 'has_otp=true', withCode('111111')],
  ])('ends only with a mail that matches %s', async (_what, query, parts) => {
    const other = { from: { name: null, address: 'x@other.example' }, subject: 'Hi' };
    const answer = wait(query);
    await opened(1);

    await api.deliver(inbox, other);
    const id = await api.deliver(inbox, { ...other, ...parts });

    expect((await answer).body.id).toBe(id);
  });

  it('treats %, _ and \\ as themselves', async () => {
    await api.deliver(inbox, { subject: 'anything' });

    expect((await wait('timeout=1&subject=%25')).status).toBe(204);
    expect((await wait('timeout=1&subject=_n')).status).toBe(204);
  });

  it('says what since must be', async () => {
    const { status, body } = await wait('since=x');

    expect([status, body.error]).toEqual([
      400,
      'since must be an ISO 8601 time with a zone, or the id of an email',
    ]);
  });

  it('with since answers the same newest mail each time and moves no mark', async () => {
    const since = new Date(Date.now() - 1_000).toISOString();
    const id = await api.deliver(inbox);

    for (let i = 0; i < 2; i++) expect((await wait(`since=${since}`)).body.id).toBe(id);
    expect((await wait()).body.id).toBe(id);
  });

  it('counts mail after the email given as since', async () => {
    const first = await api.deliver(inbox);
    const answer = wait(`since=${first}`);
    await opened(1);

    const id = await api.deliver(inbox);

    expect((await answer).body.id).toBe(id);
    expect((await wait(`since=${first}`)).body.id).toBe(id);
  });

  it('gives the same mail to a repeated Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'try-1' };
    const id = await api.deliver(inbox);
    expect((await wait('', { headers })).body.id).toBe(id);
    await api.deliver(inbox);

    expect((await wait('', { headers })).body.id).toBe(id);
  });

  it('names the mail handed out last when it runs out', async () => {
    const id = await api.deliver(inbox);
    await wait();

    const reply = await wait('timeout=1');

    expect(reply.status).toBe(204);
    expect(reply.headers.get('X-Last-Email-Id')).toBe(id);
    expect(
      (await wait('timeout=1&since=2020-01-01T00:00:00Z&from=nobody')).headers.get(
        'X-Last-Email-Id',
      ),
    ).toBeNull();
  });

  it.each([
    ['timeout_status=408', {}],
    ['', { Prefer: 'timeout=408' }],
  ])('answers a time-out with 408 when asked to by %p %p', async (query, headers) => {
    const reply = await wait(`timeout=1&${query}`, { headers });

    expect(reply.status).toBe(408);
    expect(reply.body).toEqual({ error: expect.any(String), timeout: 1 });
  });

  it('answers a time-out with 408 when the organization says so', async () => {
    const settings = { wait_timeout_status: 408 };
    await api.call('PATCH', '/v1/orgs/me', { key, body: { settings } });

    expect((await wait('timeout=1')).status).toBe(408);
  });

  it('gives the mail to the next wait when the client was gone', async () => {
    const gone = new AbortController();
    const url = `${api.baseUrl}/v1/inboxes/${inbox.inboxId}/wait`;
    const lost = fetch(url, { headers: { 'X-API-Key': key }, signal: gone.signal });
    await opened(1);
    gone.abort();
    await expect(lost).rejects.toThrow();
    await until(() => api.open.waits.size === 0);

    const id = await api.deliver(inbox);

    expect((await wait('timeout=5')).body.id).toBe(id);
  });

  it.each([
    ['spam', { isSpam: true }],
    ['blocked mail', {}],
  ])('is not ended by %s', async (what, parts) => {
    if (what === 'blocked mail')
      await api.database.query(
        `INSERT INTO address_rules (org_id, direction, kind, pattern)
         VALUES ($1, 'receive', 'block', 'northwind.example')`,
        [inbox.orgId],
      );
    await api.deliver(inbox, parts);

    expect((await wait('timeout=1')).status).toBe(204);
  });

  it('allows 100 open waits of a key and refuses the next', async () => {
    const answers = Array.from({ length: 100 }, () => wait('timeout=20&from=nobody'));
    await opened(100);

    const refused = await wait();

    expect(refused.status).toBe(429);
    expect(refused.body.retry_after_seconds).toBeGreaterThan(0);
    await api.database.query(`SELECT pg_notify('inbox_changed', 'paused ' || $1)`, [inbox.inboxId]);
    await Promise.all(answers);
  });

  it.each([
    ['timeout=0', /timeout/],
    ['timeout=121', /timeout.*1 to 120/],
    ['timeout=soon', /timeout/],
    ['category=fun', /category.*verification, transactional/],
    ['since=yesterday', /since/],
    ['has_otp=maybe', /has_otp/],
    ['require_auth=maybe', /require_auth/],
    ['timeout_status=500', /timeout_status/],
    ['from=a&from=b', /from/],
  ])('refuses %s with 400', async (query, error) => {
    const reply = await wait(query);

    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatch(error);
  });

  it('answers 404 for an inbox or a since that does not exist, 403 for those of others', async () => {
    const stranger = await api.createOrg();

    expect((await wait('since=eml_00000000000000000000')).status).toBe(404);
    expect((await api.call('GET', '/v1/inboxes/inb_0/wait', { key })).status).toBe(404);
    expect((await wait('', { key: stranger.key })).status).toBe(403);
    expect((await wait('', { key: 'ak_unknown' })).status).toBe(401);
  });
});
