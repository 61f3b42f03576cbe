import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  MAILBOXES,
  MessageGone,
  type Mailbox,
  type MessageMark,
} from '../../../src/imap/session.js';
import {
  all,
  idsIn,
  mailOf,
  markRead,
  remove,
  spamOf,
  startMailboxes,
  viewOf,
  type ImapInbox,
  type Mailboxes,
} from './fixture.js';

let mail: Mailboxes;
beforeAll(async () => {
  mail = await startMailboxes();
});
afterAll(() => mail.close());

const raw = async (inbox: ImapInbox, id: string): Promise<Buffer> => {
  const url = new URL(`/v1/emails/${id}/raw`, mail.api.baseUrl);
  const response = await fetch(url, { headers: { 'X-API-Key': inbox.key } });
  return Buffer.from(await response.arrayBuffer());
};

const bytesOf = async (mailbox: Mailbox, uid: number, from: number, to: number) =>
  Buffer.concat(await all(mailbox.bytes(uid, from, to)));

const send = async (inbox: ImapInbox, subject = 'Out') =>
  (
    await mail.api.send(inbox.key, inbox, {
      to: 'ben@elsewhere.example',
      subject,
      text: 'Hi',
    })
  ).body.id as string;

/** Sends a mail that had a signature when it left. */
async function signedAndSent(inbox: ImapInbox, signature: string): Promise<string> {
  const { api } = mail;
  api.worker.running = false;
  const answered = send(inbox);
  const sign = `UPDATE sends SET dkim_signature = $2 WHERE inbox_id = $1 RETURNING email_id AS id`;
  let rows: { id: string }[] = [];
  while (rows.length === 0) rows = await api.database.query(sign, [inbox.id, signature]);
  api.worker.running = true;
  await api.attempts.attempt(rows[0]!.id, `sendEmail:${rows[0]!.id}`);
  return answered;
}

describe('a mailbox that is open', () => {
  it('shows what arrives, what is read and what is deleted as it happens', async () => {
    const inbox = await mail.createInbox();
    const mailbox = await mail.open(inbox);
    expect(mailbox.view()).toMatchObject({ uidNext: 1, messages: [] });

    const first = await mail.api.receive(inbox, mailOf('One'));
    const second = await mail.api.receive(inbox, mailOf('Two'));
    const full = await viewOf(mailbox, ({ messages }) => messages.length === 2);
    expect(idsIn(full)).toEqual([first, second]);
    expect(full.messages.map(({ seen }) => seen)).toEqual([false, false]);

    await markRead(mail.api, inbox, first);
    const read = await viewOf(mailbox, ({ messages }) => messages[0]!.seen);
    expect(read.messages[0]!.modseq).toBeGreaterThan(full.highestModseq);
    expect(read.messages[1]).toEqual(full.messages[1]);

    await remove(mail.api, inbox, second);
    const less = await viewOf(mailbox, ({ messages }) => messages.length === 1);
    expect(idsIn(less)).toEqual([first]);
    // It never falls, whatever is gone.
    expect(less.uidNext).toBe(full.uidNext);
    expect((await mail.open(inbox)).view()).toEqual(less);
  });

  it('has spam apart, and what left in Sent', async () => {
    const inbox = await mail.createInbox();
    const good = await mail.api.receive(inbox, mailOf('Good'));
    const spam = await mail.api.receive(inbox, spamOf('Bad'));
    const sent = await send(inbox);

    const ids = await Promise.all(
      MAILBOXES.map(async (name) => idsIn((await mail.open(inbox, name)).view())),
    );
    expect(ids).toEqual([[good], [sent], [spam]]);
  });

  it('keeps drafts and failed mail out of Sent', async () => {
    const inbox = await mail.createInbox();
    mail.api.outcomes.push({ kind: 'refused', response: '550 no' });
    await send(inbox);
    const mailbox = await mail.open(inbox, 'Sent');
    expect(mailbox.view().messages).toEqual([]);
    const later = { to: 'ben@elsewhere.example', subject: 'x', send_at: '2099-01-01T00:00:00Z' };
    await mail.api.send(inbox.key, inbox, { ...later, text: 'Hi' });
    expect((await mailbox.refresh()).messages).toEqual([]);
  });

  it('tells the same by STATUS', async () => {
    const inbox = await mail.createInbox();
    const read = await mail.api.receive(inbox, mailOf('Read'));
    const unread = await mail.api.receive(inbox, mailOf('Unread'));
    await markRead(mail.api, inbox, read);
    const account = await mail.signIn(inbox);
    const view = (await account.open('INBOX')).view();

    const [sent, status] = await account.status(['Sent', 'INBOX']);
    expect(sent).toMatchObject({ name: 'Sent', messages: 0, unseen: 0, size: 0, uidNext: 1 });
    expect(status).toEqual({
      name: 'INBOX',
      mailboxId: `${inbox.id}-inbox`,
      uidValidity: view.uidValidity,
      uidNext: view.uidNext,
      highestModseq: view.highestModseq,
      messages: 2,
      unseen: 1,
      size: (await raw(inbox, read)).length + (await raw(inbox, unread)).length,
    });
    expect(view.uidValidity).toBeGreaterThan(1_700_000_000);
  });
});

describe('messages', () => {
  it('are fetched in the order that is asked for, without those that are gone', async () => {
    const inbox = await mail.createInbox();
    const ids = [];
    for (const subject of ['a', 'b', 'c']) ids.push(await mail.api.receive(inbox, mailOf(subject)));
    const mailbox = await mail.open(inbox);
    const [a, b, c] = mailbox.view().messages.map(({ uid }) => uid) as [number, number, number];
    await remove(mail.api, inbox, ids[1]!);

    const wanted = { size: true, internalDate: true, preview: true, threadId: true };
    const found = await mailbox.fetch([c, b, a, 999], wanted);
    expect(found.map(({ uid }) => uid)).toEqual([c, a]);
    const { body } = await mail.api.call('GET', `/v1/emails/${ids[2]}`, { key: inbox.key });
    expect(found[0]).toEqual({
      uid: c,
      size: (await raw(inbox, ids[2]!)).length,
      internalDate: new Date(body.received_at as string),
      preview: body.summary,
      threadId: body.thread_id,
    });
  });

  it('of several mailboxes are read at once, of each what is asked of it', async () => {
    const [one, other] = [await mail.createInbox(), await mail.createInbox()];
    const ids = [
      await mail.api.receive(one, mailOf('First')),
      await mail.api.receive(one, mailOf('Second')),
      await mail.api.receive(other, mailOf('Other')),
    ];
    const [inbox, spam, others] = [
      await mail.open(one),
      await mail.open(one, 'Spam'),
      await mail.open(other),
    ];
    const [first, second, third] = [
      await raw(one, ids[0]!),
      await raw(one, ids[1]!),
      await raw(other, ids[2]!),
    ];
    const read = (mailbox: Mailbox, uid: number, firstBytes: number) =>
      mailbox.fetch([uid], { size: true, firstBytes });
    expect(
      await Promise.all([
        read(inbox, 1, 10),
        read(others, 1, 65_536),
        read(spam, 1, 10),
        read(inbox, 2, 300),
        read(inbox, 9, 10),
        read(inbox, 1, 20),
      ]),
    ).toMatchObject([
      [{ uid: 1, size: first.length, firstBytes: first.subarray(0, 10) }],
      [{ uid: 1, size: third.length, firstBytes: third }],
      [],
      [{ uid: 2, size: second.length, firstBytes: second.subarray(0, 300) }],
      [],
      [{ uid: 1, size: first.length, firstBytes: first.subarray(0, 20) }],
    ]);
  });

  it('have the bytes of /raw, whichever slice is asked for', async () => {
    const inbox = await mail.createInbox();
    const text = Array.from({ length: 9_000 }, (_, n) => `line ${n} of a long mail äöü`).join(
      '\r\n',
    );
    const id = await mail.api.receive(inbox, mailOf('Long', text));
    const whole = await raw(inbox, id);
    const mailbox = await mail.open(inbox);
    const { uid } = mailbox.view().messages[0]!;
    expect(whole.length).toBeGreaterThan(256 * 1024);

    expect(await bytesOf(mailbox, uid, 0, whole.length)).toEqual(whole);
    for (const [from, to] of [
      [0, 1],
      [0, 20],
      [30, 500],
      [140, 180],
      [270_000, 270_001],
      [500, 262_700],
    ] as const)
      expect(await bytesOf(mailbox, uid, from, to)).toEqual(whole.subarray(from, to));
  });

  it('that were sent have the bytes that left', async () => {
    const inbox = await mail.createInbox();
    const id = await signedAndSent(inbox, 'DKIM-Signature: v=1\r\n');
    const whole = await raw(inbox, id);
    const mailbox = await mail.open(inbox, 'Sent');
    const [mark] = mailbox.view().messages;
    expect(mark).toMatchObject({ emailId: id, seen: true });
    const { uid } = mark!;
    expect(await bytesOf(mailbox, uid, 0, whole.length)).toEqual(whole);
    expect(await bytesOf(mailbox, uid, 10, 40)).toEqual(whole.subarray(10, 40));
    for (const firstBytes of [10, 30, 100, 1e6]) {
      const found = await mailbox.fetch([uid], { size: true, firstBytes });
      const first = whole.subarray(0, firstBytes);
      expect(found).toMatchObject([{ size: whole.length, firstBytes: first }]);
    }
  });

  it('that were sent are found by what they were signed with', async () => {
    const inbox = await mail.createInbox();
    await signedAndSent(inbox, 'DKIM-Signature: v=1;\r\n d=mail.test\r\n');
    const mailbox = await mail.open(inbox, 'Sent');
    const [{ uid }] = mailbox.view().messages as [MessageMark];
    const signed = (value: string) =>
      mailbox.search({ key: 'header', name: 'DKIM-Signature', value });
    expect(await signed('')).toEqual([uid]);
    expect(await signed('v=1; d=MAIL.test')).toEqual([uid]);
    expect(await signed('signature')).toEqual([]);
    expect(await mailbox.search({ key: 'text', value: 'dkim-signature: v=1; d=' })).toEqual([uid]);
    expect(await mailbox.search({ key: 'text', value: 'd=elsewhere' })).toEqual([]);

    const unsigned = await mail.createInbox();
    await send(unsigned);
    const other = await mail.open(unsigned, 'Sent');
    expect(await other.search({ key: 'header', name: 'DKIM-Signature', value: '' })).toEqual([]);
  });

  it('that go while they are read say so', async () => {
    const inbox = await mail.createInbox();
    const id = await mail.api.receive(inbox, mailOf('Long', 'x'.repeat(300 * 1024)));
    const mailbox = await mail.open(inbox);
    const { uid } = mailbox.view().messages[0]!;
    const slices = mailbox.bytes(uid, 0, 300_000)[Symbol.asyncIterator]();
    expect((await slices.next()).value).toHaveLength(256 * 1024);
    await remove(mail.api, inbox, id);
    await expect(slices.next()).rejects.toBeInstanceOf(MessageGone);
  });
});
