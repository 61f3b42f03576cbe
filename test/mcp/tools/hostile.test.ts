import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parser } from '../../support/parser.js';
import type { ValueOperation } from '../../../src/operations/operation.js';
import { WORLD_PARTS } from '../../operations/world.js';
import { startApi, type TestApi } from '../../support/start-api.js';
import { apart } from './apart.js';
import { canary, HEADERS, hostileMail, word } from './hostile-mail.js';
import { ALL_TOOLS, toolCaller, type CallTool } from './tool-caller.js';

const MAILS = 200;
const CANARY = /zqcanary/i;

/** Where canaries stand in an answer that is not below `untrusted`. */
function escaped(value: unknown, path = 'result'): string[] {
  if (typeof value === 'string') return CANARY.test(value) ? [`${path}: ${value}`] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    if (name === 'untrusted') return [];
    return [...escaped(name, path), ...escaped(part, `${path}.${name}`)];
  });
}

describe('Mail that gives orders', () => {
  let api: TestApi;
  let key: string;
  let callTool: CallTool;
  let inboxId: string;
  let webhookId: string;
  const emails: string[] = [];

  beforeAll(async () => {
    // Receivers of webhooks and providers are strangers as well.
    const said = `550 5.7.1 ${canary('provider')}`;
    const body = Buffer.from(canary('receiver'));
    const parts = {
      ...WORLD_PARTS,
      parser,
      egress: {
        ...WORLD_PARTS.egress!,
        send: async () =>
          ({ kind: 'answered', status: 400, headers: {}, body, isCut: false }) as const,
      },
    };
    api = await startApi({ parts });
    ({ key } = await api.createOrg());
    callTool = toolCaller(api, key);
    const made = await callTool('create_inbox', { name: 'hostile' });
    inboxId = made.content.id;
    const { address } = made.content as { address: string };
    const url = 'https://a.example.com/';
    webhookId = (await callTool('create_webhook', { url })).content.id;
    for (const pattern of ['*zqcanary*', 'nobody@*'])
      await callTool('create_routing_rule', {
        name: 'rule',
        conditions: { from_pattern: pattern, subject_pattern: pattern },
        target_agent_id: 'agent',
      });
    await callTool('add_suppression', { address: 'a@example.com', detail: said });
    const source = { protocol: 'ESMTP', remoteAddress: '192.0.2.1', helo: word('helo'), id: 's1' };
    const [row] = await api.database.query<{ org_id: string }>(
      'SELECT org_id FROM inboxes WHERE id = $1',
      [inboxId],
    );
    for (let index = 0; index < MAILS; index++) {
      const [id] = await api.services.inbound.accept({
        mailFrom: `${word('envelope')}@evil.example`,
        recipients: [{ inboxId, orgId: row!.org_id, address }],
        raw: hostileMail(index, address),
        source,
      });
      emails.push(id!);
    }
  });
  afterAll(() => api.close());

  const expectSafe = async (name: string, args: object): Promise<unknown> => {
    const { isError, text, content } = await callTool(name, args);
    expect([name, args, isError && text]).toEqual([name, args, false]);
    expect([name, args, escaped(content)]).toEqual([name, args, []]);
    return content;
  };

  it('is shown by lists and searches below untrusted alone', async () => {
    for (const args of [{}, { include_spam: true }, { max_chars: 10_000 }])
      expect(JSON.stringify(await listed('list_emails', { inbox_id: inboxId, ...args }))).toMatch(
        CANARY,
      );
    await listed('search_emails', { q: 'zqcanary', include_spam: true });
    await listed('list_threads', {});
    await expectSafe('list_suppressions', {});
  });

  it('is read below untrusted alone, whatever tool reads it', async () => {
    for (const email_id of emails) {
      const reads = ['auto', 'text', 'html'].map((body) =>
        expectSafe('read_email', { email_id, body }),
      );
      for (const read of await Promise.all(reads)) expect(JSON.stringify(read)).toMatch(CANARY);
      await expectSafeFiles(email_id, await reads[0]);
      await Promise.all([
        expectSafe('mark_email_read', { email_id }),
        expectSafe('read_raw_email', { email_id }),
        expectSafe('read_timeline', { email_id }),
        expectSafe('read_inbox_email', { inbox_id: inboxId, email_id }),
        expectSafe('test_routing_rules', { email_id }),
      ]);
    }
  });

  it('comes as it comes over REST, to the byte, but for what is moved', async () => {
    const list = `/v1/inboxes/${inboxId}/emails`;
    await expectAsOverRest('list_emails', { inbox_id: inboxId, limit: 100 }, list);
    const all = { include_spam: true, limit: 100, max_chars: 10_000 };
    await expectAsOverRest('search_emails', all, '/v1/emails');
    const threads = await expectAsOverRest('list_threads', { limit: 20 }, '/v1/threads');
    for (const { thread_id } of (threads as { data: { thread_id: string }[] }).data)
      await expectAsOverRest('get_thread', { thread_id }, `/v1/threads/${thread_id}`);
    for (const email_id of emails)
      await expectAsOverRest('read_email', { email_id }, `/v1/emails/${email_id}`);
  });

  it('is found by durable waits', async () => {
    const since = '2020-01-01T00:00:00Z';
    const args = { inbox_id: inboxId, kind: 'link', since, count: 10 };
    const { id } = (await expectSafe('create_wait', args)) as { id: string };
    const wait = (await expectSafe('get_wait', { wait_id: id, timeout: 5 })) as {
      matches: { untrusted: { link: string } }[];
    };
    expect(wait.matches).toHaveLength(10);
    expect(JSON.stringify(wait.matches)).toMatch(CANARY);
    await listed('list_waits', {});
  });

  it('is waited for, answered and passed on likewise', async () => {
    const { content } = await callTool('list_threads', { limit: 20 });
    for (const { thread_id } of content.data) await expectSafe('get_thread', { thread_id });
    for (const since of ['2020-01-01T00:00:00Z', undefined])
      for (const name of ['wait_for_email', 'get_otp'])
        await expectSafe(name, { inbox_id: inboxId, since });
    const send_at = new Date(Date.now() + 86_400_000).toISOString();
    for (const email_id of emails.slice(0, 20)) {
      const args = { inbox_id: inboxId, email_id, send_at };
      await expectSafe('forward_email', { ...args, to: 'a@mail.example' });
      const reply = await callTool('reply_to_email', { ...args, text: 'No.' });
      if (reply.isError) continue;
      expect(escaped(reply.content)).toEqual([]);
      await expectSafe('read_email', { email_id: reply.content.email_id });
    }
    await listed('list_emails', { inbox_id: inboxId, direction: 'all' });
    await expectSafe('test_webhook', { webhook_id: webhookId });
    expect(
      JSON.stringify(await expectSafe('list_webhook_deliveries', { webhook_id: webhookId })),
    ).toMatch(CANARY);
  });

  it('is quoted by drafts', async () => {
    const { id: draft_id } = (await expectSafe('create_draft', {
      inbox_id: inboxId,
      to: `"${canary('name')}" <a@mail.example>`,
      subject: `Re: ${canary('subject')}`,
      text: `> ${canary('quoted')}`,
      attachments: [{ filename: word('file'), content: 'aGVsbG8=' }],
    })) as { id: string };
    expect(JSON.stringify(await expectSafe('get_draft', { draft_id }))).toMatch(CANARY);
    expect(JSON.stringify(await listed('list_drafts', {}))).toMatch(CANARY);
  });

  it('answers questions', async () => {
    const question = 'What is the zqcanary verification code?';
    const asked = (await expectSafe('ask', {
      question: 'What is the verification code?',
      wait: 60,
    })) as {
      id: string;
      untrusted: { answer: string };
    };
    const again = await expectSafe('get_question', { question_id: asked.id });
    expect(JSON.stringify([asked, again])).toMatch(CANARY);
    // What the asker wrote is no stranger's.
    expect((await callTool('ask', { question, wait: 60 })).content.question).toBe(question);
  });

  it('comes with what agents make of tasks', async () => {
    const agent_id = 'agent';
    const said = { said: canary('task') };
    for (const end of [
      { name: 'complete_task', output: said },
      { name: 'fail_task', error: canary('error'), retryable: false },
    ]) {
      const { id: task_id } = (await expectSafe('create_task', { type: 'custom' })) as {
        id: string;
      };
      const claimed = (await expectSafe('claim_task', { agent_id })) as { lease_token: string };
      const lease = { task_id, lease_token: claimed.lease_token };
      const progress = { step: canary('step'), message: canary('message') };
      await expectSafe('heartbeat_task', { ...lease, progress, checkpoint: said });
      const { name, ...what } = end;
      await expectSafe(name, { ...lease, ...what });
      await expectSafe('list_task_events', { task_id });
      expect(JSON.stringify(await expectSafe('get_task', { task_id }))).toMatch(CANARY);
    }
    expect(JSON.stringify(await expectSafe('list_tasks', {}))).toMatch(CANARY);
  });

  it('has its like in names of programs', async () => {
    const body = { client_name: canary('client').slice(0, 64) };
    await api.call('POST', '/oauth/register', { key, body });
    expect(JSON.stringify(await expectSafe('list_oauth_clients', {}))).toMatch(CANARY);
  });

  it('is below untrusted alone in whatever else can be read without naming anything', async () => {
    const tools = ALL_TOOLS.list.filter(
      // The patterns of rules are the user's.
      ({ name, annotations, inputSchema }) =>
        annotations?.readOnlyHint && !inputSchema.required && name !== 'list_routing_rules',
    );
    for (const { name } of tools) {
      const { isError, text, content } = await callTool(name, { timeout: 1 });
      expect([name, escaped(isError ? text : content)]).toEqual([name, []]);
    }
    expect(tools.length).toBeGreaterThan(20);
  });

  async function expectAsOverRest(name: string, args: object, path: string): Promise<unknown> {
    const { operation, inputs } = ALL_TOOLS.find(name)!;
    const fields = Object.entries({ ...inputs.defaults, ...args }).filter(
      ([field]) => !path.includes(`/${String((args as Record<string, unknown>)[field])}`),
    );
    const query = new URLSearchParams();
    for (const [field, value] of fields) query.set(field, String(value));
    const { body } = await api.call('GET', `${path}?${query.toString()}`, { key });
    const { text } = await callTool(name, args);
    expect(text).toBe(JSON.stringify(apart((operation as ValueOperation).output, body)));
    return body;
  }

  /** All pages of a list. */
  async function listed(name: string, args: object): Promise<unknown[]> {
    const pages: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = (await expectSafe(name, { ...args, cursor, limit: 100 })) as {
        cursor: string | null;
      };
      pages.push(page);
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
    return pages;
  }

  async function expectSafeFiles(email_id: string, read: unknown): Promise<void> {
    const { attachments } = read as { attachments: { id: string }[] };
    for (const { id } of attachments)
      expect(
        JSON.stringify(await expectSafe('get_attachment', { email_id, attachment_id: id })),
      ).toMatch(/zqcanary|content_base64/i);
  }
});

it('is made of mails that differ', () => {
  const mails = Array.from({ length: MAILS }, (_, index) => String(hostileMail(index, 'a@b.c')));
  expect(new Set(mails).size).toBe(MAILS);
  for (const [name] of HEADERS) expect(mails.some((mail) => mail.includes(`${name}: `))).toBe(true);
});
