import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startMailApi, type MailApi, type TestInbox } from '../support/mail-api.js';
import type { Reply } from '../support/start-api.js';

const RULES = '/v1/routing-rules';

let api: MailApi;
let orgId: string;
let key: string;
let inbox: TestInbox;

beforeAll(async () => {
  api = await startMailApi();
});
beforeEach(async () => {
  ({ orgId, key } = await api.createOrg());
  inbox = await api.createInbox(orgId);
});
afterAll(() => api.close());

const RULE = { name: 'To support', target_agent_id: 'support' };
const post = (body: unknown, by = key) => api.call('POST', RULES, { key: by, body });
const test = (emailId: string, by = key) =>
  api.call('POST', `${RULES}/test`, { key: by, body: { email_id: emailId } });
const made = async (body: object = {}) => (await post({ ...RULE, ...body })).body.id as string;
const status = async (reply: Promise<Reply>) => (await reply).status;

describe('POST /v1/routing-rules/test', () => {
  it('says of each rule whether it matches and what it would do', async () => {
    const other = await api.createInbox(orgId);
    await made({ name: 'Off', enabled: false, priority: 1 });
    await made({ name: 'Other', conditions: { from_pattern: '*@other.test' }, priority: 2 });
    const both = await made({
      name: 'Both',
      conditions: { from_pattern: '*@NORTHWIND.example', subject_pattern: 'welcome' },
      target_inbox_id: other.inboxId,
    });
    await made({ name: 'Late', target_agent_id: 'sales' });
    const emailId = await api.deliver(inbox);
    const { status: answered, body } = await test(emailId);
    expect(answered).toBe(200);
    expect(body).toMatchObject({ email_id: emailId, routable: true, reason: null });
    const nothing = { would_assign: null, would_copy: null };
    expect(body.data).toEqual([
      {
        rule_id: expect.any(String),
        name: 'Off',
        matched: false,
        reason: 'the rule is not enabled',
        ...nothing,
      },
      {
        rule_id: expect.any(String),
        name: 'Other',
        matched: false,
        reason: 'from_pattern matches neither the address nor the display name of the sender',
        ...nothing,
      },
      {
        rule_id: both,
        name: 'Both',
        matched: true,
        reason: null,
        would_assign: 'support',
        would_copy: other.inboxId,
      },
      {
        rule_id: expect.any(String),
        name: 'Late',
        matched: true,
        reason: 'an earlier rule decided this target: target_agent_id',
        ...nothing,
      },
    ]);
  });

  it('says of spam that it is not routed', async () => {
    await made();
    const emailId = await api.deliver(inbox, { isSpam: true });
    expect((await test(emailId)).body).toMatchObject({
      routable: false,
      reason: 'spam is not routed',
      data: [{ matched: true, would_assign: null, would_copy: null }],
    });
  });

  it('answers 400 without an email, 403 for a foreign one, 404 for none', async () => {
    const stranger = await api.createOrg();
    const foreign = await api.deliver(await api.createInbox(stranger.orgId));
    expect(await status(api.call('POST', `${RULES}/test`, { key, body: {} }))).toBe(400);
    expect(await status(test(foreign))).toBe(403);
    expect(await status(test('eml_none'))).toBe(404);
  });
});

describe('the timeline of an email', () => {
  const finish = (emailId: string) =>
    api.background.processing.process([emailId], {
      workflowId: 'processInbound:test',
      attempt: 1,
    });
  const step = async (emailId: string) => {
    const { body } = await api.call('GET', `/v1/emails/${emailId}/timeline`, { key });
    return (body.data as { step: string }[]).find((entry) => entry.step === 'routed');
  };

  it('says where it went', async () => {
    const other = await api.createInbox(orgId);
    const plain = await api.deliver(inbox);
    expect(await step(plain)).toMatchObject({ at: null, outcome: 'waiting' });
    await finish(plain);
    expect(await step(plain)).toMatchObject({ at: expect.any(String), outcome: 'no rule' });

    await made({ target_inbox_id: other.inboxId });
    const routed = await api.deliver(inbox);
    await finish(routed);
    const { body } = await api.call('GET', `/v1/inboxes/${other.inboxId}/emails`, { key });
    const copy = body.data[0].id as string;
    expect(await step(routed)).toMatchObject({
      at: expect.any(String),
      outcome: `agent support, copied to ${other.inboxId} as ${copy}`,
    });
    expect(await step(copy)).toMatchObject({ outcome: `a copy of ${routed}` });
    const raws = [routed, copy].map((id) => api.call('GET', `/v1/emails/${id}/raw`, { key }));
    const [original, same] = await Promise.all(raws);
    expect(same!.body).toBe(original!.body);

    const spam = await api.deliver(inbox, { isSpam: true });
    await finish(spam);
    expect(await step(spam)).toMatchObject({ outcome: 'not routed' });
  });

  it('says that a withheld mail waits', async () => {
    await made();
    await api.database.query('UPDATE inbox_counters SET withhold = true WHERE inbox_id = $1', [
      inbox.inboxId,
    ]);
    const held = await api.deliver(inbox);
    await finish(held);
    expect(await step(held)).toMatchObject({ at: null, outcome: 'withheld' });
  });

  it('names the original of a copy, which ends the waits of its inbox', async () => {
    const other = await api.createInbox(orgId);
    await made({ target_inbox_id: other.inboxId });
    const answer = api.call('GET', `/v1/inboxes/${other.inboxId}/wait?timeout=20`, { key });
    const id = await api.deliver(inbox);
    await finish(id);
    const { body } = await answer;
    expect(body).toMatchObject({ inbox_id: other.inboxId, subject: 'Welcome' });
    expect(await step(body.id as string)).toMatchObject({ outcome: `a copy of ${id}` });
  });
});
