import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../../src/ids.js';
import type { ThreadService, ThreadListing } from '../../../src/resources/threads/service.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { makeInbox } from '../../support/inboxes.js';
import { testServices } from '../../support/services.js';

let test: TestDatabase;
let threads: ThreadService;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ threads } = testServices(test).requests);
});
afterAll(() => test.drop());

/** Numbers that are the same in every run of a seed. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

interface Mail {
  readonly inboxId: string;
  readonly uid: number;
  readonly threadId: string;
  readonly status: string;
  readonly spam: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly id: string;
}

/** An organization whose mail is known: what is listed can be compared with what should be. */
class World {
  readonly mails: Mail[] = [];
  private readonly uids = new Map<string, number>();
  private clock = Date.parse('2026-01-01T00:00:00Z');

  constructor(
    readonly orgId: string,
    readonly inboxIds: readonly string[],
    private readonly random: (below: number) => number,
    private readonly threadIds: string[],
  ) {}

  /** Mails in random threads, several of them in the same millisecond. */
  async add(count: number): Promise<void> {
    const added = Array.from({ length: count }, () => this.next());
    this.mails.push(...added);
    await test.database.query(
      `WITH message AS (
         INSERT INTO stored_messages (raw, trace) VALUES ('', '') RETURNING id)
       INSERT INTO emails (id, org_id, inbox_id, uid, stored_message_id, thread_id, direction,
         status, is_spam, parse_status, envelope_from, delivered_to, size, received_at, accepted_at)
       SELECT m.id, $1, m.inbox, m.uid, message.id, m.thread,
         CASE m.status WHEN 'outbound' THEN 'outbound' ELSE 'inbound' END, m.status, m.spam,
         'complete', '', '', 1, to_timestamp(m.at / 1000.0), now()
       FROM message, unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[],
         $7::boolean[], $8::bigint[]) AS m(id, inbox, uid, thread, status, spam, at)`,
      [
        this.orgId,
        added.map(({ id }) => id),
        added.map(({ inboxId }) => inboxId),
        added.map(({ uid }) => uid),
        added.map(({ threadId }) => threadId),
        added.map(({ status }) => status),
        added.map(({ spam }) => spam),
        added.map(({ at }) => at),
      ],
    );
  }

  /** Threads that should be listed, by their inbox, with the number of their mails. */
  expected(of: readonly string[] = this.inboxIds): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { inboxId, threadId, status, spam } of this.mails)
      if (!spam && status !== 'blocked' && of.includes(inboxId))
        counts.set(threadId, (counts.get(threadId) ?? 0) + 1);
    return counts;
  }

  private next(): Mail {
    const thread = this.thread();
    const inbox = thread % this.inboxIds.length;
    const inboxId = this.inboxIds[inbox]!;
    const uid = (this.uids.get(inboxId) ?? 0) + 1;
    this.uids.set(inboxId, uid);
    this.clock += this.random(3) === 0 ? 1 : 0;
    const status = ['received', 'received', 'outbound', 'held', 'blocked'][this.random(5)]!;
    const spam = this.random(10) === 0;
    const threadId = this.threadIds[thread]!;
    return { inboxId, uid, threadId, status, spam, at: this.clock, id: newId('eml') };
  }

  /** Often the one great thread, else one of the last ones begun, else any. */
  private thread(): number {
    const kind = this.random(10);
    if (kind < 3) return 0;
    if (kind < 5) return this.random(this.threadIds.length);
    if (kind < 6) this.threadIds.push(newId('thr'));
    return Math.max(0, this.threadIds.length - 1 - this.random(12));
  }
}

async function makeWorld(seed: number, inboxes: number, mails: number): Promise<World> {
  const { orgId, inboxId } = await makeInbox(test.database);
  const inboxIds = [inboxId];
  while (inboxIds.length < inboxes) {
    const more = await makeInbox(test.database);
    await test.database.query('UPDATE inboxes SET org_id = $1 WHERE id = $2', [
      orgId,
      more.inboxId,
    ]);
    inboxIds.push(more.inboxId);
  }
  const threadIds = Array.from({ length: 60 }, () => newId('thr'));
  const world = new World(orgId, inboxIds, numbers(seed), threadIds);
  await world.add(mails);
  return world;
}

/** Reads every page of a list; `between` happens after each. */
async function readAll(
  world: World,
  listing: ThreadListing,
  allowedInboxIds: readonly string[] | null = null,
  between: () => Promise<void> = async () => undefined,
) {
  const access = { orgId: world.orgId, allowedInboxIds: allowedInboxIds as string[] | null };
  const rows = [];
  let cursor: string | undefined;
  do {
    const page = await threads.list(access, { ...listing, ...(cursor && { cursor }) });
    expect(page.data.length).toBeLessThanOrEqual(listing.limit);
    rows.push(...page.data);
    cursor = page.cursor ?? undefined;
    await between();
  } while (cursor !== undefined);
  return rows;
}

/** Moves the mail of inboxes an hour on. */
const later = (world: World, inboxIds: readonly string[]) =>
  test.database.query(
    `UPDATE emails SET received_at = received_at + interval '1 hour'
     WHERE org_id = $1 AND inbox_id = ANY ($2)`,
    [world.orgId, inboxIds],
  );

const counted = (rows: Awaited<ReturnType<typeof readAll>>) =>
  new Map(rows.map(({ thread_id, message_count }) => [thread_id, message_count]));

const times = (rows: Awaited<ReturnType<typeof readAll>>) =>
  rows.map(({ last_at }) => last_at.getTime());

describe.each([
  ['one inbox', 1],
  ['a few inboxes', 4],
  ['many inboxes', 25],
])('threads of %s', (_name, inboxes) => {
  it.each([11, 12, 13])('are listed once each while mail arrives (%i)', async (seed) => {
    const world = await makeWorld(seed, inboxes, 1_500);
    const expected = world.expected();

    const rows = await readAll(world, { limit: 1 + (seed % 17) }, null, () => world.add(30));

    expect(rows).toHaveLength(expected.size);
    expect(counted(rows)).toEqual(expected);
    expect(times(rows)).toEqual(times(rows).toSorted((a, b) => b - a));
    // Read anew, what came meanwhile is there.
    const anew = await readAll(world, { limit: 100 });
    expect(anew).toHaveLength(world.expected().size);
    expect(counted(anew)).toEqual(world.expected());
  });
});

describe('a mail that is committed after one that was received later', () => {
  it.each([
    ['few inboxes', 3, 0],
    ['many inboxes', 25, 0],
    ['more inboxes than a cursor holds', 70, 0],
    ['inboxes of which most had no mail lately', 60, 40],
  ])('leaves its thread in its place: %s', async (_name, inboxes, quiet) => {
    const world = await makeWorld(21, inboxes, 900);
    await later(world, world.inboxIds.slice(quiet));
    const expected = await readAll(world, { limit: 100 });
    const last = expected.at(-1)!;
    let pages = 0;

    const rows = await readAll(world, { limit: 5 }, null, async () => {
      if (pages++ === 0)
        await test.database.query(LATE, [world.orgId, last.thread_id, newId('eml')]);
    });

    expect(rows).toEqual(expected);
  });

  // Of the time of the newest mail, in the inbox of the thread.
  const LATE = `
    INSERT INTO emails (id, org_id, inbox_id, uid, stored_message_id, thread_id, status,
      parse_status, envelope_from, delivered_to, size, received_at, accepted_at)
    SELECT $3, $1, e.inbox_id, max(e.uid) + 1, 1, $2, 'received', 'complete', '', '', 1,
      (SELECT max(received_at) FROM emails WHERE org_id = $1), now()
    FROM emails e
    WHERE e.inbox_id = (SELECT inbox_id FROM emails WHERE thread_id = $2 LIMIT 1)
    GROUP BY e.inbox_id`;
});

describe('a list that is narrowed', () => {
  it.each([
    ['few', 4, 2],
    ['many', 60, 30],
  ])('to %s inboxes of a key holds theirs alone', async (_name, inboxes, bound) => {
    const world = await makeWorld(5, inboxes, 800);
    const allowed = world.inboxIds.slice(0, bound);
    const expected = world.expected(allowed);
    const rows = await readAll(world, { limit: 7 }, allowed, () => world.add(20));
    expect(counted(rows)).toEqual(expected);
    expect(rows).toHaveLength(expected.size);
  });

  it('to many inboxes of a key holds theirs when the last mail is of others', async () => {
    const world = await makeWorld(10, 40, 800);
    const allowed = world.inboxIds.slice(1, 31);
    await later(world, world.inboxIds.slice(31));
    const rows = await readAll(world, { limit: 7 }, allowed);
    expect(counted(rows)).toEqual(world.expected(allowed));
  });

  it('to an inbox holds its threads alone', async () => {
    const world = await makeWorld(6, 30, 800);
    const inboxId = world.inboxIds[0]!;
    const rows = await readAll(world, { limit: 3, inboxId });
    expect(counted(rows)).toEqual(world.expected([inboxId]));
  });

  it('is empty without mail', async () => {
    const world = await makeWorld(7, 2, 0);
    expect(await readAll(world, { limit: 3 })).toEqual([]);
    const many = await makeWorld(8, 25, 0);
    expect(await readAll(many, { limit: 3 })).toEqual([]);
  });

  it('leaves out an inbox that is deleted between two pages', async () => {
    const world = await makeWorld(9, 2, 300);
    const [kept, gone] = world.inboxIds as [string, string];
    const access = { orgId: world.orgId, allowedInboxIds: null };
    const first = await threads.list(access, { limit: 2 });
    await test.database.query('UPDATE inboxes SET deleted_at = now() WHERE id = $1', [gone]);
    const rest = await threads.list(access, { limit: 100, cursor: first.cursor! });
    const seen = [...first.data.filter(({ inbox_id }) => inbox_id === kept), ...rest.data];
    expect(counted(seen)).toEqual(world.expected([kept]));
  });
});
