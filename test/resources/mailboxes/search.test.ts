import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../../src/db/database.js';
import { SearchLimit, type Mailbox, type SearchKey } from '../../../src/imap/session.js';
import { StoredMailbox } from '../../../src/resources/mailboxes/mailbox.js';
import { markRead, startMailboxes, type Mailboxes } from './fixture.js';

const DAY = 24 * 60 * 60;

let mail: Mailboxes;
let mailbox: Mailbox;
let inboxId: string;
let ids: string[];
beforeAll(async () => {
  mail = await startMailboxes();
  const inbox = await mail.createInbox();
  inboxId = inbox.id;
  ids = [];
  for (const raw of MAILS) ids.push(await mail.api.receive(inbox, raw));
  await markRead(mail.api, inbox, ids[0]!);
  await mail.api.database.query(
    `UPDATE emails SET received_at = now() - interval '3 days' WHERE id = $1`,
    [ids[1]],
  );
  mailbox = await mail.open(inbox);
});
afterAll(() => mail.close());

const MAILS = [
  `From: "Smith, Ann" <ann@example.com>
To: you@mail.test, Green Club: Ben Bell <ben@example.com>;
Subject: Invoice 42 for the garden
Date: Thu, 1 Jan 2026 23:30:00 -0500
Message-ID: <1@example.com>
X-Tag: one
X-Tag: two

The total amount of the re-order is 12.50, due to-morrow.
It was <wink> asked for at <https://shop.example/orders>, where the <script> is broken afterwards.
`,
  `From: =?utf-8?q?J=C3=B6rg?= <joerg@example.org>
To: you@mail.test
Cc: Carl <carl@example.net>
Bcc: hidden@example.net
Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe_100%?=
Date: Sat, 3 Jan 2026 10:00:00 +0000
Message-ID: <2@example.com>
Content-Type: text/plain; charset=utf-8

Grüße aus Köln\\o/ und 会議は明日です
`,
  `From: carol@example.net
To: you@mail.test
Subject: Long
Cc: undisclosed-recipients:;
Message-ID: <3@example.com>
Date: Mon, 5 Jan 2026 10:00:00 +0000

${'padding words here '.repeat(6_000)} needle-at-the-end
`,
];

/** Which of the mails are found, from 0. */
async function found(search: SearchKey, from = mailbox): Promise<number[]> {
  const uids = await from.search(search);
  const byUid = new Map(from.view().messages.map(({ uid, emailId }) => [uid, emailId]));
  return uids.map((uid) => ids.indexOf(byUid.get(uid)!));
}

const uid = (place: number) => mailbox.view().messages[place]!.uid;

describe('a search', () => {
  it.each<[SearchKey, number[]]>([
    [{ key: 'all' }, [0, 1, 2]],
    [{ key: 'none' }, []],
    [{ key: 'seen' }, [0]],
    [{ key: 'unseen' }, [1, 2]],
    [{ key: 'junk' }, []],
    [{ key: 'not', of: { key: 'seen' } }, [1, 2]],
    [{ key: 'and', of: [{ key: 'unseen' }, { key: 'subject', value: 'long' }] }, [2]],
    [{ key: 'or', of: [{ key: 'seen' }, { key: 'subject', value: 'long' }] }, [0, 2]],
    [{ key: 'and', of: [] }, [0, 1, 2]],
    [{ key: 'or', of: [] }, []],
    [{ key: 'uids', ranges: [] }, []],
  ])('of %j', async (search, places) => {
    expect(await found(search)).toEqual(places);
  });

  it.each([
    ['Return-Path', '<somebody@example.com>', [0, 1, 2]],
    ['delivered-to', 'you@', []],
    ['delivered-to', '', [0, 1, 2]],
    ['Received', 'from mx.test', [0, 1, 2]],
    ['Received', 'from elsewhere', []],
  ])('of what stands in front of received mail: %s %s', async (name, value, places) => {
    expect(await found({ key: 'header', name, value })).toEqual(places);
    const text = value === '' ? `${name}: ` : `${name}: ${value}`;
    expect(await found({ key: 'text', value: text })).toEqual(places);
  });

  it.each<[SearchKey['key'], string, number[]]>([
    ['from', 'ann', [0]],
    ['from', 'SMITH', [0]],
    ['from', '"Smith, Ann" <ANN@', [0]],
    ['from', 'JÖRG', [1]],
    ['from', 'ben', []],
    ['from', '', [0, 1, 2]],
    ['to', 'ben b', [0]],
    ['to', '<ben@example.com>', [0]],
    ['to', 'green club', [0]],
    ['to', 'Club: Ben', [0]],
    ['to', 'you@', [0, 1, 2]],
    ['cc', 'carl', [1]],
    ['cc', 'undisclosed', [2]],
    ['cc', 'nobody', []],
    ['cc', '', [1, 2]],
    ['bcc', 'hidden@', [1]],
    ['bcc', 'you', []],
    ['subject', 'garDEN', [0]],
    ['subject', 'grüße', [1]],
    ['subject', '100%', [1]],
    ['subject', '1_0', []],
    ['subject', '', [0, 1, 2]],
    ['body', 'amount of the', [0]],
    ['body', 'AMOUNT', [0]],
    ['body', 'amou', [0]],
    ['body', 'am', [0]],
    ['body', 're-order is', [0]],
    ['body', '12.50', [0]],
    ['body', 'wink', [0]],
    ['body', 'shop', [0]],
    ['body', 'afterwards', [0]],
    ['body', 'the of amount', []],
    ['body', 'garden', []],
    ['body', 'köln', [1]],
    ['body', 'Köln\\o/', [1]],
    ['body', '明日', [1]],
    ['body', 'needle', [2]],
    ['body', '', [0, 1, 2]],
    ['body', 'a\0b', []],
    ['text', 'garden', [0]],
    ['text', 'total', [0]],
    ['text', 'x-tag: two', [0]],
    ['text', 'joerg@example', [1]],
    ['text', 'nowhere', []],
  ])('of %s for %j', async (key, value, places) => {
    expect(await found({ key, value } as SearchKey)).toEqual(places);
  });

  it.each<[string, string, number[]]>([
    ['X-Tag', 'TWO', [0]],
    ['x-tag', '', [0]],
    ['message-id', '<2@', [1]],
    ['X-None', '', []],
    ['__proto__', '', []],
  ])('of the field %s for %j', async (name, value, places) => {
    expect(await found({ key: 'header', name, value })).toEqual(places);
  });

  it.each<[SearchKey['key'], number, number[]]>([
    ['sentbefore', 3, [0]],
    ['senton', 1, [0]],
    ['senton', 2, []],
    ['sentsince', 3, [1, 2]],
  ])(
    '%s the %s of the month goes by the date as it stands in the field',
    async (key, day, places) => {
      expect(await found({ key, day: `2026-01-0${day}` } as SearchKey)).toEqual(places);
    },
  );

  it('goes by the time of receipt', async () => {
    const day = (ago: number) =>
      new Date(Date.now() - ago * DAY * 1_000).toISOString().slice(0, 10);
    expect(await found({ key: 'before', day: day(2) })).toEqual([1]);
    expect(await found({ key: 'on', day: day(3) })).toEqual([1]);
    expect(await found({ key: 'since', day: day(2) })).toEqual([0, 2]);
    expect(await found({ key: 'younger', seconds: DAY })).toEqual([0, 2]);
    expect(await found({ key: 'older', seconds: DAY })).toEqual([1]);
  });

  it('goes by size, number, change and id', async () => {
    expect(await found({ key: 'larger', bytes: 50_000 })).toEqual([2]);
    expect(await found({ key: 'smaller', bytes: 50_000 })).toEqual([0, 1]);
    expect(await found({ key: 'uids', ranges: [[uid(1), 4_294_967_295]] })).toEqual([1, 2]);
    const ranges = [
      [uid(2), uid(2)],
      [1, uid(0)],
    ] as const;
    expect(await found({ key: 'uids', ranges })).toEqual([0, 2]);
    expect(await found({ key: 'modseq', from: uid(2) + 1 })).toEqual([0]);
    expect(await found({ key: 'emailid', id: ids[1]! })).toEqual([1]);
    const [message] = await mailbox.fetch([uid(1)], { threadId: true });
    expect(await found({ key: 'threadid', id: message!.threadId! })).toEqual([1]);
  });

  it('has a thousand keys at most', async () => {
    const keys = (count: number): SearchKey => ({
      key: 'or',
      of: Array.from({ length: count - 1 }, () => ({ key: 'subject', value: 'long' }) as const),
    });
    expect(await found(keys(1_000))).toEqual([2]);
    await expect(mailbox.search(keys(1_001))).rejects.toBeInstanceOf(SearchLimit);
  });

  it('ends with a limit where it takes too long', async () => {
    const { database, url } = mail.api;
    const searches = await Database.open({ url, poolSize: 1, queryTimeout: 60_000, entities: [] });
    await searches.query('SET statement_timeout = 50');
    const unread = { read: async () => [] };
    const deps = { database, searches, reads: unread, structures: { complete: () => [] } };
    const slow = new StoredMailbox('INBOX', inboxId, deps, mailbox);
    // Nothing of it is read until this is over.
    await database.transaction(async (manager) => {
      await manager.query('LOCK TABLE stored_messages');
      await expect(slow.search({ key: 'subject', value: 'x' })).rejects.toBeInstanceOf(SearchLimit);
    });
    expect(await slow.search({ key: 'subject', value: 'long' })).toEqual([uid(2)]);
    await searches.close();
  });
});
