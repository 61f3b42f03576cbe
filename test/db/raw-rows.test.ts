import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database } from '../../src/db/database.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  // One connection: what a statement leaves behind would meet the next.
  database = await Database.open({
    url: test.url,
    poolSize: 1,
    queryTimeout: 30_000,
    entities: [],
  });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const textsOf = async (statement: string, values: readonly unknown[] = []) =>
  (await database.queryRaw(statement, values)).map((row) =>
    row.map((field) => field && field.toString()),
  );

it('rows are the bytes of their fields, beside statements of which they are not', async () => {
  expect(await textsOf(`SELECT 'ü 😀', NULL, '', 7`)).toEqual([['ü 😀', null, '', '7']]);
  expect(await textsOf('SELECT 1 WHERE false')).toEqual([]);
  expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(await textsOf('SELECT n FROM generate_series(1, $1::int) AS n', [3])).toEqual([
    ['1'],
    ['2'],
    ['3'],
  ]);
});

it.each([10, 8_190, 65_500, 65_536, 3_000_000])(
  'rows of %i bytes are whole, in whatever pieces they come',
  async (bytes) => {
    const statement = `SELECT n, repeat(n::text, $1), n FROM generate_series(1, 5) AS n`;
    const expected = ['1', '2', '3', '4', '5'].map((n) => [n, n.repeat(bytes), n]);
    const rows = await textsOf(statement, [bytes]);
    expect(rows.map(([first, text, last]) => [first, text!.length, last])).toEqual(
      expected.map(([first, text, last]) => [first, text!.length, last]),
    );
    expect(rows.every(([, text], index) => text === expected[index]![1])).toBe(true);
  },
);

it('a statement that fails behind some rows fails, and the next is answered', async () => {
  const fails = 'SELECT repeat(n::text, 10000), 1 / (20 - n) FROM generate_series(1, 30) AS n';
  await expect(database.queryRaw(fails, [])).rejects.toThrow('division by zero');
  expect(await textsOf('SELECT 1')).toEqual([['1']]);
});

it('notifications are not taken for rows', async () => {
  const rows = await database.together(async () => {
    await database.query('LISTEN raw_rows');
    await database.query(`SELECT pg_notify('raw_rows', 'told')`);
    return textsOf('SELECT 2');
  });
  expect(rows).toEqual([['2']]);
  expect(await textsOf('SELECT repeat($1, 100000)', ['x'])).toEqual([['x'.repeat(100_000)]]);
});

it('statements of one transaction that are asked at once each have their own rows', async () => {
  const all = await database.together(() =>
    Promise.all([
      textsOf('SELECT n FROM generate_series(1, 2) AS n'),
      database.query('SELECT 5 AS five'),
      textsOf(`SELECT 'last'`),
    ]),
  );
  expect(all).toEqual([[['1'], ['2']], [{ five: 5 }], [['last']]]);
});
