import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { queueRuns, settleRuns } from '../../src/store/outbox.js';
import { combine, notify, sendNotification, statement } from '../../src/store/statement.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** What a channel says while `work` is done. */
async function heard(channel: string, work: () => Promise<unknown>): Promise<string[]> {
  const listener = new pg.Client({ connectionString: test.url });
  await listener.connect();
  const payloads: string[] = [];
  listener.on('notification', ({ payload = '' }) => payloads.push(payload));
  await listener.query(`LISTEN ${channel}`);
  await work();
  // Notifications come before the answer to what was asked after them.
  await listener.query('SELECT 1');
  await listener.end();
  return payloads;
}

const ids = (count: number, size: number) =>
  `SELECT lpad(n::text, ${size}, '0') FROM generate_series(1, ${count}) AS n`;

describe('a statement', () => {
  it('is its parts and what it answers', () => {
    expect(statement(['a AS (SELECT 1)', 'b AS (SELECT 2)'], 'SELECT FROM a, b')).toBe(
      'WITH a AS (SELECT 1), b AS (SELECT 2)\nSELECT FROM a, b',
    );
  });

  it('has no two parts of one name', () => {
    const made = () => statement(['a AS (SELECT 1), b AS (SELECT 2)', 'a AS (SELECT 3)']);
    expect(made).toThrow('two parts of a statement are named a');
  });

  it.each([
    ['SELECT 1', 'a AS (SELECT 2)'],
    ['a AS (SELECT 1),', 'b AS (SELECT 2)'],
  ])('is not made of %p', (...parts: string[]) => {
    expect(() => statement(parts)).toThrow('no common table expression');
  });

  it('is not misled by brackets and commas in text and remarks', async () => {
    const part = `a AS MATERIALIZED (
      -- One ( of them, it's
      SELECT ')' AS x, 'b AS (' AS y)`;
    await expect(test.database.query(statement([part], 'SELECT * FROM a'))).resolves.toEqual([
      { x: ')', y: 'b AS (' },
    ]);
  });

  it('reads what must be read, although it answers nothing', async () => {
    const parts = [notify('key_revoked', `SELECT 'key_1'`), notify('inbox_changed', `SELECT 'x'`)];
    const text = statement(parts, `SELECT 1 AS one WHERE $1 = 'never'`);
    const told = await heard('key_revoked', async () => {
      await expect(test.database.query(text, ['now'])).resolves.toEqual([]);
    });
    expect(told).toEqual(['key_1']);
  });

  it('answers in its order', async () => {
    const parts = [notify('mail_put_off', 'SELECT')];
    const text = statement(parts, 'SELECT n FROM generate_series(1, 5) AS n ORDER BY n DESC');
    const rows = await test.database.query<{ n: number }>(text);
    expect(rows.map(({ n }) => n)).toEqual([5, 4, 3, 2, 1]);
  });

  it('has what its parts bring along', () => {
    const both = combine([notify('outbox_ready', 'SELECT'), 'a AS (SELECT 1)']);
    expect(both.mustRead).toEqual(['outbox_ready']);
  });
});

describe('a notification', () => {
  it.each([
    [1, 25],
    [2_000, 25],
    [500, 60],
    [300, 190],
  ])('holds as many items as fit: %i of %i bytes', async (count, size) => {
    const text = statement([notify('mail_arrived', ids(count, size))]);
    const told = await heard('mail_arrived', () => test.database.query(text));
    expect(
      told
        .join(',')
        .split(',')
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    for (const payload of told) expect(payload.length).toBeLessThan(8_000);
    expect(told.length).toBeLessThanOrEqual(Math.ceil((count * (size + 1)) / 7_500) + 1);
  });

  it('is one where it carries nothing, and none where there is nothing', async () => {
    const ring = (count: number) =>
      heard('fan_out_ready', () =>
        test.database.query(statement([notify('fan_out_ready', ids(count, 10))])),
      );
    await expect(ring(20)).resolves.toEqual(['']);
    await expect(ring(0)).resolves.toEqual([]);
  });

  it('is one for each item where the channel has it so', async () => {
    const text = statement([notify('key_revoked', ids(3, 1))]);
    const told = await heard('key_revoked', () => test.database.query(text));
    expect(told.sort()).toEqual(['1', '2', '3']);
  });

  it('is sent by itself when its transaction is committed', async () => {
    const told = await heard('inbox_changed', () =>
      test.database.transaction((manager) =>
        sendNotification(manager, 'inbox_changed', 'paused x'),
      ),
    );
    expect(told).toEqual(['paused x']);
  });
});

describe('runs', () => {
  const row = (resource: string) =>
    test.database.query(
      `SELECT op, workflow, workflow_id, org_id, signal, again, run_after > now() AS later,
         settled_at IS NOT NULL AS settled FROM outbox WHERE resource_id = $1`,
      [resource],
    );
  const plain = { signal: null, again: false, later: false, settled: false, org_id: 'org_1' };

  it.each([
    ['sendEmail', {}, { op: 'start' }],
    ['sendEmail', { again: true }, { op: 'start', again: true }],
    ['waitForEmail', { signal: 'emailArrived' }, { op: 'signal', signal: 'emailArrived' }],
    ['waitForEmail', { cancel: true }, { op: 'cancel' }],
    ['deleteInbox', { runAfter: `now() + interval '1 hour'` }, { op: 'start', later: true }],
    // Its run is chosen when it is taken, with others.
    ['processInbound', {}, { op: 'start', workflow_id: null }],
  ] as const)('of %s are queued with %p', async (workflow, options, expected) => {
    const resource = `res_${workflow}_${JSON.stringify(options)}`;
    const text = statement([queueRuns({ workflow }, options, 'SELECT $1, $2')]);
    const told = await heard('outbox_ready', () => test.database.query(text, ['org_1', resource]));
    expect(told).toEqual(['']);
    const id = `${workflow}:${resource}`;
    await expect(row(resource)).resolves.toEqual([
      { ...plain, workflow, workflow_id: id, ...expected },
    ]);
  });

  it('that can wait are told of apart', async () => {
    const wait = (canWait: string) =>
      statement([
        queueRuns(
          { workflow: 'runAgentTask' },
          { signal: 'taskChanged', canWait },
          'SELECT $1, $2',
        ),
      ]);
    const hours = () => test.database.query(wait(`interval '1 hour'`), ['org_1', 'task_w']);
    expect(await heard('outbox_put_off', hours)).toEqual(['']);
    await expect(row('task_w')).resolves.toMatchObject([{ signal: 'taskChanged', later: true }]);
    const now = () => test.database.query(wait(`interval '0'`), ['org_1', 'task_w']);
    expect(await heard('outbox_ready', now)).toEqual(['']);
    await expect(row('task_w')).resolves.toMatchObject([{ later: false }]);
  });

  it('are settled but for those that are left out', async () => {
    const run = { workflow: 'processInbound' } as const;
    const queue = statement([
      queueRuns(run, {}, `SELECT 'org_1', 'eml_' || n FROM generate_series(1, 3) AS n`),
    ]);
    await test.database.query(queue);
    const settle = statement([settleRuns(run, '$1', { except: '$2' })]);
    await test.database.query(settle, [['eml_1', 'eml_2'], ['eml_2']]);
    const settled = await Promise.all(['eml_1', 'eml_2', 'eml_3'].map(row));
    expect(settled.flat()).toMatchObject([
      { settled: true },
      { settled: false },
      { settled: false },
    ]);
  });
});
