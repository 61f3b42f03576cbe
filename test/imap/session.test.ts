import { afterEach, describe, expect, it } from '@jest/globals';
import { closeFixtures, startFixture } from './fixture.js';

afterEach(closeFixtures);

describe('signing in', () => {
  it('takes LOGIN and AUTHENTICATE PLAIN, with and without an initial response', async () => {
    const fixture = await startFixture();
    const plain = Buffer.from('\0IN@restante.test\0secret').toString('base64');
    const first = await fixture.client();
    expect(await first.answer('LOGIN "In@Restante.test" secret')).toMatch(/^OK \[CAPABILITY IMAP4/);
    const second = await fixture.client();
    expect(await second.answer(`AUTHENTICATE PLAIN ${plain}`)).toMatch(/^OK \[CAPABILITY /);
    const third = await fixture.client();
    third.send('a AUTHENTICATE PLAIN\r\n');
    expect(await third.line()).toBe('+ ');
    third.send(`${plain}\r\n`);
    expect(await third.line()).toMatch(/^a OK /);
    const fourth = await fixture.client();
    fourth.send('a LOGIN {16}\r\n');
    expect(await fourth.line()).toMatch(/^\+ /);
    fourth.send('in@restante.test {6+}\r\nsecret\r\n');
    expect(await fourth.line()).toMatch(/^a OK /);
  });

  it('is refused with another password, and the third time for good', async () => {
    const { client } = await startFixture().then(async (fixture) => ({
      client: await fixture.client(),
    }));
    const refused = /^NO \[AUTHENTICATIONFAILED\] /;
    expect(await client.answer('LOGIN in@restante.test wrong')).toMatch(refused);
    expect(await client.answer('LOGIN nobody@restante.test secret')).toMatch(refused);
    expect(await client.command('LOGIN in@restante.test wrong')).toEqual([
      '* BYE Too many failed sign-ins',
      expect.stringMatching(refused),
    ]);
    expect(await client.all()).toBe('');
  });

  it('is refused for the mail of another address', async () => {
    const client = await (await startFixture()).client();
    const plain = Buffer.from('else@restante.test\0in@restante.test\0secret').toString('base64');
    expect(await client.answer(`AUTHENTICATE PLAIN ${plain}`)).toMatch(
      /^NO \[AUTHORIZATIONFAILED\]/,
    );
    expect(await client.answer('AUTHENTICATE LOGIN')).toMatch(/^NO /);
    expect(await client.answer('AUTHENTICATE PLAIN !')).toMatch(/^BAD /);
  });

  it('is for so many connections an inbox', async () => {
    const fixture = await startFixture({ limits: { connectionsPerInbox: 1 } });
    const first = await fixture.signedIn();
    const second = await fixture.client();
    expect(await second.answer('LOGIN in@restante.test secret')).toMatch(/^NO \[LIMIT\] /);
    await first.command('LOGOUT');
    expect(await second.answer('LOGIN in@restante.test secret')).toMatch(/^OK /);
  });

  it('ends when the account ends', async () => {
    const fixture = await startFixture();
    const client = await fixture.selected();
    fixture.inbox.end('The password was changed');
    expect(await client.all()).toBe('* BYE The password was changed\r\n');
  });
});

describe('mailboxes', () => {
  it.each([
    [
      'LIST "" *',
      [
        '(\\HasNoChildren) "/" INBOX',
        '(\\HasNoChildren \\Sent) "/" Sent',
        '(\\HasNoChildren \\Junk) "/" Spam',
      ],
    ],
    ['LIST "" INBOX*', ['(\\HasNoChildren) "/" INBOX']],
    ['LIST "" "s%"', []],
    ['LIST "" ~foo', []],
    [
      'LIST (SPECIAL-USE) "" ("Se*" "Sp%m")',
      ['(\\HasNoChildren \\Sent) "/" Sent', '(\\HasNoChildren \\Junk) "/" Spam'],
    ],
    [
      'LIST (SUBSCRIBED RECURSIVEMATCH) "" in% RETURN (CHILDREN)',
      ['(\\HasNoChildren \\Subscribed) "/" INBOX'],
    ],
    ['LIST "" ""', ['(\\Noselect) "/" ""']],
  ])('%s', async (list, expected) => {
    const client = await (await startFixture()).signedIn();
    expect(await client.command(list)).toEqual([
      ...expected.map((line) => `* LIST ${line}`),
      'OK LIST completed',
    ]);
  });

  it('have a status, in LIST too', async () => {
    const fixture = await startFixture();
    fixture.inbox.inbox.add('a');
    fixture.inbox.inbox.add('bb', { seen: true });
    const client = await fixture.signedIn();
    const items = 'MESSAGES UNSEEN UIDNEXT UIDVALIDITY SIZE DELETED RECENT HIGHESTMODSEQ MAILBOXID';
    const status =
      '* STATUS INBOX (MESSAGES 2 UNSEEN 1 UIDNEXT 3 UIDVALIDITY 1700000000 SIZE 3 DELETED 0 ' +
      'RECENT 0 HIGHESTMODSEQ 3 MAILBOXID (mbx_INBOX))';
    expect((await client.command(`STATUS inbox (${items})`))[0]).toBe(status);
    expect((await client.command(`LIST "" I% RETURN (STATUS (${items}))`))[1]).toBe(status);
    expect(await client.answer('STATUS Drafts (MESSAGES)')).toMatch(/^NO \[NONEXISTENT\] /);
  });

  it('are selected read-only, in both revisions', async () => {
    const fixture = await startFixture();
    fixture.inbox.inbox.add('a');
    const client = await fixture.signedIn();
    expect(await client.command('SELECT inbox')).toEqual([
      '* FLAGS (\\Seen)',
      '* 1 EXISTS',
      '* 0 RECENT',
      '* OK [UNSEEN 1] The first unseen message',
      '* OK [PERMANENTFLAGS ()] No flags can be changed',
      '* OK [UIDVALIDITY 1700000000] UIDs stay valid',
      '* OK [UIDNEXT 2] The next UID',
      '* OK [HIGHESTMODSEQ 2] The highest',
      '* OK [MAILBOXID (mbx_INBOX)] Its id',
      'OK [READ-ONLY] Selected, read-only',
    ]);
    expect(await client.command('ENABLE imap4rev2 CONDSTORE QRESYNC')).toEqual([
      '* OK [HIGHESTMODSEQ 2] The highest',
      '* ENABLED CONDSTORE IMAP4rev2',
      'OK ENABLE completed',
    ]);
    expect((await client.command('EXAMINE Spam')).slice(0, 4)).toEqual([
      '* OK [CLOSED] Previous mailbox is closed',
      '* FLAGS (\\Seen $Junk)',
      '* 0 EXISTS',
      '* LIST (\\HasNoChildren \\Junk) "/" Spam',
    ]);
    expect(await client.command('SEARCH ALL')).toEqual([
      '* ESEARCH (TAG "t5")',
      'OK SEARCH completed',
    ]);
    expect(await client.answer('SELECT Nothing')).toMatch(/^NO \[NONEXISTENT\] /);
    expect(await client.answer('FETCH 1 FLAGS')).toMatch(/^BAD /);
  });

  it.each([
    'STORE 1 +FLAGS (\\Seen)',
    'UID STORE 1 +FLAGS.SILENT (\\Deleted)',
    'COPY 1 Sent',
    'UID MOVE 1 Sent',
    'EXPUNGE',
    'UID EXPUNGE 1',
    'CREATE Drafts',
    'DELETE INBOX',
    'RENAME INBOX Old',
    'UNSUBSCRIBE INBOX',
    'SETACL INBOX in@restante.test lrswi',
    'APPEND INBOX {5}',
    'APPEND INBOX (\\Seen) {2+}\r\nhi',
  ])('are not changed by %s', async (write) => {
    const fixture = await startFixture();
    fixture.inbox.inbox.add('a');
    const client = await fixture.selected();
    expect(await client.command(write)).toEqual([
      'NO [NOPERM] Mail is read-only here: use the REST interface, see /docs',
    ]);
    expect(await client.command('UID FETCH 1:* FLAGS')).toEqual([
      '* 1 FETCH (UID 1 FLAGS ())',
      'OK UID FETCH completed',
    ]);
  });

  it('answer the small commands', async () => {
    const client = await (await startFixture()).selected();
    expect(await client.command('NAMESPACE')).toEqual([
      '* NAMESPACE (("" "/")) NIL NIL',
      'OK NAMESPACE completed',
    ]);
    expect((await client.command('MYRIGHTS Sent'))[0]).toBe('* MYRIGHTS Sent lr');
    expect((await client.command('ID ("name" "test" "version" NIL)'))[0]).toBe(
      '* ID ("name" "Restante")',
    );
    expect(await client.command('SUBSCRIBE Spam')).toEqual(['OK SUBSCRIBE completed']);
    expect((await client.command('LSUB "" Sent'))[0]).toBe(
      '* LSUB (\\HasNoChildren \\Sent) "/" Sent',
    );
    for (const name of ['CHECK', 'NOOP', 'CLOSE']) expect(await client.answer(name)).toMatch(/^OK/);
    expect(await client.answer('UNSELECT')).toMatch(/^BAD /);
    expect((await client.command('LOGOUT'))[0]).toBe('* BYE Until next time');
  });
});

describe('what is new', () => {
  it('is told while a client idles', async () => {
    const fixture = await startFixture();
    const client = await fixture.selected();
    client.send('a IDLE\r\n');
    expect(await client.line()).toBe('+ Idling');
    fixture.inbox.inbox.add('one');
    expect(await client.line()).toBe('* 1 EXISTS');
    fixture.inbox.inbox.mark(1, true);
    expect(await client.line()).toBe('* 1 FETCH (UID 1 FLAGS (\\Seen))');
    fixture.inbox.inbox.remove(1);
    expect(await client.line()).toBe('* 1 EXPUNGE');
    client.send('DONE\r\n');
    expect(await client.line()).toBe('a OK IDLE completed');
    client.send('b IDLE\r\nNONSENSE\r\n');
    expect(await client.line()).toBe('+ Idling');
    expect(await client.line()).toBe('b BAD Expected DONE');
  });

  it('or that there is nothing, so that the connection stays', async () => {
    const client = await (await startFixture({ limits: { keepAliveMs: 5 } })).signedIn();
    client.send('a IDLE\r\n');
    expect([await client.line(), await client.line()]).toEqual(['+ Idling', '* OK Still here']);
  });

  it('is told at the end of commands, expunges where numbers are not used', async () => {
    const fixture = await startFixture();
    const { inbox } = fixture.inbox;
    for (const text of ['a', 'b', 'c', 'd']) inbox.add(text);
    const client = await fixture.selected();
    await client.command('ENABLE CONDSTORE');
    inbox.remove(1, 3);
    inbox.add('e');
    expect(await client.command('SEARCH SEEN')).toEqual([
      '* 5 EXISTS',
      '* SEARCH',
      'OK SEARCH completed',
    ]);
    expect(await client.command('FETCH 5 UID')).toEqual([
      '* 5 FETCH (UID 5)',
      'OK FETCH completed',
    ]);
    inbox.mark(4, true);
    expect(await client.command('NOOP')).toEqual([
      '* 4 FETCH (UID 4 FLAGS (\\Seen) MODSEQ (8))',
      '* 3 EXPUNGE',
      '* 1 EXPUNGE',
      'OK NOOP completed',
    ]);
    expect(await client.command('FETCH 1:* UID')).toEqual([
      '* 1 FETCH (UID 2)',
      '* 2 FETCH (UID 4)',
      '* 3 FETCH (UID 5)',
      'OK FETCH completed',
    ]);
  });
});
