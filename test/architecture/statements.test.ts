import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files of src/ with such text in them. */
const filesWith = (text: RegExp) =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('db/migrations/'))
    .filter((file) => text.test(readFileSync(join('src', file), 'utf8')))
    .sort();

it.each([
  ['makes runs', /INSERT INTO (outbox|\$\{COLUMNS\})/, ['store/outbox.ts']],
  [
    'reads and settles the outbox, but for the dispatcher',
    /\b(FROM|JOIN|UPDATE) outbox\b/,
    ['store/outbox.ts', 'temporal/dispatch/claim-statements.ts', 'temporal/outbox-lag.ts'],
  ],
  ['notifies', /pg_notify\(/, ['store/statement.ts']],
])('one file %s', (_what, text, files) => {
  expect(filesWith(text)).toEqual(files);
});
