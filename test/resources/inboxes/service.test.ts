import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/auth/caller.js';
import { findInbox } from '../../../src/store/inboxes.js';
import type { InboxEntity } from '../../../src/resources/inboxes/entities.js';
import { startInboxes, toldDuring, type InboxFixture } from './fixture.js';

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
  });

  it('gets a new IMAP password, and loses the old one', async () => {
    const first = await fixture.inboxes.regenerateImapPassword(caller, inbox.id);
    const second = await fixture.inboxes.regenerateImapPassword(caller, inbox.id);
    expect(second).toEqual({
      imap_username: inbox.address,
      imap_password: expect.stringMatching(/^[\w-]{22}$/),
      imap_host: 'imap.test',
      imap_port: 993,
    });
    expect(second.imap_password).not.toBe(first.imap_password);
  });
});

describe('deleting an inbox', () => {
  it('takes it out of reach at once and leaves its mail to a run', async () => {
    await fixture.inboxes.update(caller, inbox.id, { allowFrom: ['a.test'] });
    const told = await toldDuring(fixture.url, () => fixture.inboxes.remove(caller, inbox.id));
    expect(told).toEqual([`deleted ${inbox.id}`]);
    await expect(fixture.inboxes.get(caller, inbox.id)).rejects.toMatchObject({ status: 404 });
    await expect(fixture.inboxes.remove(caller, inbox.id)).rejects.toMatchObject({ status: 404 });
    expect(await fixture.queued(inbox.id)).toEqual([
      { op: 'start', workflow: 'deleteInbox', signal: null, again: false },
    ]);
    expect(await fixture.count('inbox_counters', 'inbox_id', inbox.id)).toBe(0);
    expect(await fixture.count('address_rules', 'inbox_id', inbox.id)).toBe(0);
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
