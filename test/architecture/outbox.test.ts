import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const FILES = ['src', 'activities', 'workflows', 'workers', 'scripts'].flatMap((root) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => `${parentPath}/${name}`),
);

const WRITERS = [
  'src/store/outbox.ts',
  // The run of a webhook that is told in order, in the middle of the statement that makes deliveries.
  'src/temporal/dispatch/delivery-statements.ts',
];

describe('the outbox', () => {
  it('is written to by queueRuns and its kin alone', () => {
    const writers = FILES.filter((file) => !file.startsWith('src/db/migrations/')).filter((file) =>
      /INSERT\s+INTO\s+outbox/i.test(readFileSync(file, 'utf8')),
    );
    expect(writers.filter((file) => !WRITERS.includes(file))).toEqual([]);
  });

  it('is read by what stands in store/ and temporal/ alone', () => {
    const readers = FILES.filter((file) => !/^src\/(store|temporal|db\/migrations)\//.test(file));
    const found = readers.filter((file) =>
      /(FROM|JOIN|UPDATE)\s+outbox\b/.test(readFileSync(file, 'utf8')),
    );
    expect(found).toEqual([]);
  });
});
