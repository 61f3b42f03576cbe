import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FetchedMessage, Mailbox } from '../../../src/imap/session.js';
import { mailOf, startMailboxes, type ImapInbox, type Mailboxes } from './fixture.js';

let mail: Mailboxes;
beforeAll(async () => {
  mail = await startMailboxes();
});
afterAll(() => mail.close());

const ALL = { size: true, envelope: true, structure: true, parts: true };

const read = (mailbox: Mailbox): Promise<readonly FetchedMessage[]> =>
  mailbox.fetch(
    mailbox.view().messages.map(({ uid }) => uid),
    ALL,
  );

const forget = (inbox: ImapInbox) =>
  mail.api.database.query(
    `UPDATE stored_messages SET envelope = NULL, body = NULL, body_structure = NULL, part_map = NULL
     WHERE id IN (SELECT stored_message_id FROM emails WHERE inbox_id = $1)`,
    [inbox.id],
  );

const columns = (inbox: ImapInbox) =>
  mail.api.database.query<{ sent_on: string; size: string }>(
    `SELECT envelope, body, body_structure, part_map, sent_on::text, e.size + e.head_bytes AS size
     FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id
     WHERE e.inbox_id = $1 ORDER BY e.uid`,
    [inbox.id],
  );

const MULTIPART = [
  'Subject: Two',
  'Date: Thu, 1 Jan 2026 23:30:00 -0800',
  'Content-Type: multipart/mixed; boundary=b',
  ...['', '--b', '', 'one', '--b', 'Content-Type: text/html', '', '<p>two', '--b--', ''],
].join('\r\n');

describe('the parts of a mail', () => {
  it('are kept when it is stored, and made where they are missing', async () => {
    const inbox = await mail.createInbox();
    await mail.api.receive(inbox, mailOf('One'));
    await mail.api.receive(inbox, MULTIPART);
    const mailbox = await mail.open(inbox);

    const first = await read(mailbox);
    expect(first.map(({ envelope }) => envelope)).toEqual([
      expect.stringContaining('"One" (("Ann" NIL "ann" "example.com"))'),
      expect.stringContaining('"Two" NIL'),
    ]);
    const kept = await columns(inbox);
    expect(kept.map(({ sent_on }) => sent_on)).toEqual(['2026-01-01', '2026-01-01']);
    expect(first.map(({ size }) => size)).toEqual(kept.map(({ size }) => size));

    await forget(inbox);
    expect(await read(mailbox)).toEqual(first);
    expect(await columns(inbox)).toEqual(kept);
  });

  it('lie behind what the copy of the inbox begins with', async () => {
    const inbox = await mail.createInbox();
    const id = await mail.api.receive(inbox, MULTIPART);
    const { baseUrl } = mail.api;
    const response = await fetch(new URL(`/v1/emails/${id}/raw`, baseUrl), {
      headers: { 'X-API-Key': inbox.key },
    });
    const raw = Buffer.from(await response.arrayBuffer());

    const [{ size, parts }] = (await read(await mail.open(inbox))) as [FetchedMessage];
    expect(size).toBe(raw.length);
    const [second] = parts!.children!.slice(1);
    expect(raw.subarray(...second!.body).toString()).toBe('<p>two');
    expect(raw.subarray(...parts!.header).toString()).toMatch(
      /^Return-Path: [^]*boundary=b\r\n\r\n$/,
    );
    expect(parts!.body[1]).toBe(raw.length);
  });
});
