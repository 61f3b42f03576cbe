import { expect, it } from '@jest/globals';
import { catalogue } from '../../src/catalogue.js';
import { parseInput } from '../../src/operations/parse-input.js';

/** What of these fields means nothing to an operation. */
function ignoredBy(name: string, fields: Record<string, unknown>): readonly string[] {
  const operation = catalogue.find((one) => one.name === name)!;
  return parseInput(operation, fields).ignored;
}

const TO = { to: 'ana@shop.example', subject: 'Hello', text: 'Hello' };

it.each([
  ['in a list', 'sendBulkEmail', { messages: [TO, { ...TO, send_at: '2026-12-20T00:00:00Z' }] }],
  ['in a part', 'sendBulkEmail', { messages: [TO], defaults: { send_at: '2026-12-20T00:00:00Z' } }],
])('names a member that means nothing %s', (_, name, fields) => {
  const [where] = Object.keys(fields).reverse();

  expect(ignoredBy(name, { inbox_id: 'inb_1', ...fields })).toEqual([`${where}.send_at`]);
});

it('names each once, wherever it stands', () => {
  const file = { filename: 'a.txt', content: 'QQ==', file_name: 'a.txt' };

  expect(ignoredBy('sendEmail', { id: 'inb_1', ...TO, attachments: [file, file] })).toEqual([
    'attachments.file_name',
  ]);
});

it('takes what has names of its own as it is', () => {
  const metadata = { anything: 'goes' };

  expect(ignoredBy('createInbox', { metadata })).toEqual([]);
});
