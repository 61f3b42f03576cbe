import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Caller } from '../../../src/auth/caller.js';
import type { InboxEntity } from '../../../src/resources/inboxes/entities.js';
import { startInboxes, toldDuring, type InboxFixture } from './fixture.js';

let fixture: InboxFixture;
let caller: Caller;
let inbox: InboxEntity;

beforeAll(async () => {
  fixture = await startInboxes();
  caller = await fixture.caller();
});
beforeEach(async () => {
  ({ inbox } = await fixture.create(caller));
});
afterAll(() => fixture.drop());

const withheld = async (id: string) => {
  const [row] = await fixture.database.query<{ withhold: boolean }>(
    'SELECT withhold FROM inbox_counters WHERE inbox_id = $1',
    [id],
  );
  return row?.withhold;
};

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
    ]);
  });

  it('wakes the run when it is taken back', async () => {
    await fixture.inboxes.update(caller, inbox.id, { expiresAt: soon() });
    await fixture.inboxes.update(caller, inbox.id, { expiresAt: null });
    const queued = await fixture.queued(inbox.id);
    expect(queued.slice(1)).toEqual([
      { op: 'signal', workflow: 'expireInbox', signal: 'expiryChanged', again: false },
    ]);
    expect(await fixture.inboxes.expiry(inbox.id)).toBeNull();
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
    expect(await fixture.inboxes.expiry(inbox.id)).toEqual(expiresAt);
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
    expect(queued.slice(1)).toEqual([
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
    expect(await toldDuring(fixture.url, pause)).toEqual([`paused ${inbox.id}`]);
    expect(await withheld(inbox.id)).toBe(true);
    expect(await toldDuring(fixture.url, pause)).toEqual([]);
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
