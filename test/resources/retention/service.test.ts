import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../../src/ids.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { testServices } from '../../support/services.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.query(
    `INSERT INTO orgs (id, name, plan, sealed_data_key) VALUES ('org_1', 'One', 'free', '')`,
  );
});
afterAll(() => test.drop());

const TABLES = ['emails', 'stored_messages', 'attachments', 'email_runs', 'outbox'];
afterEach(async () => {
  await test.database.query(`TRUNCATE ${TABLES.join(', ')}`);
});

/** A mail with an attachment, a run and an outbox row, received so many days ago. */
async function receive(
  daysAgo: number,
  { status = 'received', message = 0 }: { status?: string; message?: number } = {},
): Promise<string> {
  const id = newId('eml');
  const messageId = message || Math.floor(Math.random() * 1e12);
  await test.database.query(
    `WITH message AS (
       INSERT INTO stored_messages (id, raw, trace) VALUES ($2, 'raw', 'trace')
       ON CONFLICT DO NOTHING),
     file AS (
       INSERT INTO attachments (id, stored_message_id, position, content_type, size, sha256, content)
       VALUES ('att_' || $2, $2, 0, 'text/plain', 1, '', 'x') ON CONFLICT DO NOTHING),
     run AS (INSERT INTO email_runs (email_id, workflow_id, attempts, outcome) VALUES ($1, 'w', 1, 'ok')),
     queued AS (
       INSERT INTO outbox (op, workflow, org_id, resource_id) VALUES ('start', 'processInbound', 'org_1', $1))
     INSERT INTO emails (id, org_id, inbox_id, uid, stored_message_id, thread_id, status, parse_status,
       envelope_from, delivered_to, size, received_at, accepted_at)
     SELECT $1, 'org_1', 'inb_1', (random() * 1e12)::bigint, $2, 'thr_1', $3, 'complete', '', '', 1, at, at
     FROM (SELECT now() - make_interval(days => $4) AS at) t`,
    [id, messageId, status, daysAgo],
  );
  return id;
}

async function counts(): Promise<Record<string, number>> {
  const [row] = await test.database.query<Record<string, number>>(
    `SELECT ${TABLES.map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`).join(', ')}`,
  );
  return row!;
}

const emailIds = async () =>
  (await test.database.query<{ id: string }>('SELECT id FROM emails')).map(({ id }) => id);

const retention = (mailRetentionDays?: number) =>
  testServices(test, {}, { mailRetentionDays }).background.retention;

describe('mail', () => {
  it.each(['queued', 'sending'])('that is %s stays until it is over', async (status) => {
    const id = await receive(20);
    await test.database.query(`UPDATE emails SET direction = 'outbound' WHERE id = $1`, [id]);
    await test.database.query(
      `INSERT INTO sends (email_id, org_id, inbox_id, status, recipients, send_at)
       VALUES ($1, 'org_1', 'inb_1', $2, '[]', now() + interval '5 days')`,
      [id, status],
    );
    expect(await retention(10).purgeChunk(100)).toMatchObject({ done: true });
    expect(await emailIds()).toEqual([id]);

    await test.database.query(`UPDATE sends SET status = 'sent', completed_at = now()`);
    await retention(10).purgeChunk(100);
    expect(await emailIds()).toEqual([]);
  });

  it('is kept for ever unless a number of days is set', async () => {
    await receive(4_000);
    expect(await retention().purgeChunk(100)).toMatchObject({ done: true });
    expect((await counts())['emails']).toBe(1);
  });

  it('goes with everything that hangs on it when its days are over', async () => {
    await receive(11);
    const kept = await receive(9);
    expect(await retention(10).purgeChunk(100)).toMatchObject({ done: true });
    expect(await emailIds()).toEqual([kept]);
    expect(new Set(Object.values(await counts()))).toEqual(new Set([1]));
  });

  it('leaves the bytes while another inbox has the same message', async () => {
    await receive(11, { message: 7 });
    await receive(1, { message: 7 });
    await retention(10).purgeChunk(100);
    expect(await counts()).toMatchObject({ emails: 1, stored_messages: 1, attachments: 1 });
  });

  it('that was blocked goes after 30 days', async () => {
    await receive(31, { status: 'blocked' });
    const kept = await receive(29, { status: 'blocked' });
    await retention().purgeChunk(100);
    expect(await emailIds()).toEqual([kept]);
  });

  it('goes in chunks, and the answer says when it is over', async () => {
    for (let i = 0; i < 5; i++) await receive(20);
    const service = retention(10);
    expect([(await service.purgeChunk(2)).done, (await emailIds()).length]).toEqual([false, 3]);
    expect([(await service.purgeChunk(2)).done, (await emailIds()).length]).toEqual([false, 1]);
    expect([(await service.purgeChunk(2)).done, (await emailIds()).length]).toEqual([true, 0]);
  });

  it('goes a few at a time when it is large', async () => {
    for (let i = 0; i < 5; i++) await receive(20);
    await test.database.query('UPDATE emails SET size = 23000000');
    const service = retention(10);
    const purge = () => service.purgeChunk(100);
    expect(await purge()).toEqual({ done: false, emails: 2, rows: 0, bytes: 46_000_000 });
    expect(await purge()).toEqual({ done: false, emails: 2, rows: 0, bytes: 46_000_000 });
    expect(await purge()).toEqual({ done: true, emails: 1, rows: 0, bytes: 23_000_000 });
    expect(await emailIds()).toEqual([]);
  });
});

describe('other rows', () => {
  it.each([
    [
      'outbox',
      `INSERT INTO outbox (op, workflow, org_id, resource_id, done_at, settled_at)
       SELECT 'start', 'processInbound', 'o', 'r', at, at FROM (VALUES (now() - interval '25 hours'),
         (now() - interval '23 hours'), (NULL)) AS t(at)`,
      2,
    ],
    [
      'wait_marks',
      `INSERT INTO wait_marks (key_id, route, inbox_id, email_id, uid, claimed_at)
       VALUES ('k', 'otp', 'i', 'e1', 1, now() - interval '61 minutes'),
         ('k', 'otp', 'i', 'e2', 2, now() - interval '59 minutes')`,
      1,
    ],
    [
      'wait_answers',
      `INSERT INTO wait_answers (org_id, key_id, route, inbox_id, idempotency_key, email_id, answered_at)
       VALUES ('o', 'k', 'otp', 'i', 'a', 'e', now() - interval '61 minutes'),
         ('o', 'k', 'otp', 'i', 'b', 'e', now() - interval '59 minutes')`,
      1,
    ],
    [
      'idempotent_answers',
      `INSERT INTO idempotent_answers (org_id, idempotency_key, request_hash, created_at)
       VALUES ('o', 'a', '', now() - interval '25 hours'), ('o', 'b', '', now() - interval '23 hours')`,
      1,
    ],
    [
      'rate_windows',
      `INSERT INTO rate_windows SELECT key, 1, (extract(epoch FROM now()) + offset_s) * 1000
       FROM (VALUES ('a', -1), ('b', 60)) AS t(key, offset_s)`,
      1,
    ],
    [
      'signup_windows',
      `INSERT INTO signup_windows SELECT key, 1, (extract(epoch FROM now()) + offset_s) * 1000
       FROM (VALUES ('a', -1), ('b', 60)) AS t(key, offset_s)`,
      1,
    ],
    [
      'monthly_usage',
      `INSERT INTO monthly_usage (org_id, month, kind, shard, used)
       SELECT 'o', date_trunc('month', now() AT TIME ZONE 'UTC') - make_interval(months => n), 'inbound', 0, 1
       FROM generate_series(12, 15) AS n`,
      2,
    ],
  ])('of %s go when they are old', async (table, insert, left) => {
    await test.database.query(insert);
    await retention().purgeChunk(100);
    const [row] = await test.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table}`,
    );
    expect(row!.count).toBe(left);
  });

  it('go a few at a time when they are large', async () => {
    await test.database.query(
      `INSERT INTO idempotent_answers (org_id, idempotency_key, request_hash, sealed_answer, created_at)
       SELECT 'large', n, '', convert_to(repeat(md5(n::text), 1250000), 'UTF8'), now() - interval '25 hours'
       FROM generate_series(1, 3) AS n`,
    );
    expect(await retention().purgeChunk(100)).toMatchObject({ done: false });
    expect(await retention().purgeChunk(100)).toMatchObject({ done: true });
    const left = await test.database.query(`SELECT FROM idempotent_answers WHERE org_id = 'large'`);
    expect(left).toEqual([]);
  });
});
