import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type pg from 'pg';
import { rawMessage } from '../../src/resources/emails/downloads.js';
import { tablesBefore, type TablesBefore } from './tables-before.js';

let before: TablesBefore;
let client: pg.Client;
beforeAll(async () => {
  before = await tablesBefore('0029-message-structure.sql');
  ({ client } = before);
});
afterAll(() => before.drop());

// Fields of a header as they are kept, what stands in front of a message, and its day and those bytes afterwards.
const MESSAGES = [
  [
    'received',
    { date: 'Thu, 1 Jan 2026 23:30:00 -0800' },
    'mx.a (1.2.3.4)\nmx.b\nnow',
    '2026-01-01',
  ],
  [
    'received',
    { date: ['1 february 2026 10:00', 'Thu, 2 Jan 2020 10:00:00 +0000'] },
    'a\nb\nc',
    '2026-02-01',
  ],
  ['received', { date: '31 Feb 2026 10:00' }, 'a\nb\nc', null],
  ['received', { date: 'yesterday' }, 'a\nb\nc', null],
  ['received', {}, 'a\nb\nc', null],
  ['outbound', { date: '7-Mar-2026 10:00:00 +0000' }, '', '2026-03-07'],
  ['outbound', {}, '', null],
] as const;
const SIGNATURE = 'DKIM-Signature: v=1\r\n';
const FROM = 'bounce@sender.test';

it('mail that was there before has its day, and the bytes that /raw has in front of it', async () => {
  for (const [index, [status, headers, trace]] of MESSAGES.entries()) {
    await client.query(
      'INSERT INTO stored_messages (id, raw, trace, headers) VALUES ($1, $2, $3, $4)',
      [index + 1, 'x', trace, JSON.stringify(headers)],
    );
    await client.query(
      `INSERT INTO emails (id, org_id, inbox_id, uid, stored_message_id, thread_id, status, direction,
         parse_status, envelope_from, delivered_to, size, received_at, accepted_at)
       VALUES ($1, 'org_1', 'inb_2', $2, $2, '', $3, 'inbound', 'complete', $4, 'a@mail.test', 1, now(), now())`,
      [`eml_${index}`, index + 1, status, FROM],
    );
  }
  await client.query(
    `INSERT INTO sends (email_id, org_id, inbox_id, recipients, status, dkim_signature)
     VALUES ('eml_5', 'org_1', 'inb_2', '[]', 'sent', $1)`,
    [SIGNATURE],
  );
  await before.migrate();
  // Of dates that cannot be read.
  await before.migrate('0046-unread-days.sql');

  const { rows } = await client.query(
    'SELECT sent_on::text AS day, head_bytes AS bytes FROM emails ORDER BY uid',
  );
  expect(rows).toEqual(
    MESSAGES.map(([, , trace, day], index) => {
      const copy = {
        trace,
        envelope_from: FROM,
        delivered_to: 'a@mail.test',
        raw: Buffer.alloc(0),
      };
      const signature = index === 5 ? SIGNATURE : null;
      return { day, bytes: rawMessage({ ...copy, signature }).length };
    }),
  );
});
