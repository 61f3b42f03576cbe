import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TABLES } from '../../src/catalogue.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

interface Column {
  readonly table: string;
  readonly column: string;
}

let test: TestDatabase;
let columns: readonly Column[];

const readColumns = () =>
  test.database.query<Column>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> 'migrations'`,
  );

beforeAll(async () => {
  test = await createTestDatabase();
  columns = await readColumns();
});
afterAll(() => test.drop());

const NAMES_AN_OWNER = /(^|_)(org|inbox|thread|email)_ids?$/;
const spelled = ({ table, column }: Column) => `${table}.${column}`;
const named = TABLES.flatMap(({ table, columns }) =>
  Object.entries(columns).map(([column, way]) => ({ table, column, way })),
);

/** Tables that nobody told of, and columns that name an owner whose going nobody told of. */
function untold(found: readonly Column[]): readonly string[] {
  const told = new Set([...TABLES.map(({ table }) => table), ...named.map(spelled)]);
  const owners = found.filter(({ column }) => NAMES_AN_OWNER.test(column)).map(spelled);
  return [...new Set([...found.map(({ table }) => table), ...owners])].filter(
    (it) => !told.has(it),
  );
}

describe('tables.ts', () => {
  it('says what becomes of every row whose organization, inbox, thread or email goes', () => {
    expect(untold(columns)).toEqual([]);
  });

  it.each([
    ['CREATE TABLE planted (id text)', 'planted'],
    ['ALTER TABLE drafts ADD shared_inbox_ids text[]', 'drafts.shared_inbox_ids'],
    ['ALTER TABLE attachments ADD email_id text', 'attachments.email_id'],
  ])('is missed after %s', async (change, missed) => {
    await test.database.query(change);
    expect(untold(await readColumns())).toContain(missed);
  });

  it('names tables and columns that there are, each once', () => {
    const there = new Set(columns.flatMap((column) => [column.table, spelled(column)]));
    const said = [...TABLES.map(({ table }) => table), ...named.map(spelled)];
    expect(said.filter((it, index) => !there.has(it) || said.indexOf(it) !== index)).toEqual([]);
  });

  it('names parents that there are', () => {
    const parents = new Set([...TABLES.map(({ table }) => table), 'threads']);
    const unknown = named.filter(({ way }) => 'parent' in way && !parents.has(way.parent));
    expect(unknown.map(spelled)).toEqual([]);
  });

  it('names the prefix of each id that is made, each once', () => {
    const made = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [
        ...readFileSync(join('src', file), 'utf8').matchAll(/\bnewId\('(\w+)'\)/g),
      ])
      .map(([, prefix]) => prefix);
    const said = TABLES.flatMap(({ ids = [] }) => ids);
    expect([...said].sort()).toEqual([...new Set(made)].sort());
  });
});
