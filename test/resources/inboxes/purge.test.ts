import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/auth/caller.js';
import { newId } from '../../../src/ids.js';
import type { InboxEntity } from '../../../src/resources/inboxes/entities.js';
import { startInboxes, type InboxFixture } from './fixture.js';

let fixture: InboxFixture;
let caller: Caller;
let inbox: InboxEntity;
let other: InboxEntity;

beforeAll(async () => {
  fixture = await startInboxes();
  caller = await fixture.caller();
});
beforeEach(async () => {
  ({ inbox } = await fixture.create(caller));
  ({ inbox: other } = await fixture.create(caller));
});
afterAll(() => fixture.drop());

const remove = (which: InboxEntity) => fixture.inboxes.remove(caller, which.id);

const addKey = async (inboxIds: readonly string[]): Promise<string> => {
  const id = newId('key');
  await fixture.database.query(
    `INSERT INTO api_keys (id, org_id, name, key_prefix, key_hash, allowed_inbox_ids)
     VALUES ($1, $2, 'k', '', sha256(convert_to($1, 'UTF8')), $3)`,
    [id, caller.orgId, inboxIds],
  );
  return id;
};

describe('purging a deleted inbox', () => {
  it('goes in chunks and removes the inbox with the last one', async () => {
    for (let i = 0; i < 5; i++) await fixture.addEmail(inbox);
    await remove(inbox);
    expect(await fixture.inboxes.purgeChunk(inbox.id, 2)).toMatchObject({ done: false });
    expect(await fixture.count('emails', 'inbox_id', inbox.id)).toBe(3);
    expect(await fixture.count('inboxes', 'id', inbox.id)).toBe(1);
    expect(await fixture.inboxes.purgeChunk(inbox.id, 2)).toMatchObject({ done: false });
    expect(await fixture.inboxes.purgeChunk(inbox.id, 2)).toMatchObject({ done: true });
    expect(await fixture.count('emails', 'inbox_id', inbox.id)).toBe(0);
    expect(await fixture.count('inboxes', 'id', inbox.id)).toBe(0);
    expect(await fixture.inboxes.purgeChunk(inbox.id, 2)).toMatchObject({ done: true });
  });

  it('waits for what is being handed over', async () => {
    const { id } = await fixture.addEmail(inbox);
    await fixture.addEmail(inbox);
    await fixture.database.query(`UPDATE emails SET direction = 'outbound' WHERE id = $1`, [id]);
    await fixture.database.query(`INSERT INTO send_attempts (email_id, number) VALUES ($1, 1)`, [
      id,
    ]);
    await remove(inbox);
    expect(await fixture.inboxes.purgeChunk(inbox.id)).toMatchObject({ done: false });
    await expect(fixture.inboxes.purgeChunk(inbox.id)).rejects.toMatchObject({ status: 503 });
    expect(await fixture.count('emails', 'inbox_id', inbox.id)).toBe(1);

    await fixture.database.query(`UPDATE send_attempts SET outcome = 'accepted'`);
    expect(await fixture.inboxes.purgeChunk(inbox.id)).toMatchObject({ done: true });
    expect(await fixture.count('inboxes', 'id', inbox.id)).toBe(0);
  });

  it('takes fewer at once when they are large: 64 MiB, and one at least', async () => {
    for (let i = 0; i < 6; i++) await fixture.addEmail(inbox);
    await fixture.database.query('UPDATE emails SET size = 23000000 WHERE inbox_id = $1', [
      inbox.id,
    ]);
    await fixture.database.query(
      'UPDATE emails SET size = 100000000 WHERE inbox_id = $1 AND uid = 4',
      [inbox.id],
    );
    await remove(inbox);
    const left: number[] = [];
    for (let ended = false; !ended;) {
      ({ done: ended } = await fixture.inboxes.purgeChunk(inbox.id, 100));
      left.push(await fixture.count('emails', 'inbox_id', inbox.id));
    }
    expect(left).toEqual([4, 3, 2, 0]);
    expect(await fixture.count('inboxes', 'id', inbox.id)).toBe(0);
  });

  it('takes drafts with large files a few at a time', async () => {
    await fixture.database.query(
      `INSERT INTO drafts (id, org_id, inbox_id, message, attachments, contents)
       SELECT 'drf_' || $2 || n, $1, $2, '{}', '[]',
         ARRAY[convert_to(repeat('x', 20000000), 'UTF8'), convert_to(repeat('y', 20000000), 'UTF8')]
       FROM generate_series(1, 3) AS n`,
      [caller.orgId, inbox.id],
    );
    await remove(inbox);
    expect(await fixture.inboxes.purgeChunk(inbox.id)).toMatchObject({ done: false, rows: 1 });
    expect(await fixture.count('drafts', 'inbox_id', inbox.id)).toBe(2);
    expect(await fixture.inboxes.purgeChunk(inbox.id)).toMatchObject({ done: false });
    expect(await fixture.inboxes.purgeChunk(inbox.id)).toMatchObject({ done: true });
    expect(await fixture.count('drafts', 'inbox_id', inbox.id)).toBe(0);
  });

  it('leaves nothing that belonged to a mail', async () => {
    const { id, messageId } = await fixture.addEmail(inbox);
    const { database } = fixture;
    await database.query(
      `INSERT INTO email_runs (email_id, workflow_id, attempts, outcome) VALUES ($1, 'w', 1, 'ok')`,
      [id],
    );
    await database.query(
      `INSERT INTO outbox (op, workflow, org_id, resource_id) VALUES ('start', 'processInbound', $1, $2)`,
      [caller.orgId, id],
    );
    await database.query(
      `INSERT INTO wait_marks (key_id, route, inbox_id, email_id, uid) VALUES ('k', 'otp', $1, $2, 1)`,
      [inbox.id, id],
    );
    await database.query(
      `INSERT INTO wait_answers (org_id, key_id, route, inbox_id, idempotency_key, email_id)
       VALUES ($1, 'k', 'otp', $2, 'i', $3)`,
      [caller.orgId, inbox.id, id],
    );
    await database.query(
      `INSERT INTO sender_checks (stored_message_id, auth) VALUES ($1, '{"verdict": "none"}')`,
      [messageId],
    );
    await remove(inbox);
    expect(await fixture.inboxes.purgeChunk(inbox.id)).toMatchObject({ done: true });
    const left = {
      checks: await fixture.count('sender_checks', 'stored_message_id', messageId),
      message: await fixture.count('stored_messages', 'id', messageId),
      attachments: await fixture.count('attachments', 'stored_message_id', messageId),
      runs: await fixture.count('email_runs', 'email_id', id),
      outbox: await fixture.count('outbox', 'resource_id', id),
      marks: await fixture.count('wait_marks', 'inbox_id', inbox.id),
      answers: await fixture.count('wait_answers', 'inbox_id', inbox.id),
    };
    expect(Object.values(left)).toEqual(Object.keys(left).map(() => 0));
  });

  it('keeps a message that another inbox holds too', async () => {
    const { messageId } = await fixture.addEmail(inbox);
    await fixture.addEmail(other, { messageId });
    await remove(inbox);
    await fixture.inboxes.purgeChunk(inbox.id);
    expect(await fixture.count('stored_messages', 'id', messageId)).toBe(1);
    expect(await fixture.count('attachments', 'stored_message_id', messageId)).toBe(1);
    await remove(other);
    await fixture.inboxes.purgeChunk(other.id);
    expect(await fixture.count('stored_messages', 'id', messageId)).toBe(0);
    expect(await fixture.count('attachments', 'stored_message_id', messageId)).toBe(0);
  });

  it('leaves no shared message behind when its inboxes are purged at once', async () => {
    const messages: string[] = [];
    for (let i = 0; i < 20; i++) {
      const { messageId } = await fixture.addEmail(inbox);
      await fixture.addEmail(other, { messageId });
      messages.push(messageId);
    }
    await Promise.all([remove(inbox), remove(other)]);
    await Promise.all([inbox, other].map(({ id }) => fixture.inboxes.purgeChunk(id)));
    const left = await fixture.database.query('SELECT FROM stored_messages WHERE id = ANY ($1)', [
      messages,
    ]);
    expect(left).toHaveLength(0);
  });

  it('shares the work when it runs several times at once', async () => {
    for (let i = 0; i < 12; i++) await fixture.addEmail(inbox);
    await remove(inbox);
    const purges = Array.from({ length: 4 }, () => fixture.inboxes.purgeChunk(inbox.id, 3));
    expect(await Promise.all(purges)).toEqual(
      Array(4).fill({ done: false, emails: 3, rows: 0, bytes: expect.any(Number) }),
    );
    expect(await fixture.count('emails', 'inbox_id', inbox.id)).toBe(0);
    expect(await fixture.inboxes.purgeChunk(inbox.id, 3)).toMatchObject({ done: true });
  });

  it('takes keys of this inbox alone along, and the inbox from the others', async () => {
    const own = await addKey([inbox.id]);
    const shared = await addKey([inbox.id, other.id]);
    await remove(inbox);
    await fixture.inboxes.purgeChunk(inbox.id);
    const keys = () =>
      fixture.database.query('SELECT id, allowed_inbox_ids FROM api_keys WHERE id = ANY ($1)', [
        [own, shared],
      ]);
    expect(await keys()).toEqual([{ id: shared, allowed_inbox_ids: [other.id] }]);
    await remove(other);
    await fixture.inboxes.purgeChunk(other.id);
    expect(await keys()).toEqual([]);
  });

  it('touches nothing of an inbox that is not deleted', async () => {
    await fixture.addEmail(inbox);
    await expect(fixture.inboxes.purgeChunk(inbox.id)).rejects.toMatchObject({ status: 409 });
    expect(await fixture.count('emails', 'inbox_id', inbox.id)).toBe(1);
  });
});
