import { describe, expect, it } from '@jest/globals';
import { Conditions } from '../../src/db/conditions.js';
import { createCursors } from '../../src/db/cursor.js';
import type { Database } from '../../src/db/database.js';
import { listPage, newestFirst, type Keyset } from '../../src/db/page.js';

const cursors = createCursors(Buffer.alloc(32, 1));

interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A table whose rows are what `positions` say, and what it was asked. */
function tableOf(positions: readonly (readonly string[])[]) {
  const asked: Asked[] = [];
  const query: Database['query'] = <Row extends object>(text: string, values = [] as unknown) => {
    asked.push({ text: text.replace(/\s+/g, ' '), values: values as readonly unknown[] });
    return Promise.resolve(positions.map((position) => ({ position })) as unknown as Row[]);
  };
  return { asked, database: { query } };
}

const list = (order: Keyset) => ({
  orgId: 'org_1',
  name: ['things', null],
  columns: 'things.name',
  from: 'things',
  where: new Conditions().add('things.org_id = ?', 'org_1'),
  order,
});

describe('listPage', () => {
  it('reads one row more than the page has, and goes on behind its last one', async () => {
    const { asked, database } = tableOf([
      ['2026-01-02 00:00:00.000002+00', 'b'],
      ['2026-01-01 00:00:00.000001+00', 'a'],
    ]);
    const order = newestFirst('things');
    const first = await listPage({ database, cursors }, list(order), { limit: 1 });
    expect(first).toMatchObject({ data: [{ position: expect.anything() }], has_more: true });
    const paging = { limit: 2, cursor: first.cursor! };
    expect(await listPage({ database, cursors }, list(order), paging)).toMatchObject({
      cursor: null,
      has_more: false,
    });
    expect(asked).toEqual([
      {
        text:
          'SELECT things.name, ARRAY[things.created_at::text, things.id::text] AS position' +
          ' FROM things WHERE things.org_id = $1' +
          ' ORDER BY things.created_at DESC, things.id DESC LIMIT $2',
        values: ['org_1', 2],
      },
      {
        text:
          'SELECT things.name, ARRAY[things.created_at::text, things.id::text] AS position' +
          ' FROM things WHERE things.org_id = $1' +
          ' AND (things.created_at, things.id) < ($2::timestamptz, $3::text)' +
          ' ORDER BY things.created_at DESC, things.id DESC LIMIT $4',
        values: ['org_1', '2026-01-02 00:00:00.000002+00', 'b', 3],
      },
    ]);
  });

  it('takes positions that hold numbers, as cursors of earlier versions do', async () => {
    const { asked, database } = tableOf([]);
    const order: Keyset = { columns: [['priority', 'int']], direction: 'ASC' };
    const cursor = cursors.encode('org_1', ['things', null], [7]);
    await listPage({ database, cursors }, list(order), { limit: 1, cursor });
    expect(asked[0]!.text).toContain('AND (priority) > ($2::int) ORDER BY priority ASC');
    expect(asked[0]!.values).toEqual(['org_1', 7, 2]);
  });

  it.each(['=', '!', '.', ' '])('refuses a cursor with %j behind it', async (more) => {
    const { database } = tableOf([]);
    const cursor = cursors.encode('org_1', ['things', null], ['x']) + more;
    await expect(
      listPage({ database, cursors }, list(newestFirst('things')), { limit: 1, cursor }),
    ).rejects.toMatchObject({ status: 400 });
  });

  it('refuses a cursor of another list', async () => {
    const { database } = tableOf([]);
    const cursor = cursors.encode('org_1', 'others', ['x']);
    await expect(
      listPage({ database, cursors }, list(newestFirst('things')), { limit: 1, cursor }),
    ).rejects.toMatchObject({ status: 400 });
  });
});
