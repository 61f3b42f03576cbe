import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type pg from 'pg';
import { tablesBefore, type TablesBefore } from './tables-before.js';

let before: TablesBefore;
let client: pg.Client;
beforeAll(async () => {
  before = await tablesBefore('0028-mailboxes.sql');
  ({ client } = before);
});
afterAll(() => before.drop());

const ROWS = [
  // status, is_spam, what its ledger says, the mailbox it gets
  ['received', false, null, 'INBOX'],
  ['held', false, null, 'INBOX'],
  ['received', true, null, 'Spam'],
  ['quarantined', false, null, null],
  ['blocked', false, null, null],
  ['outbound', false, 'sent', 'Sent'],
  ['outbound', true, 'unknown', 'Sent'],
  ['outbound', false, 'bounced', 'Sent'],
  ['outbound', false, 'failed', null],
  ['outbound', false, 'queued', null],
  ['outbound', false, 'cancelled', null],
] as const;

it('mail that was there before is in its mailbox, with its number', async () => {
  await client.query(
    `INSERT INTO inboxes (id, org_id, address, domain, name, imap_password_hash, created_at, deleted_at)
     VALUES ('inb_1', 'org_1', 'a@mail.test', 'mail.test', 'a', '', '2026-01-01T00:00:00Z', now()),
       ('inb_2', 'org_1', 'a@mail.test', 'mail.test', 'a', '', '2026-01-02T00:00:00.5Z', NULL)`,
  );
  await client.query(
    `INSERT INTO addresses (address, org_id) VALUES ('a@mail.test', 'org_1'), ('gone@mail.test', 'org_1')`,
  );
  for (const [index, [status, isSpam, ledger]] of ROWS.entries()) {
    const id = `eml_${index}`;
    await client.query(
      `INSERT INTO emails (id, org_id, inbox_id, uid, stored_message_id, thread_id, status, is_spam,
         direction, parse_status, envelope_from, delivered_to, size, received_at, accepted_at)
       VALUES ($1, 'org_1', 'inb_2', $2, 0, '', $3, $4, 'inbound', 'complete', '', '', 1, now(), now())`,
      [id, index + 1, status, isSpam],
    );
    if (ledger)
      await client.query(
        `INSERT INTO sends (email_id, org_id, inbox_id, recipients, status)
         VALUES ($1, 'org_1', 'inb_2', '[]', $2)`,
        [id, ledger],
      );
  }
  await before.migrate();

  const { rows } = await client.query(
    'SELECT mailbox, mailbox_uid::int AS uid, modseq::int FROM emails ORDER BY emails.uid',
  );
  expect(rows).toEqual(
    ROWS.map(([, , , mailbox], index) => {
      const number = mailbox === null ? null : index + 1;
      return { mailbox, uid: number, modseq: number };
    }),
  );
  const addresses = await client.query<{ uid_validity: number }>(
    'SELECT uid_validity::int FROM addresses ORDER BY address',
  );
  expect(addresses.rows.map(({ uid_validity }) => uid_validity)).toEqual([
    Date.parse('2026-01-02T00:00:00Z') / 1_000,
    0,
  ]);
});
