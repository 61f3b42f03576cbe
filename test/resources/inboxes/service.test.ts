import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Caller } from '../../../src/auth/caller.js';
import { findInbox } from '../../../src/resources/inboxes/lookup.js';
import type { InboxEntity } from '../../../src/resources/inboxes/entities.js';
import { startInboxes, type InboxFixture } from './fixture.js';

let fixture: InboxFixture;
let caller: Caller;
let stranger: Caller;
let inbox: InboxEntity;

beforeAll(async () => {
  fixture = await startInboxes();
  caller = await fixture.caller();
  stranger = await fixture.caller();
});
beforeEach(async () => {
  ({ inbox } = await fixture.create(caller));
});
afterAll(() => fixture.drop());

/** What is told on `inbox_changed` while `work` runs. */
async function toldDuring(work: () => Promise<unknown>): Promise<string[]> {
  const listener = new pg.Client(fixture.url);
  await listener.connect();
  try {
    const told: string[] = [];
    listener.on('notification', ({ payload }) => told.push(payload ?? ''));
    await listener.query('LISTEN inbox_changed');
    await work();
    // Notifications come before the answer to what is asked after the commit.
    await listener.query('SELECT 1');
    return told;
  } finally {
    await listener.end();
  }
}

const withheld = async (id: string) => {
  const [row] = await fixture.database.query<{ withhold: boolean }>(
    'SELECT withhold FROM inbox_counters WHERE inbox_id = $1',
    [id],
  );
  return row?.withhold;
};

describe('an inbox', () => {
  it.each([
    ['get', (who: Caller, id: string) => fixture.inboxes.get(who, id)],
    ['update', (who: Caller, id: string) => fixture.inboxes.update(who, id, { name: 'x' })],
    ['remove', (who: Caller, id: string) => fixture.inboxes.remove(who, id)],
    [
      'regenerateImapPassword',
      (who: Caller, id: string) => fixture.inboxes.regenerateImapPassword(who, id),
    ],
  ])('is out of reach of %s for others', async (_name, act) => {
    const bound = { ...caller, allowedInboxIds: ['inb_other'] };
    await expect(act(caller, 'inb_missing')).rejects.toMatchObject({ status: 404 });
    await expect(act(stranger, inbox.id)).rejects.toMatchObject({ status: 403 });
    await expect(act(bound, inbox.id)).rejects.toMatchObject({ status: 403 });
    await expect(act({ ...caller, allowedInboxIds: [inbox.id] }, inbox.id)).resolves.not.toThrow();
  });

  it('can be looked up by its id until it is deleted', async () => {
    expect(await findInbox(fixture.database, inbox.id)).toEqual({
      id: inbox.id,
      orgId: caller.orgId,
      status: 'ACTIVE',
    });
    await fixture.inboxes.remove(caller, inbox.id);
    expect(await findInbox(fixture.database, inbox.id)).toBeNull();
    expect(await findInbox(fixture.database, 'inb_\0')).toBeNull();
  });

  it('gets a new IMAP password, and loses the old one', async () => {
    const first = await fixture.inboxes.regenerateImapPassword(caller, inbox.id);
    const second = await fixture.inboxes.regenerateImapPassword(caller, inbox.id);
    expect(second).toEqual({
      username: inbox.address,
      password: expect.stringMatching(/^[\w-]{22}$/),
      host: 'imap.test',
      port: 993,
    });
    expect(second.password).not.toBe(first.password);
  });
});

describe('changing an inbox', () => {
  it('changes what is given and keeps the rest', async () => {
    const { inbox: changed } = await fixture.inboxes.update(caller, inbox.id, {
      name: 'New',
      displayName: 'New Name',
      dailySendLimit: 7,
    });
    expect(changed).toMatchObject({
      name: 'New',
      displayName: 'New Name',
      dailySendLimit: 7,
      address: inbox.address,
      status: 'ACTIVE',
    });
    const { inbox: cleared } = await fixture.inboxes.update(caller, inbox.id, {
      displayName: null,
      dailySendLimit: null,
    });
    expect(cleared).toMatchObject({ name: 'New', displayName: null, dailySendLimit: null });
  });

  it('merges metadata, and null takes a key away', async () => {
    await fixture.inboxes.update(caller, inbox.id, { metadata: { a: 1, b: 'two', c: true } });
    await fixture.inboxes.update(caller, inbox.id, { metadata: { b: null, c: false, d: 'x' } });
    const { inbox: changed } = await fixture.inboxes.get(caller, inbox.id);
    expect(changed.metadata).toEqual({ a: 1, c: false, d: 'x' });
  });

  it('refuses metadata beyond 50 keys, and loses none of what was there', async () => {
    const keys = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${from + i}`, i]));
    await fixture.inboxes.update(caller, inbox.id, { metadata: keys(0, 50) });
    await expect(
      fixture.inboxes.update(caller, inbox.id, { metadata: keys(50, 1) }),
    ).rejects.toMatchObject({ status: 400, message: 'metadata must have at most 50 keys' });
    await fixture.inboxes.update(caller, inbox.id, { metadata: { key0: null, other: 1 } });
    const { inbox: changed } = await fixture.inboxes.get(caller, inbox.id);
    expect(Object.keys(changed.metadata)).toHaveLength(50);
  });

  it('loses no key when two changes come at once', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        fixture.inboxes.update(caller, inbox.id, { metadata: { [`key${i}`]: i } }),
      ),
    );
    const { inbox: changed } = await fixture.inboxes.get(caller, inbox.id);
    expect(Object.keys(changed.metadata)).toHaveLength(10);
  });

  it('shows and replaces its receive lists, which are entries of /v1/lists', async () => {
    await fixture.inboxes.update(caller, inbox.id, {
      allowFrom: ['b.test', 'a.test'],
      blockFrom: ['x@b.test'],
    });
    await fixture.lists.add(caller, {
      direction: 'receive',
      kind: 'allow',
      pattern: 'c.test',
      inboxId: inbox.id,
    });
    expect(await fixture.inboxes.get(caller, inbox.id)).toMatchObject({
      allowFrom: ['a.test', 'b.test', 'c.test'],
      blockFrom: ['x@b.test'],
    });
    const changed = await fixture.inboxes.update(caller, inbox.id, {
      allowFrom: ['c.test', 'd.test'],
      blockFrom: [],
    });
    expect(changed).toMatchObject({ allowFrom: ['c.test', 'd.test'], blockFrom: [] });
  });
});

describe('the end of an inbox', () => {
  const soon = () => new Date(Date.now() + 3_600_000);

  it('starts or wakes the run that waits for it when it is set', async () => {
    await fixture.inboxes.update(caller, inbox.id, { expiresAt: soon() });
    expect(await fixture.queued(inbox.id)).toEqual([
      { op: 'start', workflow: 'expireInbox', signal: null, again: true },
      { op: 'signal', workflow: 'expireInbox', signal: 'expiryChanged', again: false },
    ]);
  });

  it('wakes the run when it is taken back', async () => {
    await fixture.inboxes.update(caller, inbox.id, { expiresAt: soon() });
    await fixture.inboxes.update(caller, inbox.id, { expiresAt: null });
    const queued = await fixture.queued(inbox.id);
    expect(queued.slice(2)).toEqual([
      { op: 'signal', workflow: 'expireInbox', signal: 'expiryChanged', again: false },
    ]);
    expect(await fixture.inboxes.expiry(inbox.id)).toEqual({ expiresAt: null });
  });

  it('tells nobody when it stays as it was', async () => {
    await fixture.inboxes.update(caller, inbox.id, { expiresAt: null, name: 'x' });
    expect(await fixture.queued(inbox.id)).toEqual([]);
  });

  it('cannot be in the past', async () => {
    await expect(
      fixture.inboxes.update(caller, inbox.id, { expiresAt: new Date(0) }),
    ).rejects.toMatchObject({ status: 400, message: 'expires_at must be in the future' });
  });

  it('is known to the run until the inbox is gone', async () => {
    const expiresAt = soon();
    await fixture.inboxes.update(caller, inbox.id, { expiresAt });
    expect(await fixture.inboxes.expiry(inbox.id)).toEqual({ expiresAt });
    await fixture.inboxes.remove(caller, inbox.id);
    expect(await fixture.inboxes.expiry(inbox.id)).toBeNull();
  });

  it('deletes the inbox once it has come, and not before', async () => {
    await fixture.inboxes.update(caller, inbox.id, { expiresAt: soon() });
    expect(await fixture.inboxes.expire(inbox.id)).toBe(false);
    await fixture.database.query(
      `UPDATE inboxes SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [inbox.id],
    );
    expect(await fixture.inboxes.expire(inbox.id)).toBe(true);
    expect(await fixture.inboxes.expire(inbox.id)).toBe(true);
    await expect(fixture.inboxes.get(caller, inbox.id)).rejects.toMatchObject({ status: 404 });
    const queued = await fixture.queued(inbox.id);
    expect(queued.slice(2)).toEqual([
      { op: 'start', workflow: 'deleteInbox', signal: null, again: false },
    ]);
  });

  it('leaves an inbox without one alone', async () => {
    expect(await fixture.inboxes.expire(inbox.id)).toBe(false);
    await expect(fixture.inboxes.get(caller, inbox.id)).resolves.toBeDefined();
  });
});

describe('pausing and resuming', () => {
  const pause = () => fixture.inboxes.update(caller, inbox.id, { status: 'PAUSED' });
  const resume = () => fixture.inboxes.update(caller, inbox.id, { status: 'ACTIVE' });

  it('withholds mail and tells waits, once', async () => {
    expect(await toldDuring(pause)).toEqual([`paused ${inbox.id}`]);
    expect(await withheld(inbox.id)).toBe(true);
    expect(await toldDuring(pause)).toEqual([]);
  });

  it('takes mail again at once when none was held', async () => {
    await pause();
    const { inbox: resumed } = await resume();
    expect(resumed.status).toBe('ACTIVE');
    expect(await withheld(inbox.id)).toBe(false);
    expect(await fixture.queued(inbox.id)).toEqual([]);
  });

  it.each(['held', 'quarantined'])('starts the release of %s mail', async (status) => {
    await pause();
    await fixture.addEmail(inbox, { status });
    await resume();
    expect(await withheld(inbox.id)).toBe(true);
    expect(await fixture.queued(inbox.id)).toEqual([
      { op: 'start', workflow: 'releaseMail', signal: null, again: true },
    ]);
  });

  it('misses no mail that is being stored while the inbox is resumed', async () => {
    await pause();
    const storing = new pg.Client(fixture.url);
    await storing.connect();
    try {
      await storing.query('BEGIN');
      await storing.query('SELECT FROM inbox_counters WHERE inbox_id = $1 FOR UPDATE', [inbox.id]);
      const resumed = resume();
      await isBlocked();
      await storing.query(
        `INSERT INTO emails (id, org_id, inbox_id, uid, stored_message_id, thread_id, status,
           parse_status, envelope_from, delivered_to, size, received_at, accepted_at)
         VALUES ('eml_' || $1, '', $1, 1, 0, '', 'held', 'complete', '', '', 1, now(), now())`,
        [inbox.id],
      );
      await storing.query('COMMIT');
      await resumed;
    } finally {
      await storing.end();
    }
    expect(await withheld(inbox.id)).toBe(true);
    expect(await fixture.queued(inbox.id)).toHaveLength(1);
  });

  /** Waits until a statement of this database waits for a lock. */
  async function isBlocked(): Promise<void> {
    for (;;) {
      const blocked = await fixture.database.query(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (blocked.length > 0) return;
    }
  }
});

describe('deleting an inbox', () => {
  it('takes it out of reach at once and leaves its mail to a run', async () => {
    await fixture.inboxes.update(caller, inbox.id, { allowFrom: ['a.test'] });
    const told = await toldDuring(() => fixture.inboxes.remove(caller, inbox.id));
    expect(told).toEqual([`deleted ${inbox.id}`]);
    await expect(fixture.inboxes.get(caller, inbox.id)).rejects.toMatchObject({ status: 404 });
    await expect(fixture.inboxes.remove(caller, inbox.id)).rejects.toMatchObject({ status: 404 });
    expect(await fixture.queued(inbox.id)).toEqual([
      { op: 'start', workflow: 'deleteInbox', signal: null, again: false },
    ]);
    expect(await fixture.count('inbox_counters', 'inbox_id', inbox.id)).toBe(0);
    expect(await fixture.count('address_rules', 'inbox_id', inbox.id)).toBe(0);
  });

  it('wakes the run that waits for its end', async () => {
    const { inbox: mortal } = await fixture.create(caller, { ttlSeconds: 60 });
    await fixture.inboxes.remove(caller, mortal.id);
    expect((await fixture.queued(mortal.id)).slice(1)).toEqual([
      { op: 'start', workflow: 'deleteInbox', signal: null, again: false },
      { op: 'signal', workflow: 'expireInbox', signal: 'expiryChanged', again: false },
    ]);
  });

  it('answers one of several at once', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => fixture.inboxes.remove(caller, inbox.id)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await fixture.queued(inbox.id)).toHaveLength(1);
  });
});

describe('listing inboxes', () => {
  it('pages newest first, without gap or repetition while inboxes are made', async () => {
    const owner = await fixture.caller();
    const made: string[] = [];
    for (let i = 0; i < 7; i++) made.unshift((await fixture.create(owner)).inbox.id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await fixture.inboxes.list(owner, { limit: 3, cursor });
      expect(page.has_more).toBe(page.cursor !== null);
      seen.push(...page.data.map((view) => view.inbox.id));
      cursor = page.cursor ?? undefined;
      await fixture.create(owner);
    } while (cursor);
    expect(seen).toEqual(made);
  });

  it('tells inboxes of the same microsecond apart', async () => {
    const owner = await fixture.caller();
    for (let i = 0; i < 5; i++) await fixture.create(owner);
    await fixture.database.query(
      `UPDATE inboxes SET created_at = '2026-01-01T00:00:00.123456Z' WHERE org_id = $1`,
      [owner.orgId],
    );
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await fixture.inboxes.list(owner, { limit: 2, cursor });
      for (const view of page.data) seen.add(view.inbox.id);
      cursor = page.cursor ?? undefined;
    } while (cursor);
    expect(seen.size).toBe(5);
  });

  it('counts inbound mail that is not spam, quarantined or blocked', async () => {
    const owner = await fixture.caller();
    const { inbox: counted } = await fixture.create(owner);
    await fixture.addEmail(counted);
    await fixture.addEmail(counted, { status: 'held' });
    await fixture.addEmail(counted, { status: 'quarantined' });
    await fixture.addEmail(counted, { status: 'blocked' });
    await fixture.addEmail(counted, { isSpam: true });
    await fixture.addEmail(counted, { direction: 'outbound' });
    const { data } = await fixture.inboxes.list(owner, { limit: 1 });
    expect(data[0]!.emailCount).toBe(2);
  });

  it('shows a bound key its inboxes alone', async () => {
    await fixture.create(caller);
    const bound = { ...caller, allowedInboxIds: [inbox.id] };
    const { data } = await fixture.inboxes.list(bound, { limit: 10 });
    expect(data.map((view) => view.inbox.id)).toEqual([inbox.id]);
    const none = await fixture.inboxes.list({ ...caller, allowedInboxIds: [] }, { limit: 10 });
    expect(none).toEqual({ data: [], cursor: null, has_more: false });
  });

  it('refuses the cursor of another organization', async () => {
    await fixture.create(caller);
    const { cursor } = await fixture.inboxes.list(caller, { limit: 1 });
    await expect(
      fixture.inboxes.list(stranger, { limit: 1, cursor: cursor! }),
    ).rejects.toMatchObject({ status: 400 });
  });
});
