import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../../src/ids.js';
import { emailRemoval } from '../../../src/store/mail/remove.js';
import { InboxPurge } from '../../../src/resources/inboxes/purge.js';
import type { Recipient } from '../../../src/store/mail/delivery.js';
import { assignAgents } from '../../../src/resources/threads/agents.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { makeInbox } from '../../support/inboxes.js';
import { TABLES } from '../../../src/catalogue.js';

const removeEmails = emailRemoval(TABLES);

let test: TestDatabase;
let inbox: Recipient;
let uid = 0;

beforeAll(async () => {
  test = await createTestDatabase();
});
beforeEach(async () => {
  inbox = await makeInbox(test.database);
});
afterAll(() => test.drop());

/** A mail in a thread; answers its id. */
async function addMail(threadId: string, status = 'received'): Promise<string> {
  const id = newId('eml');
  await test.database.query(
    `WITH message AS (INSERT INTO stored_messages (raw, trace) VALUES ('', '') RETURNING id)
     INSERT INTO emails (id, org_id, inbox_id, uid, stored_message_id, thread_id, status,
       parse_status, envelope_from, delivered_to, size, received_at, accepted_at)
     SELECT $1, $2, $3, $4, message.id, $5, $6, 'complete', '', '', 1, now(), now() FROM message`,
    [id, inbox.orgId, inbox.inboxId, ++uid, threadId, status],
  );
  return id;
}

async function newThread(): Promise<string> {
  const threadId = newId('thr');
  await addMail(threadId);
  return threadId;
}

const ofThread = (threadId: string, agentId: string) => ({
  orgId: inbox.orgId,
  inboxId: inbox.inboxId,
  threadId,
  agentId,
});
const assign = (...assignments: Parameters<typeof assignAgents>[1]) =>
  test.database.transaction((manager) => assignAgents(manager, assignments));
const roles = async () => {
  const rows = await test.database.query<{ agent_id: string; role: string }>(
    'SELECT agent_id, role FROM thread_agents WHERE inbox_id = $1 ORDER BY agent_id, thread_id',
    [inbox.inboxId],
  );
  return rows.map(({ agent_id, role }) => `${agent_id} ${role}`);
};
const told = async () => {
  const rows = await test.database.query<{ role: string }>(
    `SELECT body::jsonb->'data'->>'role' AS role FROM events
     WHERE inbox_id = $1 AND kind = 'thread.assigned' ORDER BY seq`,
    [inbox.inboxId],
  );
  return rows.map(({ role }) => role);
};
const remove = (...emailIds: string[]) =>
  test.database.transaction((manager) => removeEmails(manager, emailIds));

describe('assignAgents', () => {
  it('assigns agents of several threads, and tells each once', async () => {
    const [one, two] = [await newThread(), await newThread()];
    const wanted = [
      { ...ofThread(one, 'a'), role: 'OWNER' as const },
      ofThread(one, 'b'),
      ofThread(two, 'a'),
    ];
    await assign(...wanted);
    expect((await roles()).sort()).toEqual(['a OWNER', 'a PARTICIPANT', 'b PARTICIPANT']);
    expect(await told()).toHaveLength(3);
    await assign(...wanted);
    expect(await told()).toHaveLength(3);
  });

  it('leaves the role of who is there as it is when none is given', async () => {
    const thread = await newThread();
    await assign({ ...ofThread(thread, 'a'), role: 'OWNER' });
    await assign(ofThread(thread, 'a'));
    expect(await roles()).toEqual(['a OWNER']);
    await assign({ ...ofThread(thread, 'a'), role: 'OBSERVER' });
    expect(await roles()).toEqual(['a OBSERVER']);
    expect(await told()).toEqual(['OWNER', 'OBSERVER']);
  });

  it('takes the last word on an agent that is named twice', async () => {
    const thread = await newThread();
    await assign(ofThread(thread, 'a'), { ...ofThread(thread, 'a'), role: 'OBSERVER' });
    expect(await roles()).toEqual(['a OBSERVER']);
    expect(await told()).toEqual(['OBSERVER']);
  });

  it.each(['blocked', 'quarantined'])('knows no thread of %s mail alone', async (status) => {
    const thread = newId('thr');
    await addMail(thread, status);
    await assign(ofThread(thread, 'a'), ofThread('thr_none', 'a'));
    expect(await roles()).toEqual([]);
    expect(await told()).toEqual([]);
  });

  it('does not reach threads of other organizations and inboxes', async () => {
    const thread = await newThread();
    const other = await makeInbox(test.database);
    await assign(
      { ...ofThread(thread, 'a'), orgId: other.orgId },
      { ...ofThread(thread, 'b'), inboxId: other.inboxId },
    );
    expect(
      await test.database.query('SELECT id FROM thread_agents WHERE thread_id = $1', [thread]),
    ).toEqual([]);
  });

  it('does nothing for nobody', async () => {
    await assign();
    expect(await roles()).toEqual([]);
  });
});

describe('removing mail', () => {
  it('leaves agents while a mail that is shown is left', async () => {
    const thread = newId('thr');
    const mails = [await addMail(thread), await addMail(thread), await addMail(thread, 'blocked')];
    await assign(ofThread(thread, 'a'));
    await remove(mails[0]!);
    expect(await roles()).toEqual(['a PARTICIPANT']);
    await remove(mails[1]!);
    expect(await roles()).toEqual([]);
  });

  it('leaves no agents when the last mails of a thread are deleted at once', async () => {
    for (let round = 0; round < 10; round++) {
      const thread = newId('thr');
      const mails = await Promise.all([addMail(thread), addMail(thread), addMail(thread)]);
      await assign(ofThread(thread, 'a'));
      await Promise.all(mails.map((id) => remove(id)));
      expect(await roles()).toEqual([]);
    }
  });

  it('leaves no agent that is assigned meanwhile', async () => {
    for (let round = 0; round < 10; round++) {
      const thread = newId('thr');
      const mail = await addMail(thread);
      await Promise.all([
        remove(mail),
        assign(ofThread(thread, 'a')),
        assign({ ...ofThread(thread, 'a'), role: 'OWNER' }),
      ]);
      expect(await roles()).toEqual([]);
    }
  });

  it('leaves no agents of a purged inbox', async () => {
    const thread = await newThread();
    await assign(ofThread(thread, 'a'));
    await test.database.query('UPDATE inboxes SET deleted_at = now() WHERE id = $1', [
      inbox.inboxId,
    ]);
    await test.database.transaction((manager) =>
      new InboxPurge(TABLES).removeChunk(manager, inbox.inboxId, 100),
    );
    expect(await roles()).toEqual([]);
  });
});
