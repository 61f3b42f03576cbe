import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/auth/caller.js';
import type { InboxEntity } from '../../../src/resources/inboxes/entities.js';
import { QUOTAS } from '../../../src/operations/limits.js';
import { startInboxes, type InboxFixture } from '../inboxes/fixture.js';

let fixture: InboxFixture;
let caller: Caller;
let inbox: InboxEntity;

const BLOCK = { direction: 'receive', kind: 'block' } as const;

beforeAll(async () => {
  fixture = await startInboxes();
});
beforeEach(async () => {
  caller = await fixture.caller();
  ({ inbox } = await fixture.create(caller));
});
afterAll(() => fixture.drop());

const add = (pattern: string, inboxId: string | null = null, who = caller) =>
  fixture.lists.add(who, { ...BLOCK, pattern, inboxId });

const patterns = async (who: Caller, inboxId?: string) => {
  const { data } = await fixture.lists.list(who, {
    ...BLOCK,
    ...(inboxId !== undefined && { inboxId }),
    limit: 100,
  });
  return data.map(({ pattern }) => pattern);
};

describe('allow and block lists', () => {
  it('hold an entry once for the organization and once for each inbox', async () => {
    const first = await add('x.test');
    const again = await add('x.test');
    const own = await add('x.test', inbox.id);
    expect(again.id).toBe(first.id);
    expect(own.id).not.toBe(first.id);
    expect(await patterns(caller)).toEqual(['x.test', 'x.test']);
    expect(await patterns(caller, inbox.id)).toEqual(['x.test']);
  });

  it('are four, and apart', async () => {
    await add('x.test');
    for (const direction of ['receive', 'send'] as const)
      for (const kind of ['allow', 'block'] as const) {
        const { data } = await fixture.lists.list(caller, { direction, kind, limit: 10 });
        expect(data).toHaveLength(direction === 'receive' && kind === 'block' ? 1 : 0);
      }
  });

  it('page newest first, without gap or repetition', async () => {
    for (let i = 0; i < 5; i++) await add(`d${i}.test`);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await fixture.lists.list(caller, {
        ...BLOCK,
        limit: 2,
        ...(cursor && { cursor }),
      });
      seen.push(...page.data.map(({ pattern }) => pattern));
      cursor = page.cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(['d4.test', 'd3.test', 'd2.test', 'd1.test', 'd0.test']);
  });

  it('lose an entry of the owner that is named, and no other', async () => {
    await add('x.test');
    await add('x.test', inbox.id);
    await fixture.lists.remove(caller, { ...BLOCK, pattern: 'x.test', inboxId: null });
    expect(await patterns(caller)).toEqual(['x.test']);
    expect(await patterns(caller, inbox.id)).toEqual(['x.test']);
    await expect(
      fixture.lists.remove(caller, { ...BLOCK, pattern: 'x.test', inboxId: null }),
    ).rejects.toMatchObject({ status: 404, message: 'List entry not found' });
  });

  it('are one organization’s', async () => {
    await add('x.test');
    const stranger = await fixture.caller();
    expect(await patterns(stranger)).toEqual([]);
    await expect(add('x.test', inbox.id, stranger)).rejects.toMatchObject({ status: 403 });
    await expect(patterns(stranger, inbox.id)).rejects.toMatchObject({ status: 403 });
    await expect(
      fixture.lists.remove(stranger, { ...BLOCK, pattern: 'x.test', inboxId: null }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it('of an inbox that does not exist are not found', async () => {
    await expect(add('x.test', 'inb_missing')).rejects.toMatchObject({ status: 404 });
    await expect(patterns(caller, '')).rejects.toMatchObject({ status: 404 });
  });

  it('show a bound key what is its inboxes’, and let it change that alone', async () => {
    const { inbox: other } = await fixture.create(caller);
    await add('org.test');
    await add('other.test', other.id);
    const bound = { ...caller, allowedInboxIds: [inbox.id] };
    await add('own.test', inbox.id, bound);
    expect(await patterns(bound)).toEqual(['own.test']);
    await expect(add('x.test', null, bound)).rejects.toMatchObject({ status: 403 });
    await expect(add('x.test', other.id, bound)).rejects.toMatchObject({ status: 403 });
  });

  it('end with their inbox', async () => {
    await add('x.test', inbox.id);
    await fixture.inboxes.remove(caller, inbox.id);
    expect(await patterns(caller)).toEqual([]);
  });

  it('have room for a thousand entries each', async () => {
    await fixture.database.query(
      `INSERT INTO address_rules (org_id, direction, kind, pattern)
       SELECT $1, 'receive', 'block', 'd' || n || '.test' FROM generate_series(1, $2::int) AS n`,
      [caller.orgId, QUOTAS.list_entries],
    );
    await expect(add('x.test')).rejects.toMatchObject({ status: 409 });
    await expect(add('d1.test')).resolves.toMatchObject({ pattern: 'd1.test' });
    await expect(add('x.test', inbox.id)).resolves.toBeDefined();
  });

  it('of inboxes are read together', async () => {
    const { inbox: other } = await fixture.create(caller);
    await add('b.test', inbox.id);
    await add('a.test', inbox.id);
    await add('org.test');
    const lists = await fixture.lists.receiveLists(caller.orgId, [inbox.id, other.id]);
    expect(lists.get(inbox.id)).toMatchObject({ allow: [], block: ['a.test', 'b.test'] });
    expect(lists.has(other.id)).toBe(false);
  });
});
