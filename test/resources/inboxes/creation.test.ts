import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/auth/caller.js';
import { secretHash } from '../../../src/auth/secret-hash.js';
import { DOMAIN, startInboxes, type InboxFixture } from './fixture.js';

let fixture: InboxFixture;
let caller: Caller;

beforeAll(async () => {
  fixture = await startInboxes();
  caller = await fixture.caller();
});
afterAll(() => fixture.drop());

describe('creating an inbox', () => {
  it.each([
    ['nothing', {}, /^[a-z]{6}-[2-9a-z]{4}$/],
    ['a name', { name: 'Shopping Bot' }, /^shopping-bot$/],
    ['a name that says nothing in ASCII', { name: '日本' }, /^[a-z]{6}-[2-9a-z]{4}$/],
    ['a reserved name', { name: 'Admin' }, /^admin-[2-9a-z]{4}$/],
    ['a name and the domain', { name: 'Second Bot', domain: DOMAIN }, /^second-bot$/],
    ['a local part', { localPart: 'alice' }, /^alice$/],
    ['a local part and the domain', { localPart: 'bob', domain: DOMAIN }, /^bob$/],
    ['a local part and a name', { localPart: 'carol', name: 'Carol X' }, /^carol$/],
  ])('takes %s', async (_case, input, expected) => {
    const { inbox } = await fixture.create(caller, input);
    const [localPart, domain] = inbox.address.split('@');
    expect(localPart).toMatch(expected);
    expect(domain).toBe(DOMAIN);
    expect(inbox.name).toBe('name' in input ? input.name : localPart);
  });

  it('gives a taken name four random characters', async () => {
    await fixture.create(caller, { name: 'Popular' });
    const { inbox } = await fixture.create(caller, { name: 'Popular' });
    expect(inbox.address).toMatch(/^popular-[2-9a-z]{4}@/);
    expect(inbox.name).toBe('Popular');
  });

  it('shows a password of which only the hash is kept', async () => {
    const { inbox, imap } = await fixture.create(caller);
    expect(imap).toMatchObject({
      imap_username: inbox.address,
      imap_host: 'imap.test',
      imap_port: 993,
    });
    expect(imap.imap_password).toMatch(/^[\w-]{22}$/);
    const [row] = await fixture.database.query<{ hash: Buffer }>(
      'SELECT imap_password_hash AS hash FROM inboxes WHERE id = $1',
      [inbox.id],
    );
    expect(row!.hash).toEqual(secretHash(imap.imap_password!));
  });

  it.each([
    [
      'a foreign domain',
      { domain: 'other.test' },
      400,
      `domain must be ${DOMAIN} or a domain of your own, or be left out`,
    ],
    ['a reserved local part', { localPart: 'no-reply' }, 409, `no-reply@${DOMAIN} is reserved`],
    ['a taken local part', { localPart: 'taken' }, 409, `taken@${DOMAIN} is taken`],
  ])('refuses %s', async (_case, input, status, message) => {
    await fixture.create(await fixture.caller(), { localPart: 'taken' }).catch(() => undefined);
    await expect(fixture.create(caller, input)).rejects.toMatchObject({ status, message });
  });

  it('is not for a key that is bound to inboxes', async () => {
    const bound = { ...caller, allowedInboxIds: ['inb_1'] };
    await expect(fixture.create(bound)).rejects.toMatchObject({ status: 403 });
  });

  it('starts the run that ends an inbox with a lifetime', async () => {
    const { inbox } = await fixture.create(caller, { ttlSeconds: 60 });
    expect(inbox.expiresAt!.getTime() - inbox.createdAt.getTime()).toBe(60_000);
    expect(await fixture.queued(inbox.id)).toEqual([
      { op: 'start', workflow: 'expireInbox', signal: null, again: false },
    ]);
  });

  it('answers a repeated client id with the inbox that has it, and no password', async () => {
    const first = await fixture.create(caller, { clientId: 'one' });
    const second = await fixture.create(caller, { clientId: 'one', name: 'Other' });
    expect(second.inbox.id).toBe(first.inbox.id);
    expect(second.imap.imap_password).toBeUndefined();
    const other = await fixture.create(await fixture.caller(), { clientId: 'one' });
    expect(other.inbox.id).not.toBe(first.inbox.id);
  });

  it('answers a repeated client id also where the plan has no room left', async () => {
    const limited = await fixture.caller('free');
    const first = await fixture.create(limited, { clientId: 'one' });
    await fixture.create(limited);
    await fixture.create(limited);
    const again = await fixture.create(limited, { clientId: 'one' });
    expect(again.inbox.id).toBe(first.inbox.id);
  });

  it('never gives an address to another organization, but back to its own', async () => {
    const { inbox } = await fixture.create(caller, { localPart: 'mine' });
    await fixture.inboxes.remove(caller, inbox.id);
    const stranger = await fixture.caller();
    await expect(fixture.create(stranger, { localPart: 'mine' })).rejects.toMatchObject({
      status: 409,
    });
    const suffixed = await fixture.create(stranger, { name: 'mine' });
    expect(suffixed.inbox.address).toMatch(/^mine-/);
    const again = await fixture.create(caller, { localPart: 'mine' });
    expect(again.inbox.id).not.toBe(inbox.id);
  });
});

describe('creating inboxes in parallel', () => {
  it('gives one address to one of 20 requests', async () => {
    const callers = await Promise.all([fixture.caller(), fixture.caller()]);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        fixture.create(callers[index % 2]!, { localPart: 'wanted' }),
      ),
    );
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as { status: number }).status] : [],
    );
    expect(refused).toEqual(Array(19).fill(409));
    expect(await fixture.count('inboxes', 'address', `wanted@${DOMAIN}`)).toBe(1);
  });

  it('makes exactly as many as the plan allows', async () => {
    const limited = await fixture.caller('free');
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => fixture.create(limited)),
    );
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as Error).message] : [],
    );
    expect(refused).toEqual(Array(7).fill('The free plan has room for 3 inboxes'));
    expect(await fixture.count('inboxes', 'org_id', limited.orgId)).toBe(3);
  });

  it('makes room again when an inbox is deleted', async () => {
    const limited = await fixture.caller('free');
    const { inbox } = await fixture.create(limited);
    await fixture.create(limited);
    await fixture.create(limited);
    await fixture.inboxes.remove(limited, inbox.id);
    await expect(fixture.create(limited)).resolves.toBeDefined();
  });

  it('makes one inbox for 10 requests with one client id', async () => {
    const created = await Promise.all(
      Array.from({ length: 10 }, () => fixture.create(caller, { clientId: 'race' })),
    );
    expect(new Set(created.map(({ inbox }) => inbox.id)).size).toBe(1);
    expect(created.filter(({ imap }) => imap.imap_password !== undefined)).toHaveLength(1);
  });

  it('finds 10 requests with one name 10 addresses', async () => {
    const created = await Promise.all(
      Array.from({ length: 10 }, () => fixture.create(caller, { name: 'Crowded' })),
    );
    expect(new Set(created.map(({ inbox }) => inbox.address)).size).toBe(10);
  });
});

describe('the addresses every mail domain answers', () => {
  it('are made once, also by several processes', async () => {
    const owner = await fixture.caller();
    await Promise.all([1, 2, 3].map(() => fixture.inboxes.ensureSystemInboxes(owner.orgId)));
    await fixture.inboxes.ensureSystemInboxes((await fixture.caller()).orgId);
    const { data } = await fixture.inboxes.list(owner, { limit: 10 });
    expect(data.map(({ inbox }) => inbox.address).sort()).toEqual([
      `abuse@${DOMAIN}`,
      `postmaster@${DOMAIN}`,
    ]);
    expect(await fixture.count('inboxes', 'name', 'postmaster')).toBe(1);
  });
});
