import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { reportProgress, type Progress } from '../../../src/mcp/tools/progress.js';
import { startMailApi, until, type MailApi, type TestInbox } from '../../support/mail-api.js';
import { withCode } from '../../support/mail.js';
import { toolCaller, type CallTool } from './tool-caller.js';

describe('Tools that wait', () => {
  let api: MailApi;
  let key: string;
  let orgId: string;
  let callTool: CallTool;
  let inbox: TestInbox;
  let wait: (more?: object) => ReturnType<CallTool>;

  beforeAll(async () => {
    api = await startMailApi();
    const org = await api.createOrg();
    key = org.key;
    callTool = toolCaller(api, key);
    orgId = org.orgId;
  });
  beforeEach(async () => {
    inbox = await api.createInbox(orgId);
    wait = (more = {}) => callTool('get_otp', { inbox_id: inbox.inboxId, timeout: 1, ...more });
  });
  afterAll(() => api.close());

  it('say that nothing came, whatever status the organization asked for', async () => {
    const nothing = { timed_out: true, last_email_id: null };
    expect(await wait()).toMatchObject({ isError: false, content: nothing });
    const body = { settings: { wait_timeout_status: 408 } };
    await api.call('PATCH', '/v1/orgs/me', { key, body });
    expect(await wait({ timeout_status: 408 })).toMatchObject({ isError: false, content: nothing });
  });

  it('answer with what comes, and hand it out once', async () => {
    const waiting = wait({ timeout: 30 });
    const id = await api.deliver(inbox, withCode('482913'));
    expect(await waiting).toMatchObject({
      content: {
        code: '482913',
        email_id: id,
        untrusted: { subject: expect.any(String), from: expect.any(String) },
      },
    });
    expect((await wait()).content).toEqual({ timed_out: true, last_email_id: id });
  });

  it('answer a repeated idempotency key with the same mail', async () => {
    const id = await api.deliver(inbox, withCode('739154'));
    for (let time = 1; time <= 2; time++)
      expect((await wait({ idempotency_key: 'again' })).content).toMatchObject({ email_id: id });
  });

  it('share their marks with REST: the mark is that of the key', async () => {
    const id = await api.deliver(inbox, withCode('111222'));
    const path = `/v1/inboxes/${inbox.inboxId}/otp?timeout=1`;
    expect((await api.call('GET', path, { key })).body).toMatchObject({ email_id: id });
    expect((await wait()).content).toEqual({ timed_out: true, last_email_id: id });
  });

  it('end with their signal', async () => {
    const gone = new AbortController();
    const { inboxId } = inbox;
    const waiting = callTool(
      'wait_for_email',
      { inbox_id: inboxId, since: new Date().toISOString() },
      { signal: gone.signal },
    );
    gone.abort();
    expect((await waiting).content).toMatchObject({ timed_out: true });
  });
});

describe('Progress', () => {
  it('is told until the call has ended, in seconds', async () => {
    const told: Progress[] = [];
    const later: Progress[] = [];
    const stop = reportProgress((progress) => told.push(progress), 10);
    await until(() => told.length >= 3);
    stop();
    const before = told.length;
    expect(told.slice(0, 3).map(({ progress }) => progress)).toEqual([0.01, 0.02, 0.03]);
    const stopLater = reportProgress((progress) => later.push(progress), 10);
    await until(() => later.length >= 3);
    stopLater();
    expect(told).toHaveLength(before);
  });

  it('costs nothing where nobody listens', () => {
    expect(reportProgress(undefined)).not.toThrow();
  });
});
