import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../src/imap/session.js';
import { startMailboxes, type ImapInbox, type Mailboxes } from './fixture.js';

let mail: Mailboxes;
beforeAll(async () => {
  mail = await startMailboxes();
});
afterAll(() => mail.close());

async function outcome(username: string, password: string, peer = '192.0.2.20'): Promise<string> {
  const signedIn = await mail.api.services.mailboxes.signIn({ username, password, peer });
  if (signedIn.outcome === 'ok') signedIn.account.close();
  return signedIn.outcome;
}

const ending = (account: Account) =>
  new Promise<string>((resolve) => account.onEnded((reason) => resolve(reason)));

async function newPassword({ id, key }: ImapInbox): Promise<string> {
  const { body } = await mail.api.call('POST', `/v1/inboxes/${id}/imap-password`, { key });
  return body.imap_password as string;
}

describe('signing in', () => {
  it('takes the address in any case and its password alone', async () => {
    const inbox = await mail.createInbox();
    const other = await mail.createInbox();
    expect(await outcome(inbox.address, inbox.imap_password)).toBe('ok');
    expect(await outcome(inbox.address.toUpperCase(), inbox.imap_password)).toBe('ok');
    expect(await outcome(inbox.address, other.imap_password)).toBe('refused');
    expect(await outcome(inbox.address, '')).toBe('refused');
    expect(await outcome(inbox.address, inbox.key)).toBe('refused');
  });

  it.each(['nobody@mail.test', '', '@', 'a\0b@mail.test', `${'x'.repeat(100_000)}@mail.test`])(
    'refuses %.20j',
    async (username) => expect(await outcome(username, 'secret')).toBe('refused'),
  );

  it('is possible while the inbox is paused, and not any more when it is deleted', async () => {
    const inbox = await mail.createInbox();
    const path = `/v1/inboxes/${inbox.id}`;
    await mail.api.call('PATCH', path, { key: inbox.key, body: { status: 'PAUSED' } });
    expect(await outcome(inbox.address, inbox.imap_password)).toBe('ok');
    await mail.api.call('DELETE', path, { key: inbox.key });
    expect(await outcome(inbox.address, inbox.imap_password)).toBe('refused');
  });

  it('is over for an address that failed a hundred times, and for nobody else', async () => {
    const inbox = await mail.createInbox();
    const peers = ['2001:db8:1:2::1', '2001:db8:1:2::2'];
    const failed = await Promise.all(
      Array.from({ length: 100 }, (_, n) => outcome(inbox.address, 'guess', peers[n % 2])),
    );
    expect(new Set(failed)).toEqual(new Set(['refused']));
    expect(await outcome(inbox.address, 'guess', peers[0])).toBe('limited');
    expect(await outcome(inbox.address, inbox.imap_password, peers[0])).toBe('limited');
    expect(await outcome(inbox.address, inbox.imap_password, '2001:db8:1:3::1')).toBe('ok');
  });
});

describe('whoever is signed in', () => {
  it('is out when the password becomes another', async () => {
    const inbox = await mail.createInbox();
    const [first, second] = [await mail.signIn(inbox), await mail.signIn(inbox)];
    await first.open('INBOX');
    const ends = [ending(first), ending(second)];
    const password = await newPassword(inbox);
    expect(await Promise.all(ends)).toEqual(Array(2).fill('The password was changed'));

    const third = await mail.signIn(inbox, password);
    const end = ending(third);
    await newPassword(inbox);
    expect(await end).toBe('The password was changed');
  });

  it('is out when the inbox is deleted', async () => {
    const inbox = await mail.createInbox();
    const account = await mail.signIn(inbox);
    await mail.api.call('DELETE', `/v1/inboxes/${inbox.id}`, { key: inbox.key });
    expect(await ending(account)).toBe('The inbox was deleted');
  });

  it('is known for as long as that lasts', async () => {
    const account = await mail.signIn(await mail.createInbox());
    // At one moment: those of other tests may still be ending.
    const during = mail.api.open.signIns.size;
    account.close();
    expect(mail.api.open.signIns.size).toBe(during - 1);
  });
});

describe('UIDVALIDITY', () => {
  const validity = async (inbox: ImapInbox) =>
    (await (await mail.signIn(inbox)).open('INBOX')).view().uidValidity;

  it('rises when an address is made anew, also within a second', async () => {
    const { key } = await mail.api.createOrg();
    const make = async () =>
      ({ ...(await mail.api.createInbox(key, { local_part: 'again' })), key }) as ImapInbox;
    const first = await make();
    const known = await validity(first);
    expect(known).toBeGreaterThanOrEqual(Math.floor(Date.now() / 1_000) - 60);
    await mail.api.call('POST', '/v1/inboxes', { key, body: { local_part: 'again' } });
    expect(await validity(first)).toBe(known);
    await mail.api.call('DELETE', `/v1/inboxes/${first.id}`, { key });
    expect(await validity(await make())).toBeGreaterThan(known);
  });
});
