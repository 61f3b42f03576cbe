import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeInbox } from '../../support/inboxes.js';
import type { TestInbox } from '../../support/mail-api.js';
import { startRouting, type Routing } from './fixture.js';

let routing: Routing;
let inbox: TestInbox;
let other: TestInbox;

beforeAll(async () => {
  routing = await startRouting();
});
beforeEach(async () => {
  inbox = await makeInbox(routing.database);
  other = await routing.beside(inbox);
});
afterAll(() => routing.drop());

const rule = (parts: Parameters<Routing['rule']>[1]) => routing.rule(inbox.orgId, parts);
const pause = async ({ inboxId }: TestInbox) => {
  await routing.database.query('UPDATE inbox_counters SET withhold = true WHERE inbox_id = $1', [
    inboxId,
  ]);
};
const routed = async (id: string) => {
  await routing.finish(id);
  return routing.row(id);
};

describe('a mail that a rule gives to an agent', () => {
  it('has the agent in its thread, and tells of it', async () => {
    await rule({ targetAgentId: 'support' });
    const id = await routing.accept(inbox);

    const { thread_id: thread, settled, outcome } = await routed(id);

    expect({ settled, outcome }).toEqual({ settled: true, outcome: 'ok' });
    expect(await routing.agentsOf(thread)).toEqual([{ agent_id: 'support', role: 'PARTICIPANT' }]);
    expect(await routing.eventsOf(id)).toEqual(['email.received', 'thread.created']);
    expect(await routing.eventsOf(thread)).toEqual(['thread.assigned']);
  });

  it('is routed once, however often it is finished and whatever the rules are by then', async () => {
    await rule({ targetAgentId: 'support' });
    const id = await routing.accept(inbox);
    await Promise.all([routing.finish(id), routing.finish(id)]);
    await rule({ targetAgentId: 'sales', priority: 1 });

    const { thread_id: thread } = await routed(id);

    expect(await routing.agentsOf(thread)).toMatchObject([{ agent_id: 'support' }]);
    expect(await routing.eventsOf(thread)).toEqual(['thread.assigned']);
  });

  it('goes by the rules as they are when it is finished', async () => {
    const { id: ruleId } = await rule({ targetAgentId: 'a' });
    const access = { orgId: inbox.orgId, allowedInboxIds: null };
    const agents = async () => {
      const { thread_id: thread } = await routed(await routing.accept(inbox));
      return (await routing.agentsOf(thread)).map(({ agent_id }) => agent_id);
    };

    expect(await agents()).toEqual(['a']);
    await routing.rules.update(access, ruleId, { targetAgentId: 'b' });
    expect(await agents()).toEqual(['b']);
    await routing.rules.update(access, ruleId, { enabled: false });
    expect(await agents()).toEqual([]);
    await routing.rules.update(access, ruleId, { enabled: true });
    expect(await agents()).toEqual(['b']);
    await routing.rules.remove(access, ruleId);
    expect(await agents()).toEqual([]);
  });

  it('is one of the organization of the rule', async () => {
    await rule({ targetAgentId: 'support' });
    const foreign = await makeInbox(routing.database);
    const ids = [await routing.accept(foreign), await routing.accept(inbox)];
    await routing.finish(...ids);
    const [theirs, ours] = await Promise.all(ids.map(routing.row));
    expect(await routing.agentsOf(theirs!['thread_id'])).toEqual([]);
    expect(await routing.agentsOf(ours!['thread_id'])).toHaveLength(1);
  });

  it('is routed when its parse was put off, and when its run fails', async () => {
    await rule({ targetAgentId: 'support', subjectPattern: 'Found late' });
    await rule({ targetAgentId: 'anything', priority: 200 });
    const late = await routing.accept(inbox, null);
    await routing.finish(late);
    expect(await routing.row(late)).toMatchObject({ agent_id: null, outcome: null });
    await routing.finishPending({ subject: 'Found late' });
    await routing.finish(late);
    const unread = await routing.accept(inbox);
    await routing.fail(unread);
    expect(await routing.row(late)).toMatchObject({ agent_id: 'support', settled: true });
    expect(await routing.row(unread)).toMatchObject({ agent_id: 'anything', settled: true });
  });

  it('that cannot be routed is told of, is not settled, and is given up in the end', async () => {
    await rule({ targetAgentId: 'support' });
    const [later, never] = [await routing.accept(inbox), await routing.accept(inbox)];
    const { database } = routing;
    await database.query('ALTER TABLE routed_emails RENAME TO away');
    try {
      await expect(routing.finish(later, never)).rejects.toThrow('routed_emails');
      await routing.fail(never);
    } finally {
      await database.query('ALTER TABLE away RENAME TO routed_emails');
    }
    expect(await routing.row(later)).toMatchObject({ outcome: 'ok', settled: false });
    expect(await routing.eventsOf(later)).toContain('email.received');
    expect(await routing.row(never)).toMatchObject({ settled: true, agent_id: null });

    expect(await routed(later)).toMatchObject({ settled: true, agent_id: 'support' });
    expect(await routing.eventsOf(later)).toEqual(['email.received', 'thread.created']);
  });

  it.each([
    ['spam', { isSpam: true }],
    ['a mail that no rule matches', { subject: 'Something else' }],
  ])('is not %s', async (_case, found) => {
    await rule({ targetAgentId: 'support', subjectPattern: 'Welcome' });
    const id = await routing.accept(inbox, found);
    expect(await routed(id)).toMatchObject({ agent_id: null, outcome: 'ok', settled: true });
  });

  it('is not one that a list blocks', async () => {
    await rule({ targetAgentId: 'support' });
    await routing.database.query(
      `INSERT INTO address_rules (org_id, inbox_id, direction, kind, pattern)
       VALUES ($1, NULL, 'receive', 'block', 'northwind.example')`,
      [inbox.orgId],
    );
    const id = await routing.accept(inbox);
    expect(await routed(id)).toMatchObject({ status: 'blocked', agent_id: null, settled: true });
  });
});

describe('withheld mail', () => {
  it('is routed when it is released', async () => {
    await rule({ targetAgentId: 'support', targetInboxId: other.inboxId });
    await pause(inbox);
    const id = await routing.accept(inbox);
    expect(await routed(id)).toMatchObject({ status: 'held', agent_id: null, settled: true });
    expect(await routing.mailsOf(other)).toEqual([]);

    await routing.releasing.releaseChunk(inbox.inboxId);
    expect(await routing.row(id)).toMatchObject({ status: 'received', settled: false });
    expect(await routed(id)).toMatchObject({ agent_id: 'support', settled: true });

    expect(await routing.mailsOf(other)).toHaveLength(1);
    expect(await routing.eventsOf(id)).toEqual(['email.received', 'thread.created']);
  });

  it('is left to itself where there are no rules', async () => {
    await pause(inbox);
    const id = await routing.accept(inbox);
    await routed(id);
    await routing.releasing.releaseChunk(inbox.inboxId);
    expect(await routing.row(id)).toMatchObject({ status: 'received', settled: true });
  });
});
