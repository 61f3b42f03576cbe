import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parser } from '../support/parser.js';
import { startMailApi, type MailApi, type TestInbox } from '../support/mail-api.js';
import { startModel, type TestModel } from '../support/model-api.js';
import type { ModelReply } from '../support/model-server.js';

interface ShownTask {
  readonly id: string;
  readonly status: string;
  readonly approval_id: string;
  readonly steps: readonly ShownStep[];
}

interface ShownStep {
  readonly name: string;
  readonly started_at: string;
  readonly ended_at: string;
}

let model: TestModel;
let api: MailApi;
let key: string;
let orgId: string;
let inbox: TestInbox;
let other: TestInbox;

beforeAll(async () => {
  model = await startModel();
  api = await startMailApi({ parts: { ...model.parts, parser } });
});
beforeEach(async () => {
  ({ key, orgId } = await api.createOrg());
  inbox = await api.createInbox(orgId);
  other = await api.createInbox(orgId);
  await model.configure(api, key);
});
afterEach(() => model.server.forget());
afterAll(async () => {
  await api.close();
  await model.close();
});

const receive = (into: TestInbox, text: string, subject = 'Hello'): Promise<string> => {
  const raw = `From: Ann <ann@example.org>\r\nTo: me@example.test\r\nSubject: ${subject}\r\n\r\n${text}\r\n`;
  return api.deliver(into, {}, Buffer.from(raw));
};

const create = (input: object, by = key, more: object = {}) =>
  api.call('POST', '/v1/tasks', { key: by, body: { type: 'agent', input, ...more } });

/** Does what is to be done now, as its run does, and answers the task. */
async function work(id: string, by = key): Promise<ShownTask> {
  const { taskRuns } = api.background;
  let report = await taskRuns.look(id);
  while (report?.next) report = await taskRuns.runStep(id, report.next, 1);
  return (await api.call<ShownTask>('GET', `/v1/tasks/${id}`, { key: by })).body;
}

const begin = async (input: object, by = key, more: object = {}) => {
  const { status, body } = await create({ goal: 'Look after the mail.', ...input }, by, more);
  expect([status, body.error]).toEqual([202, null]);
  return body.id as string;
};

/** Says one thing after the other; then that it is done. */
const saying =
  (...replies: readonly ModelReply[]) =>
  (_call: unknown, turn: number): ModelReply =>
    replies[turn - 1] ?? { text: 'done' };

const calling = (name: string, args: object): ModelReply => ({
  text: null,
  calls: [{ name, arguments: args }],
});
const sent = () =>
  api.database.query<{ recipients: unknown }>('SELECT recipients FROM sends WHERE org_id = $1', [
    orgId,
  ]);
const decide = (approvalId: string, what: string, by = key) =>
  api.call('POST', `/v1/approvals/${approvalId}/${what}`, { key: by, body: { comment: 'so' } });
const lastTold = () => JSON.stringify(model.server.calls.at(-1)!.request.messages.at(-1));
// Scheduled: nobody waits for it to leave.
const mailTo = (to: string) => ({
  ...{ inbox_id: inbox.inboxId, to: [to], subject: 'Hi', text: 'Hi' },
  send_at: new Date(Date.now() + 86_400_000).toISOString(),
});

describe('an agent', () => {
  it('reads with the tools that only read, and answers', async () => {
    const emailId = await receive(inbox, 'The locker has the number 8841.');
    model.server.script(
      saying(calling('read_email', { email_id: emailId }), { text: 'It is 8841.' }),
    );
    const done = await work(await begin({ goal: 'Which locker?' }));
    expect(done).toMatchObject({ status: 'COMPLETED', output: { answer: 'It is 8841.' } });
    expect(done.steps.map(({ name }) => name)).toEqual([
      ...['takeTurn:1', 'useTool:1.1', 'takeTurn:2'],
    ]);
    const [first, second] = model.server.calls;
    expect(JSON.stringify(second!.request.messages)).toContain('8841');
    const offered = first!.request.tools!.map((tool) =>
      'function' in tool ? tool.function.name : '',
    );
    expect(offered).toContain('read_email');
    expect(offered).not.toContain('send_email');
    expect(first!.headers['idempotency-key']).toBe(`${done.id}:1`);
  });

  it('tells from when to when it did each step', async () => {
    const asked: number[] = [];
    model.server.script(() => {
      asked.push(Date.now());
      return { text: 'done' };
    });
    const { steps } = await work(await begin({}));
    const [began, ended] = [steps[0]!.started_at, steps[0]!.ended_at].map(Date.parse);
    // The model is asked within the step.
    expect([began! <= asked[0]!, asked[0]! <= ended!, began! < ended!]).toEqual([true, true, true]);
  });

  it('sends nothing before somebody allows it, and then just that, once', async () => {
    model.server.script(saying(calling('send_email', mailTo('bob@example.org'))));
    const id = await begin({ tools: ['send_email'] });
    const waiting = await work(id);
    expect(waiting).toMatchObject({ status: 'WAITING_APPROVAL' });
    expect(await sent()).toHaveLength(0);
    const { body } = await api.call('GET', `/v1/approvals/${waiting.approval_id}`, { key });
    expect(body).toMatchObject({ kind: 'tool', resource_id: id, status: 'PENDING' });
    expect(body.call).toMatchObject({ tool: 'send_email', arguments: { to: ['bob@example.org'] } });
    expect(await work(id)).toMatchObject({ status: 'WAITING_APPROVAL' });
    expect((await decide(waiting.approval_id, 'approve')).status).toBe(200);
    expect(await work(id)).toMatchObject({ status: 'COMPLETED', output: { answer: 'done' } });
    expect(await sent()).toMatchObject([{ recipients: [{ address: 'bob@example.org' }] }]);
    expect((await decide(waiting.approval_id, 'approve')).status).toBe(409);
  });

  it('waits for what a killed worker left of a call, and makes it once', async () => {
    const grants = [
      { tool: 'send_email', inbox_id: inbox.inboxId, recipients: ['bob@example.org'] },
    ];
    model.server.script(saying(calling('send_email', mailTo('bob@example.org'))));
    const id = await begin({ tools: ['send_email'], grants });
    const { taskRuns } = api.background;
    for (const step of ['takeTurn', 'useTool']) await taskRuns.runStep(id, step, 1);
    // As if the worker had ended before it could say what came of it.
    await api.database.query(`DELETE FROM task_steps WHERE task_id = $1 AND name = 'useTool:1.1'`, [
      id,
    ]);
    const left = (until: string) =>
      api.database.query(
        `UPDATE idempotent_answers SET status = NULL, sealed_answer = NULL, running_until = ${until}
         WHERE idempotency_key LIKE $1 || ':%'`,
        [id],
      );
    await left(`now() + interval '1 minute'`);
    await expect(taskRuns.runStep(id, 'useTool', 2)).rejects.toMatchObject({ status: 503 });
    await left(`now() - interval '1 second'`);
    expect(await work(id)).toMatchObject({ status: 'COMPLETED', output: { answer: 'done' } });
    expect(lastTold()).not.toContain('still running');
    expect(await sent()).toHaveLength(1);
  });

  it('goes on without what somebody rejects', async () => {
    model.server.script(saying(calling('send_email', mailTo('bob@example.org'))));
    const id = await begin({ tools: ['send_email'] });
    const { approval_id: approvalId } = await work(id);
    await decide(approvalId, 'reject');
    expect(await work(id)).toMatchObject({ status: 'COMPLETED' });
    expect(lastTold()).toContain('rejected this call');
    expect(await sent()).toHaveLength(0);
  });

  it('sends what a grant fixes, and asks for all that leaves it', async () => {
    const grants = () => [
      { tool: 'send_email', inbox_id: inbox.inboxId, recipients: ['bob@example.org'] },
    ];
    model.server.script(saying(calling('send_email', mailTo('Bob@example.org'))));
    const done = await work(await begin({ tools: ['send_email'], grants: grants() }));
    expect(done.status).toBe('COMPLETED');
    expect(await sent()).toHaveLength(1);
    for (const more of [
      { cc: ['eve@example.org'] },
      { bcc: 'eve@example.org' },
      { to: ['bob@example.org', 'eve@example.org'] },
      { inbox_id: other.inboxId },
      { reply_to: 'eve@example.org' },
      { to: ['Bob <bob@example.org>, eve@example.org'] },
    ]) {
      model.server.script(saying(calling('send_email', { ...mailTo('bob@example.org'), ...more })));
      const asking = await work(await begin({ tools: ['send_email'], grants: grants() }));
      expect([more, asking.status]).toEqual([more, 'WAITING_APPROVAL']);
    }
    expect(await sent()).toHaveLength(1);
  });

  it('reaches no further than the key that made it', async () => {
    const hidden = await receive(other, 'The secret is 4711.');
    const { body } = await api.call('POST', `/v1/inboxes/${inbox.inboxId}/api-keys`, {
      key,
      body: { name: 'bound' },
    });
    model.server.script(saying(calling('read_email', { email_id: hidden })));
    const bound = body.api_key as string;
    const id = await begin({}, bound, { inbox_id: inbox.inboxId });
    expect((await work(id)).status).toBe('COMPLETED');
    expect(lastTold()).toContain('bound to other inboxes');
    expect(JSON.stringify(model.server.calls.map(({ request }) => request))).not.toContain('4711');
  });

  it('ends with the key that made it', async () => {
    const { body } = await api.call('POST', '/v1/orgs/me/api-keys', { key, body: { name: 'own' } });
    model.server.script(saying(calling('list_inboxes', {})));
    const id = await begin({}, body.api_key as string);
    await api.call('DELETE', `/v1/orgs/me/api-keys/${body.id}`, { key });
    expect(await work(id)).toMatchObject({
      status: 'FAILED',
      error: expect.stringContaining('gone'),
    });
  });

  it('is not asked twice for a turn that is stored', async () => {
    model.server.script(saying(calling('list_inboxes', {})));
    const id = await begin({});
    await api.background.taskRuns.runStep(id, 'takeTurn', 1);
    await api.background.taskRuns.runStep(id, 'takeTurn', 2);
    expect(model.server.calls).toHaveLength(1);
    expect((await work(id)).status).toBe('COMPLETED');
    expect(model.server.calls).toHaveLength(2);
  });

  it.each([
    ['steps', { max_steps: 3 }, 'max_steps', 3],
    ['tokens', { max_tokens: 15 }, 'max_tokens', 2],
  ])('ends when its %s are used', async (_what, limits, error, turns) => {
    model.server.script(calling('list_inboxes', {}));
    const ended = await work(await begin(limits));
    expect(ended).toMatchObject({ status: 'FAILED', error: expect.stringContaining(error) });
    expect(model.server.calls).toHaveLength(turns);
  });

  it.each([
    ['a tool that there is not', calling('fly', {}), 'There is no tool fly'],
    [
      'a tool that it was not given',
      calling('delete_email', { email_id: 'eml_1' }),
      'There is no tool',
    ],
    ['broken arguments', { calls: [{ name: 'read_email', arguments: '{"email_id":' }] }, 'error'],
    ['an email that is not there', calling('read_email', { email_id: 'eml_0' }), 'not found'],
  ])('is told of %s', async (_what, reply, told) => {
    model.server.script(saying(reply));
    expect((await work(await begin({}))).status).toBe('COMPLETED');
    expect(lastTold()).toContain(told);
  });

  it.each([
    ...['create_api_key', 'store_credential', 'list_credentials', 'create_webhook', 'add_domain'],
    ...['create_smtp_config', 'set_ai_config', 'get_ai_config', 'create_task', 'approve'],
    ...['regenerate_imap_password', 'put_approval_policy', 'list_approvals', 'fly'],
  ])('never has %s', async (tool) => {
    const { status, body } = await create({ goal: 'x', tools: [tool] });
    expect(status).toBe(400);
    expect(body.error).toMatch(/^input\.tools must be of /);
  });

  it.each([
    [{}, /^input\.goal/],
    [{ goal: 'x', max_steps: 0 }, /^input\.max_steps/],
    [{ goal: 'x', grants: [{ tool: 'reply_to_email' }] }, /^input\.grants/],
  ])('is not made of %j', async (input, problem) => {
    expect(await create(input)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(problem) },
    });
  });

  it('is granted nothing of inboxes that are not its own', async () => {
    const { inboxId } = await api.createInbox((await api.createOrg()).orgId);
    const statuses = [inboxId, 'inb_00000000000000000000'].map(async (id) => {
      const grant = { tool: 'send_email', inbox_id: id, recipients: ['bob@example.org'] };
      return (await create({ goal: 'x', tools: ['send_email'], grants: [grant] })).status;
    });
    expect(await Promise.all(statuses)).toEqual([403, 404]);
  });

  it('needs a model', async () => {
    await model.configure(api, key, { features: { ask: true } });
    const { status, body } = await create({ goal: 'x' });
    expect([status, body.error]).toEqual([400, expect.stringContaining('needs a model')]);
  });
});
